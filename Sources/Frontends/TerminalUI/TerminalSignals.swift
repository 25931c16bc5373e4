internal import Diagnostics
internal import Glibc
internal import LinuxShims

/// The signals that a simulator must know of, told through a descriptor so that one poll waits for all there is.
struct TerminalSignals: ~Copyable {
  /// Readable when there was a signal.
  let descriptor: Int32
  private let told: Int32

  /// Those that end the program.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let all = ending + [SIGWINCH, SIGTSTP, SIGCONT]

  init() throws(Diagnostic) {
    var ends: [Int32] = [0, 0]
    guard klv_pipe(&ends) == 0 else { throw Diagnostic(.systemCallFailed, "pipe2") }
    descriptor = ends[0]
    told = ends[1]
    watch()
  }

  deinit {
    klv_signals_to_default(Self.all, Self.all.count)
    close(descriptor)
    close(told)
  }

  private func watch() { klv_signals_to_descriptor(told, Self.all, Self.all.count) }

  /// The signals since this was last called.
  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).map(Int32.init)
  }

  /// Lets the shell have the terminal, until it lets the program go on.
  ///
  /// - Parameter isWholeJob: Whether whatever else was started in the same line stops too, as when a terminal does it.
  func stop(isWholeJob: Bool) {
    klv_signals_to_default([SIGTSTP], 1)
    if isWholeJob { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
    watch()
  }
}
