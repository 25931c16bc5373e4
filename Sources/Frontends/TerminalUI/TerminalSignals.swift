internal import Diagnostics
internal import Glibc
internal import LinuxShims

/// The signals that the simulator handles, delivered through a descriptor so that one poll waits for all events.
struct TerminalSignals: ~Copyable {
  /// The descriptor, readable after a signal.
  let descriptor: Int32
  private let writeEnd: Int32

  /// The signals that end the program.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let all = ending + [SIGWINCH, SIGTSTP, SIGCONT]

  init() throws(Diagnostic) {
    var ends: [Int32] = [0, 0]
    guard klv_pipe(&ends) == 0 else { throw Diagnostic(.systemCallFailed, "pipe2") }
    descriptor = ends[0]
    writeEnd = ends[1]
    watch()
  }

  deinit {
    klv_signals_to_default(Self.all, Self.all.count)
    close(descriptor)
    close(writeEnd)
  }

  private func watch() { klv_signals_to_descriptor(writeEnd, Self.all, Self.all.count) }

  /// The signals since the last call.
  func drain() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }

  /// Stops the program until the shell continues it.
  ///
  /// - Parameter isWholeJob: Whether the whole process group stops, as when the user presses Control-Z in a terminal.
  func stop(isWholeJob: Bool) {
    klv_signals_to_default([SIGTSTP], 1)
    if isWholeJob { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
    watch()
  }
}
