package import Diagnostics
internal import Glibc
internal import KeyboardHost
internal import LinuxShims
internal import Timing

extension FullScreen {
  /// Runs the simulator on a terminal until the user quits.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - changes: Descriptors that are readable when something outside the session may have changed, such as the user's
  ///     settings.
  /// - Returns: The reason why the simulator ended.
  /// - Throws: `systemCallFailed` if a pipe cannot be created or waiting fails.
  package func run(on terminal: inout Terminal, changes: [Int32]) throws(Diagnostic) -> SimulatorEnd {
    let signals = try TerminalSignals()
    while true {
      pass(unless: [terminal.input])
      if typingSession.isChanged {
        typingSession.isChanged = false
        terminal.show(draw())
      }
      let deadline = deadline
      let idle = IdleTime(
        endedBy: [terminal.input, signals.descriptor] + changes,
        orWokenBy: typingSession.session.turnRequestDescriptor, within: deadline.map { $0 - clock.now })
      typingSession.prepare(while: idle)
      guard let found = idle.waitUntilOver() else { throw Diagnostic(.systemCallFailed, "ppoll") }
      guard found[0] & Int16(POLLHUP | POLLERR | POLLNVAL) == 0 else { return .quit }
      for signal in signals.drain() {
        if TerminalSignals.ending.contains(signal) { return .signal(signal) }
        switch signal {
        case SIGTSTP: suspend(&terminal, signals, isWholeJob: false)
        case SIGWINCH, SIGCONT: fit(&terminal)
        default: break
        }
      }
      typingSession.noticeChanges()
      for event in terminal.events() {
        switch event {
        case .pointer(let sample): handle(sample)
        case .key(let keystroke):
          switch handle(keystroke) {
          case .quit: return .quit
          case .suspend: suspend(&terminal, signals, isWholeJob: true)
          case .redraw: terminal.repaint()
          case nil: break
          }
        }
      }
    }
  }

  private func fit(_ terminal: inout Terminal) {
    terminal.resize()
    let size = terminal.size
    resize(columns: size.columns, lines: size.lines)
  }

  private func suspend(_ terminal: inout Terminal, _ signals: borrowing TerminalSignals, isWholeJob: Bool) {
    terminal.suspend()
    signals.stop(isWholeJob: isWholeJob)
    terminal.resume()
    fit(&terminal)
  }
}
