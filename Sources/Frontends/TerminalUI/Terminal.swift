package import Diagnostics
internal import CNcurses
internal import Glibc
internal import LinuxShims

/// The person's terminal while it is drawn on. It is as it was before when this value's life ends, and after a crash.
package struct Terminal: ~Copyable {
  private let screen: OpaquePointer
  private var window: UnsafeMutablePointer<WINDOW>? { klv_curses_window() }
  private let settings: termios
  let input = STDIN_FILENO
  let output = STDOUT_FILENO
  private let colors: TerminalColors
  private var shown: CellGrid?

  /// Whether this process has a terminal for its input and its output.
  package static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether any place of the terminal can be written to; where not, only lines one below the other can be.
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

  /// A terminal is taken over; throws where there is none, or none that can be drawn on.
  package init() throws(Diagnostic) {
    // Nothing of `self` is set before the last throw: only then there is something to give back.
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
    // What ncurses believes to have been before may be what another program left behind.
    var settings = settings
    tcsetattr(input, TCSADRAIN, &settings)
  }

  /// Milliseconds after which an escape is no longer the start of a longer key.
  private static let escapeDelay: Int32 = 40

  /// The window's columns and lines.
  package var size: (columns: Int, lines: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (Int(getmaxx(window)), Int(getmaxy(window)))
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes in that the window has another size.
  package mutating func resize() {
    let size = size
    resizeterm(Int32(size.lines), Int32(size.columns))
    repaint()
  }

  /// Everything is drawn anew next time.
  package mutating func repaint() {
    klv_curses_forget_screen()
    erase()
    shown = nil
  }

  // MARK: Drawing

  /// Brings a picture to the screen; only what is another than before is sent.
  package mutating func show(_ grid: CellGrid) {
    for (line, row) in grid.rows.enumerated() {
      if let shown, shown.rows.indices.contains(line), shown.rows[line] == row { continue }
      // Some terminals scroll once the last cell of all is written.
      write(line == grid.lines - 1 ? row.dropLast() : row[...], line)
    }
    shown = grid
    if let cursor = grid.cursor {
      move(Int32(cursor.line), Int32(cursor.column))
      curs_set(1)
    } else {
      curs_set(0)
    }
    // While ncurses writes it ignores what would stop the program; so it would be lost.
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
      colors.use(style)
      var text: [wchar_t] = []
      for cell in row[start..<end] {
        text.append(contentsOf: cell.text.unicodeScalars.lazy.map { wchar_t(truncatingIfNeeded: $0.value) })
      }
      addnwstr(text, Int32(text.count))
      start = end
    }
    colors.use(.plain)
  }

  // MARK: Leaving and coming back

  /// Gives the terminal back, for a while or for ever.
  package mutating func suspend() {
    leave()
    klv_restore_terminal_on_crash(output, nil, nil, 0)
  }

  /// Takes the terminal again.
  package mutating func resume() {
    reset_prog_mode()
    watchPointer()
    armForCrash()
    resize()
  }

  private borrowing func leave() {
    tell(Self.pointerOff)
    endwin()
  }

  /// Terminfo has no name for motion while a button is held; every terminal with this kind of mouse knows it by this.
  private static let pointerOn = "\u{1B}[?1002h"
  private static let pointerOff = "\u{1B}[?1002l"

  private var hasMouse: Bool { ["\u{1B}[M", "\u{1B}[<"].contains(Self.string("kmous")) }

  private func watchPointer() {
    guard hasMouse else { return }
    mouseinterval(0)
    mousemask(klv_curses_mouse_events(), nil)
    refresh()
    tell(Self.pointerOn)
  }

  private func tell(_ bytes: String) {
    guard hasMouse else { return }
    fflush(nil)
    _ = Array(bytes.utf8).withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
  }

  private func armForCrash() {
    // Padding is for terminals of another age; none of these strings needs it.
    let names = ["sgr0", "cnorm", "rmkx", "rmcup"]
    var bytes = names.compactMap { Self.string($0) }.joined()
    if hasMouse { bytes = Self.pointerOff + "\u{1B}[?1000l\u{1B}[?1006l" + bytes }
    bytes += "\r\n"
    var settings = settings
    klv_restore_terminal_on_crash(output, &settings, bytes, bytes.utf8.count)
  }

  private static func string(_ name: String) -> String? {
    // Nothing, or -1 for what is no string.
    guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
    let text = String(cString: value)
    return text.split(separator: "$<", omittingEmptySubsequences: false).first.map(String.init)
  }
}
