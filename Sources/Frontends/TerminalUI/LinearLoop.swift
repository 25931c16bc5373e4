package import Diagnostics
internal import Glibc
internal import KeyboardHost
internal import LinuxShims

/// Standard input, key by key; a terminal is as it was before when this value's life ends.
struct KeyInput: ~Copyable {
  let descriptor = STDIN_FILENO
  private let settings: termios?

  /// Takes keys without their being written on the terminal, or waiting for the end of a line.
  init() {
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else {
      self.settings = nil
      return
    }
    self.settings = settings
    klv_restore_terminal_on_crash(descriptor, &settings, "\r\n", 2)
    take()
  }

  deinit {
    give()
    klv_restore_terminal_on_crash(descriptor, nil, nil, 0)
  }

  /// Takes the keys, again.
  func take() {
    guard var settings else { return }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// The terminal is as it was before.
  func give() {
    guard var settings else { return }
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}

extension LinearView {
  /// Reads keys from standard input until its end, or until the person quits.
  ///
  /// - Parameter change: Readable when another process may have changed the person's choices.
  package func run(change: Int32?) throws(Diagnostic) -> SimulatorEnd {
    let signals = try TerminalSignals()
    let input = KeyInput()
    var keys = LinearKeys()
    begin()
    while true {
      pass(unless: [input.descriptor])
      let idle = IdleTime(
        endedBy: [input.descriptor, signals.descriptor, change ?? -1], within: deadline.map { $0 - clock.now })
      seat.prepare(while: idle)
      sayNews()
      guard let found = idle.waitUntilOver() else { throw Diagnostic(.systemCallFailed, "ppoll") }
      for signal in signals.take() {
        if TerminalSignals.ending.contains(signal) { return .signal(signal) }
        guard signal == SIGTSTP else { continue }
        input.give()
        signals.stop(isWholeJob: false)
        input.take()
      }
      seat.noticeChanges()
      guard found[0] != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(input.descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return .quit }
      for key in keys.keys(Array(bytes[..<count])) where handle(key) { return .quit }
    }
  }
}
