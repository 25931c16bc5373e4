package import Bundles
internal import Glibc
internal import LinuxShims
internal import KeyboardHost

extension FullScreen {
  /// Uses a terminal until the person quits.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - change: Readable when another process may have changed the person's choices.
  package func run(on terminal: inout Terminal, change: Int32?) throws(Problem) -> SimulatorEnd {
    let signals = try TerminalSignals()
    while true {
      pass()
      if seat.isChanged {
        seat.isChanged = false
        terminal.show(draw())
      }
      seat.prepare()
      guard try wait(terminal, signals, change) else { return .quit }
      for signal in signals.take() {
        if TerminalSignals.ending.contains(signal) { return .signal(signal) }
        switch signal {
        case SIGTSTP: suspend(&terminal, signals, isWholeJob: false)
        case SIGWINCH, SIGCONT: fit(&terminal)
        default: break
        }
      }
      seat.noticeChanges()
      for event in terminal.events() {
        switch event {
        case .pointer(let sample): handle(sample)
        case .key(let keystroke):
          switch handle(keystroke) {
          case .quit: return .quit
          case .suspend: suspend(&terminal, signals, isWholeJob: true)
          case .repaint: terminal.repaint()
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

  /// Waits until something happens; answers whether there is still somebody.
  private func wait(
    _ terminal: borrowing Terminal, _ signals: borrowing TerminalSignals, _ change: Int32?
  ) throws(Problem) -> Bool {
    var places = [
      pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: change ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let left = deadline.map { max(Int64(($0 - clock.now) / .nanoseconds(1)), 0) } ?? -1
    guard klv_poll(&places, 3, left) >= 0 || errno == EINTR else { throw Problem(.systemCallFailed, "ppoll") }
    return places[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }
}
