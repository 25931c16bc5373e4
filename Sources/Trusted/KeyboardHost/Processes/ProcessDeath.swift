internal import Glibc
internal import KeyboardProtocol
internal import LinuxShims
internal import SystemSupport

/// How a keyboard's process ended, as the kernel reports it to the host.
struct ProcessDeath: Equatable {
  /// The event that ended the process.
  enum Cause: Equatable {
    /// The process exited with this status.
    case exit(Int32)
    /// This signal killed the process.
    case signal(Int32)
  }

  var cause: Cause
  /// The processor time of the process and of the child processes for which it waited.
  var processorTime: Duration

  /// Returns the reason to report for the end of the process.
  ///
  /// - Parameters:
  ///   - use: The last known resource use of the process.
  ///   - reached: The limits that the process reports as reached. The host uses these limits only to explain a crash.
  ///   - limits: The limits of the process.
  func end(
    after use: ProcessUse?, reached: Set<LimitReached> = [], limits: KeyboardLimits
  ) -> KeyboardEndError {
    let processorTimeExcess = LimitViolation(.processorTime, most: limits.processorTime)
    switch signalOfFault.map(Cause.signal) ?? cause {
    case .exit(let status): return .crashed("it exited with status \(status)\(memoryNote(use, limits))")
    case .signal(SIGXCPU): return .exceeded(processorTimeExcess)
    case .signal(SIGXFSZ): return .exceeded(LimitViolation(.fileBytes, most: limits.fileSize))
    case .signal(SIGSYS): return .forbidden("it made a forbidden system call")
    case .signal(SIGKILL):
      // The kernel sends SIGKILL to a process that ignored SIGXCPU.
      return processorTime >= .seconds(Int64(clamping: limits.processorTime)) ? .exceeded(processorTimeExcess) : .killed
    case .signal(let signal):
      let cause = reached.words(under: limits).map { ": \($0)" }.joined()
      let name = strsignal(signal).map { String(cString: $0) } ?? "unknown"
      return .crashed("signal \(signal) (\(name)) ended it\(memoryNote(use, limits))\(cause)")
    }
  }

  /// Whether the reported reason names the limits that the process reached. The value is true if a signal other than
  /// SIGXCPU, SIGXFSZ, SIGSYS and SIGKILL ended the process.
  var namesLimits: Bool {
    switch signalOfFault.map(Cause.signal) ?? cause {
    case .exit, .signal(SIGXCPU), .signal(SIGXFSZ), .signal(SIGSYS), .signal(SIGKILL): false
    case .signal: true
    }
  }

  /// The signal that the runner's fault handler reports as the exit status; nil if the process ended in another way.
  ///
  /// A keyboard that calls exit with the status of a fault gains nothing, because it could also cause a real fault.
  private var signalOfFault: Int32? {
    guard case .exit(let status) = cause else { return nil }
    let signal = klv_fault_of_status(status)
    return signal == 0 ? nil : signal
  }

  /// Returns a note about memory, which the host appends to the reason for a crash. The note helps because a keyboard
  /// that gets no more memory often crashes.
  private func memoryNote(_ use: ProcessUse?, _ limits: KeyboardLimits) -> String {
    guard let use, use.memory >= limits.memoryWarning else { return "" }
    return ", with \(use.memory.mebibytes) of \(limits.memory.mebibytes) MiB of memory in use"
  }
}
