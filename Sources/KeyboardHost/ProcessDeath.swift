internal import Glibc
internal import LinuxShims
internal import TextInput

/// How a keyboard's process ended, as its parent learns of it; says whose fault that was.
struct ProcessDeath: Equatable {
  /// What ended it.
  enum Cause: Equatable {
    /// It exited with this status.
    case exit(Int32)
    /// This signal.
    case signal(Int32)
  }

  var cause: Cause
  /// Processor time that it used, with that of all processes it waited for.
  var processorTime: Duration

  /// Why the keyboard no longer serves.
  ///
  /// - Parameters:
  ///   - use: What it used when that was last looked at.
  ///   - shortages: What it says that it was short of. That explains a crash, and changes nothing else.
  ///   - limits: What it might use.
  func end(
    after use: ProcessUse?, short shortages: Set<LimitShortage> = [], limits: KeyboardLimits
  ) -> KeyboardEnd {
    let processorTimeExcess = LimitExcess(.processorTime, most: limits.processorTime)
    switch signalOfFault.map(Cause.signal) ?? cause {
    case .exit(let status): return .crashed("it exited with status \(status)\(memoryNote(use, limits))")
    case .signal(SIGXCPU): return .exceeded(processorTimeExcess)
    case .signal(SIGXFSZ): return .exceeded(LimitExcess(.fileBytes, most: limits.fileSize))
    case .signal(SIGSYS): return .forbidden("it made a system call that no keyboard may make")
    case .signal(SIGKILL):
      // The kernel's second word, where the first (SIGXCPU) was ignored.
      return processorTime >= .seconds(Int64(clamping: limits.processorTime)) ? .exceeded(processorTimeExcess) : .killed
    case .signal(let signal):
      let cause = shortages.words(under: limits).map { ": \($0)" }.joined()
      let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
      return .crashed("it was ended by signal \(signal) (\(name))\(memoryNote(use, limits))\(cause)")
    }
  }

  /// The signal that the runner's handler of faults exited for; nil for any other end. A keyboard that exits with this
  /// status by itself could have had the fault as well.
  private var signalOfFault: Int32? {
    guard case .exit(let status) = cause else { return nil }
    let signal = klv_fault_of_status(status)
    return signal == 0 ? nil : signal
  }

  /// A keyboard that gets no more memory crashes for it, so what it had is a part of how it ended.
  private func memoryNote(_ use: ProcessUse?, _ limits: KeyboardLimits) -> String {
    guard let use, use.memory >= limits.memoryWarning else { return "" }
    return ", with \(use.memory.megabytes) of \(limits.memory.megabytes) MB of memory in use"
  }
}
