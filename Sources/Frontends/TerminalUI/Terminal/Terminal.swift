internal import CNcurses
package import Diagnostics
internal import Glibc
internal import LinuxShims

/// The user's terminal in full-screen mode. Destroying the value restores the terminal's settings. After a crash, a
/// signal handler restores the settings.
package struct Terminal: ~Copyable {
  private let screen: OpaquePointer
  private var window: UnsafeMutablePointer<WINDOW>? { klv_curses_window() }
  private let settings: termios
  let input = STDIN_FILENO
  let output = STDOUT_FILENO
  private let colors: TerminalColors
  private var shown: CellGrid?

  /// Whether standard input and standard output are terminals.
  package static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether the terminal can move its cursor to any cell. A terminal that cannot do so supports only linear mode.
  ///
  /// - Throws: `noTerminal` if the terminal type is unknown.
  package static var isDrawable: Bool {
    get throws(Diagnostic) {
      switch klv_curses_addresses() {
      case 1: return true
      case 0: return false
      default:
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        throw Diagnostic(
          .noTerminal, "TERM=\(name)", "The terminal type is unknown.",
          remedy: "Set TERM to your terminal's type, such as xterm, or use `klava simulate --linear`.")
      }
    }
  }

  /// Puts the terminal into full-screen mode.
  ///
  /// - Throws: `noTerminal` if there is no terminal, or if it cannot move its cursor to any cell.
  package init() throws(Diagnostic) {
    // Set the properties of `self` only after the last throw, so that `deinit` never restores a terminal that was not
    // set up.
    guard Self.isThere else { throw Diagnostic(.noTerminal, "simulate") }
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw Diagnostic(.noTerminal, "simulate") }
    guard try Self.isDrawable, let opened = klv_curses_open() else { throw Diagnostic(.noTerminal, "simulate") }
    settings = before
    screen = opened
    set_escdelay(Self.escapeDelay)
    raw()
    noecho()
    nonl()
    colors = TerminalColors()
    keypad(window, true)
    defineKeys()
    nodelay(window, true)
    watchPointer()
    armForCrash()
  }

  deinit {
    leave()
    delscreen(screen)
    klv_restore_terminal_on_crash(output, nil, nil, 0)
    // `endwin` may restore settings that another program set, so restore the settings that this program saved at its
    // start.
    var settings = settings
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// The time, in milliseconds, after which a single escape character means the Escape key and not the start of a
  /// sequence.
  private static let escapeDelay: Int32 = 40

  /// The window's size in columns and lines.
  package var size: (columns: Int, lines: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (Int(getmaxx(window)), Int(getmaxy(window)))
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Adapts to a new size of the window.
  package mutating func resize() {
    let size = size
    resizeterm(Int32(size.lines), Int32(size.columns))
    repaint()
  }

  /// Makes the next call of `show` redraw the whole screen.
  package mutating func repaint() {
    klv_curses_forget_screen()
    erase()
    shown = nil
  }

  // MARK: Output

  /// Shows a grid on the screen. Writes only the lines that have changed.
  package mutating func show(_ grid: CellGrid) {
    for (line, row) in grid.rows.enumerated() {
      if let shown, shown.rows.indices.contains(line), shown.rows[line] == row { continue }
      // Do not write to the last cell of the screen, because some terminals scroll after such a write.
      write(line == grid.lines - 1 ? row.dropLast() : row[...], line)
    }
    shown = grid
    if let cursor = grid.cursor {
      move(Int32(cursor.line), Int32(cursor.column))
      curs_set(1)
    } else {
      curs_set(0)
    }
    // While ncurses writes, it ignores SIGTSTP, and the signal would be lost. So block SIGTSTP: a blocked signal stays
    // pending.
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    refresh()
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
  }

  private func write(_ row: ArraySlice<Cell>, _ line: Int) {
    move(Int32(line), 0)
    var start = 0
    while start < row.count {
      let style = row[start].style
      var end = start + 1
      while end < row.count, row[end].style == style { end += 1 }
      colors.select(style)
      var text: [wchar_t] = []
      for cell in row[start..<end] {
        text.append(contentsOf: cell.text.unicodeScalars.lazy.map { wchar_t(truncatingIfNeeded: $0.value) })
      }
      addnwstr(text, Int32(text.count))
      start = end
    }
    colors.select(.plain)
  }

  // MARK: Suspending and resuming

  /// Restores the terminal's settings before the program is suspended or ends.
  package mutating func suspend() {
    leave()
    klv_restore_terminal_on_crash(output, nil, nil, 0)
  }

  /// Puts the terminal into full-screen mode again after ``suspend()``.
  package mutating func resume() {
    reset_prog_mode()
    watchPointer()
    armForCrash()
    resize()
  }

  private borrowing func leave() {
    send(Self.pointerOff)
    endwin()
  }

  /// The sequences that turn reports of mouse motion on and off, for which terminfo has no capability.
  private static let pointerOn = "\u{1B}[?1002h"
  private static let pointerOff = "\u{1B}[?1002l"

  private var hasMouse: Bool { ["\u{1B}[M", "\u{1B}[<"].contains(Self.string("kmous")) }

  private func watchPointer() {
    guard hasMouse else { return }
    mouseinterval(0)
    mousemask(klv_curses_mouse_events(), nil)
    refresh()
    send(Self.pointerOn)
  }

  private func send(_ bytes: String) {
    guard hasMouse else { return }
    fflush(nil)
    _ = Array(bytes.utf8).withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
  }

  private func armForCrash() {
    // `string` removes the padding from terminfo strings. Current terminals do not need padding.
    let names = ["sgr0", "cnorm", "rmkx", "rmcup"]
    var bytes = names.compactMap { Self.string($0) }.joined()
    if hasMouse { bytes = Self.pointerOff + "\u{1B}[?1000l\u{1B}[?1006l" + bytes }
    bytes += "\r\n"
    var settings = settings
    klv_restore_terminal_on_crash(output, &settings, bytes, bytes.utf8.count)
  }

  private static func string(_ name: String) -> String? {
    // `tigetstr` returns nil for a missing string, or -1 for a name that is not a string capability.
    guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
    let text = String(cString: value)
    return text.split(separator: "$<", omittingEmptySubsequences: false).first.map(String.init)
  }
}
