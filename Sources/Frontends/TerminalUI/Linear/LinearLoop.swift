package import Diagnostics
internal import Glibc
internal import KeyboardHost
internal import LinuxShims
internal import Scripting
internal import Timing

/// Reads standard input as single keystrokes, without waiting for the end of a line. Destroying the value restores the
/// terminal's settings.
struct KeyInput: ~Copyable {
  let descriptor = STDIN_FILENO
  private let settings: termios?

  /// Turns off echo and line buffering of the terminal.
  init() {
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else {
      self.settings = nil
      return
    }
    self.settings = settings
    klv_restore_terminal_on_crash(descriptor, &settings, "\r\n", 2)
    apply()
  }

  deinit {
    restore()
    klv_restore_terminal_on_crash(descriptor, nil, nil, 0)
  }

  /// Turns off echo and line buffering. Call this method again after `restore()`.
  func apply() {
    guard var settings else { return }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  func restore() {
    guard var settings else { return }
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}

extension LinearView {
  /// Reads keystrokes from standard input until its end, or until the user quits.
  ///
  /// - Parameter changes: Descriptors that are readable when something outside the session may have changed, such as
  ///   the user's settings.
  /// - Returns: The reason why the simulator ended.
  /// - Throws: `systemCallFailed` if a pipe cannot be created or waiting fails; `inputUnreadable`.
  package func run(changes: [Int32]) throws(Diagnostic) -> SimulatorEnd {
    let signals = try TerminalSignals()
    let input = KeyInput()
    var keys = LinearKeys()
    begin()
    while true {
      pass(unless: [input.descriptor])
      let deadline = deadline
      let idle = IdleTime(
        endedBy: [input.descriptor, signals.descriptor] + changes,
        orWokenBy: typingSession.session.turnRequestDescriptor, within: deadline.map { $0 - clock.now })
      typingSession.prepare(while: idle)
      sayNews()
      guard let found = idle.waitUntilOver() else { throw Diagnostic(.systemCallFailed, "ppoll") }
      for signal in signals.drain() {
        if TerminalSignals.ending.contains(signal) { return .signal(signal) }
        guard signal == SIGTSTP else { continue }
        input.restore()
        signals.stop(isWholeJob: false)
        input.apply()
      }
      typingSession.noticeChanges()
      guard found[0] != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(input.descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw .inputUnreadable(errno: errno) }
      guard count > 0 else { return .quit }
      for key in keys.keys(Array(bytes[..<count])) where handle(key) { return .quit }
    }
  }
}
