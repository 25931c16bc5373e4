internal import KeyboardProtocol
internal import SystemSupport

extension ProcessUse {
  /// Returns the limit that the process exceeds; nil if it exceeds no limit. If the process exceeds two limits, returns
  /// the memory limit.
  func violation(over limits: KeyboardLimits) -> LimitViolation? {
    if memory > limits.memory { return LimitViolation(.memory, used: memory, most: limits.memory) }
    if threads > limits.threads {
      return LimitViolation(.threads, used: UInt64(threads), most: UInt64(limits.threads))
    }
    return nil
  }

  /// Returns the limits that the process has reached. When a process reaches a limit, the kernel allocates no more of
  /// the resource.
  func limitsReached(under limits: KeyboardLimits) -> Set<LimitReached> {
    var reached: Set<LimitReached> = []
    if threads >= limits.threads { reached.insert(.threads) }
    if descriptors >= limits.descriptors { reached.insert(.descriptors) }
    return reached
  }
}
