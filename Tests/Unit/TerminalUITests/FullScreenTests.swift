import Layout
import InputViewModel
import KeyboardHost
import SystemKeyboard
import TerminalUI
import Testing
import Timing

@Suite("The full-screen view of the simulator")
struct FullScreenTests {
  private let typingSession = TestTypingSession()

  private func screen(_ columns: Int = 80, _ lines: Int = 24, scan: Duration? = nil) -> FullScreen {
    FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: columns, lines: lines,
      scanInterval: scan)
  }

  private func type(_ text: String, on screen: FullScreen) {
    for character in text { _ = screen.handle(Keystroke.character(character)) }
  }

  /// Returns the position at which the keyboard shows a text.
  private func place(of text: String, on screen: FullScreen) throws -> CellPosition {
    let grid = screen.draw()
    // Skip the lines above and below the keyboard, because they also contain letters.
    for (line, row) in grid.rows.enumerated().dropFirst(3).dropLast() {
      for column in row.indices where row[column...].prefix(text.count).map(\.text).joined() == text {
        return CellPosition(column: column, line: line)
      }
    }
    throw Missing(text: text)
  }

  private struct Missing: Error { let text: String }

  /// Advances the clock in steps that are shorter than all timeouts of the view.
  private func wait(_ seconds: Double, _ screen: FullScreen) {
    let end = typingSession.clock.now + .seconds(seconds)
    while typingSession.clock.now < end {
      typingSession.clock.move(to: typingSession.clock.now + .milliseconds(10))
      screen.pass()
    }
  }

  // MARK: With keys

  @Test("Tab switches between typing into the field and moving over the keys")
  func modes() {
    let screen = screen()
    type("x", on: screen)
    #expect(typingSession.text == "|")
    _ = screen.handle(.tab)
    type("xé漢 ", on: screen)
    _ = screen.handle(.arrow(.left, isShifted: false))
    _ = screen.handle(.backspace)
    #expect(typingSession.text == "xé| ")
    _ = screen.handle(.tab)
    type("y", on: screen)
    #expect(typingSession.text == "xé| ")
  }

  @Test("If the system keyboard is shown, typing presses its keys, so that automatic changes apply")
  func typesWithKeys() {
    let screen = screen()
    typingSession.typingSession.pick(SystemKeyboard.identifier)
    _ = screen.handle(.tab)
    type("a--漢", on: screen)
    #expect(typingSession.text == "a–漢|")
    _ = screen.handle(.backspace)
    _ = screen.handle(.return)
    #expect(typingSession.text == "a–\n|")
  }

  @Test("Page Down and Page Up scroll a panel that is longer than the screen")
  func scrollsPanel() {
    let screen = screen(40, 12)
    func text() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
    _ = screen.handle(.function(1))
    #expect(text().contains("Tab: switch"))
    #expect(!text().contains("scroll it."))
    for _ in 0..<40 { _ = screen.handle(.pageDown) }
    #expect(text().contains("scroll it."))
    _ = screen.handle(.pageUp)
    #expect(!text().contains("scroll it."))
    for _ in 0..<40 { _ = screen.handle(.pageUp) }
    #expect(text().contains("Tab: switch"))
  }

  @Test("The line above a panel names the keys that scroll the panel")
  func scrollHint() {
    let screen = screen(40, 12)
    func text() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
    #expect(text().contains("F1 help"))
    _ = screen.handle(.function(1))
    #expect(text().contains(" PgDn ") && !text().contains("PgUp"))
    _ = screen.handle(.pageDown)
    #expect(text().contains(" PgUp PgDn "))
    for _ in 0..<40 { _ = screen.handle(.pageDown) }
    #expect(text().contains(" PgUp ") && !text().contains("PgDn"))
    _ = screen.handle(.escape)
    #expect(!text().contains("PgUp"))
  }

  @Test("The list of keyboards scrolls to the selected keyboard, and each shortened line of the screen ends with …")
  func scrollsListOfKeyboards() {
    let typingSession = TestTypingSession(modes: (0..<30).map { "org.test.k\($0)" })
    let screen = FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: 40, lines: 12)
    func text() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
    #expect(text().contains("…"))
    _ = screen.handle(.function(2))
    #expect(text().contains(">*1  k0") && text().contains("1 to"), "\(text())")
    _ = screen.handle(.arrow(.up, isShifted: false))
    #expect(text().contains("> 31  system"), "\(text())")
    #expect(!text().contains("1  k0"))
    _ = screen.handle(.arrow(.up, isShifted: false))
    _ = screen.handle(.return)
    #expect(typingSession.session.keyboard == "org.test.k29")
  }

  @Test("The focus stays on the same key when shift goes off")
  func keepsKey() {
    let screen = screen()
    typingSession.typingSession.pick(SystemKeyboard.identifier)
    _ = screen.handle(.arrow(.right, isShifted: false))
    for _ in 0..<3 { _ = screen.handle(.return) }
    #expect(typingSession.text == "Www|")
  }

  @Test("Return presses the focused key")
  func presses() {
    let screen = screen()
    _ = screen.handle(.tab)
    type("ab", on: screen)
    _ = screen.handle(.tab)
    _ = screen.handle(.return)
    #expect(typingSession.text == "a|")
  }

  @Test("A pressed key is highlighted for a moment")
  func flashes() {
    let screen = screen()
    #expect(screen.draw().text.contains(">"))
    _ = screen.handle(.return)
    #expect(screen.draw().text.contains("{"))
    wait(0.3, screen)
    #expect(!screen.draw().text.contains("{"))
  }

  @Test(
    "F2 or a key of the keyboard opens the list of keyboards, and the user selects one", arguments: [true, false])
  func lists(byKey: Bool) throws {
    let screen = screen()
    if byKey { _ = screen.handle(.function(2)) } else { try click("list", on: screen) }
    #expect(screen.draw().text.contains(">*1  one"))
    _ = screen.handle(.arrow(.down, isShifted: false))
    _ = screen.handle(.return)
    #expect(typingSession.session.keyboard == TestTypingSession.two)
    #expect(!screen.draw().text.contains("1  one"))
    _ = screen.handle(.function(2))
    type("1", on: screen)
    #expect(typingSession.session.keyboard == TestTypingSession.one)
    _ = screen.handle(.function(2))
    _ = screen.handle(.escape)
    #expect(!screen.draw().text.contains("1  one"))
  }

  @Test("The user can change traits in a panel, and a field that becomes secure shows the system keyboard")
  func traits() {
    let screen = screen()
    _ = screen.handle(.function(3))
    #expect(screen.draw().text.contains(">isSecureTextEntry: no"))
    _ = screen.handle(.return)
    #expect(typingSession.session.shownBecause == .secureTextEntry)
    let text = screen.draw().text
    #expect(text.contains(">isSecureTextEntry: yes") && text.contains("handles secure fields"))
    _ = screen.handle(.arrow(.left, isShifted: false))
    #expect(typingSession.session.keyboard == TestTypingSession.one)
    _ = screen.handle(.arrow(.down, isShifted: false))
    _ = screen.handle(.arrow(.left, isShifted: false))
    #expect(screen.draw().text.contains(">keyboardType: asciiCapableNumberPad"))
    _ = screen.handle(.escape)
    #expect(!screen.draw().text.contains("keyboardType:"))
  }

  @Test(
    "Each panel shows its contents",
    arguments: [
      (1, "Tab: switch between"), (4, "before: \"secret plan\""), (5, "org.test.one said hello"),
      (6, "text changed, one"),
    ])
  func panels(_ key: Int, _ words: String) {
    let screen = screen()
    _ = screen.handle(.tab)
    type("secret plan", on: screen)
    _ = screen.handle(.function(key))
    #expect(screen.draw().text.contains(words))
    _ = screen.handle(.function(key))
    #expect(!screen.draw().text.contains(words))
    _ = screen.handle(.escape)
    _ = screen.handle(.character(key == 10 ? "0" : Character(String(key))))
    #expect(screen.draw().text.contains(words), "Escape and a digit")
  }

  @Test("Opening the list of keyboards closes a panel, and vice versa", arguments: [1, 3, 4, 5, 6, 7])
  func panelsReplaceEachOther(_ key: Int) {
    let screen = screen(120, 30)
    func title() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
    let titles = [
      1: " Help ", 3: " Traits ", 4: " Text that the keyboard sees ", 5: " Log of one ", 6: " Turns of the keyboard ",
      7: " Messages ",
    ]
    for other in titles.keys.sorted() where other != key {
      _ = screen.handle(.function(other))
      _ = screen.handle(.function(key))
      #expect(title().contains(titles[key] ?? "?") && !title().contains(titles[other] ?? "?"))
      _ = screen.handle(.function(key))
    }
    _ = screen.handle(.function(key))
    _ = screen.handle(.function(2))
    #expect(title().contains(">*1  one") && !title().contains(titles[key] ?? "?"))
    _ = screen.handle(.function(key))
    #expect(!title().contains(">*1  one") && title().contains(titles[key] ?? "?"))
  }

  @Test("If a message does not fit, the line names F7, and F7 shows the whole message")
  func longMessages() {
    let screen = screen(40, 12)
    let message = "The first word " + String(repeating: "and another one ", count: 40) + "and the last word."
    typingSession.typingSession.notify(message)
    func text() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: " ") }
    #expect(text().contains("… (F7)"))
    _ = screen.handle(.function(7))
    #expect(text().contains("The first word"))
    for _ in 0..<40 { _ = screen.handle(.pageDown) }
    let words = text().split(separator: " ").joined(separator: " ")
    #expect(words.contains("and the last word."))
  }

  @Test("After a failure, F5 shows the log of the keyboard that failed")
  func logOfTheFailedKeyboard() {
    let screen = screen(120, 30)
    typingSession.typingSession.perform(KeyEvent(key: "crash", gesture: .press))
    #expect(typingSession.session.shownBecause == .crashed)
    _ = screen.handle(.function(5))
    let text = screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n")
    #expect(text.contains("Log of one") && text.contains("org.test.one said hello"))
  }

  @Test("Ctrl-Z undoes the last step, and a notice reports a cleared text", arguments: [true, false])
  func undoes(isLinear: Bool) throws {
    var said: [String] = []
    let screen: FullScreen?
    let view: LinearView?
    if isLinear {
      view = LinearView(typingSession: typingSession.typingSession, clock: typingSession.clock) { said.append($0) }
      view?.begin()
      screen = nil
    } else {
      screen = self.screen()
      view = nil
    }
    typingSession.typingSession.perform(KeyEvent(key: "a", gesture: .longPress))
    typingSession.typingSession.select(from: 0, to: 8)
    typingSession.typingSession.perform(KeyEvent(key: "⌫", gesture: .press))
    #expect(typingSession.text == "|")
    #expect(typingSession.typingSession.notices == ["Cleared. Undo: \(isLinear ? "u" : "Ctrl-Z")"])
    func undo() { if let view { _ = view.handle(.character("u")) } else { _ = screen?.handle(.control("z")) } }
    undo()
    #expect(typingSession.text == "[(a held)]")
    undo()
    #expect(typingSession.text == "|")
    undo()
    let last = isLinear ? said.last : typingSession.typingSession.notices.last
    #expect(last?.contains("There is nothing to undo.") == true, "\(said)")
  }

  @Test(
    "If the window is too small, a message names a size that is large enough", arguments: [(30, 8), (40, 12), (60, 14)])
  func namesTheSize(_ columns: Int, _ lines: Int) throws {
    let rows = (0..<12).map { row in
      InputViewTree.Element.row((0..<30).map { .key(Key("\(row) \($0)")) })
    }
    let typingSession = TestTypingSession(InputViewTree(root: .column(rows)))
    let screen = FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: columns, lines: lines)
    func text() -> String { screen.draw().rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
    #expect(text().contains("Enlarge"))
    // Resize at most twice. The first message names the height that the keyboard needs, and the second message names
    // the width.
    for _ in 0..<2 {
      let shown = text()
      guard let message = shown.firstRange(of: "Enlarge"),
        let match = shown[message.lowerBound...].prefixMatch(of: /[^.]*?(\d+) x (\d+)\./),
        let columns = Int(match.1), let lines = Int(match.2)
      else { break }
      screen.resize(columns: columns, lines: lines)
    }
    #expect(!text().contains("Enlarge") && text().contains("MOVE"), "\(text())")
  }

  @Test("The panel with the text that the keyboard can read does not show secure text")
  func secrets() {
    let screen = screen()
    _ = screen.handle(.function(3))
    _ = screen.handle(.return)
    _ = screen.handle(.escape)
    _ = screen.handle(.tab)
    type("sesame", on: screen)
    _ = screen.handle(.function(4))
    let text = screen.draw().text
    #expect(!text.contains("sesame") && text.contains("••••••"))
  }

  @Test("For a keyboard without an input view, the view names the command that shows the keyboard's log")
  func noInputView() {
    let typingSession = TestTypingSession(nil)
    let screen = FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: 80, lines: 24)
    #expect(screen.draw().text.contains("No input view. If the host refused it: klava log org.test.one"))
  }

  @Test("Return shows a dismissed keyboard again, and after a crash it presses a key of the system keyboard")
  func comesBack() throws {
    let screen = screen()
    try click("away", on: screen)
    #expect(typingSession.session.keyboard == nil)
    #expect(screen.draw().text.contains("The keyboard is hidden"))
    _ = screen.handle(.return)
    #expect(typingSession.session.keyboard == TestTypingSession.one)
    try click("crash", on: screen)
    #expect(screen.draw().text.contains("The keyboard crashed. The text is kept"))
    // The panel with messages also shows the remedy.
    _ = screen.handle(.function(7))
    #expect(screen.draw().text.contains("klava log"), "\(screen.draw().text)")
    _ = screen.handle(.escape)
    _ = screen.handle(.return)
    #expect(typingSession.text == "Q|")
  }

  @Test("Arrow keys choose an alternative")
  func alternatives() {
    let screen = screen()
    _ = screen.handle(.tab)
    _ = screen.handle(.tab)
    focus("a", on: screen)
    type("h", on: screen)
    _ = screen.handle(.arrow(.right, isShifted: false))
    _ = screen.handle(.return)
    #expect(typingSession.text == "à|")
    type("h", on: screen)
    _ = screen.handle(.escape)
    #expect(typingSession.text == "à|")
    focus("b", on: screen)
    type("h", on: screen)
    #expect(typingSession.text == "à(b held)|")
  }

  @Test("The view reports the user's requests to quit, suspend or repaint to the program", arguments: ["c", "q"])
  func wishes(_ letter: Character) {
    let screen = screen()
    #expect(screen.handle(.control(letter)) == .quit)
    #expect(screen.handle(.function(10)) == .quit)
    #expect(screen.handle(.function(9)) == .suspend)
    #expect(screen.handle(.control("l")) == .redraw)
    _ = screen.handle(.escape)
    #expect(screen.handle(.character("0")) == .quit)
  }

  // MARK: With the mouse

  private func click(_ text: String, on screen: FullScreen) throws {
    let place = try place(of: text, on: screen)
    screen.handle(PointerSample(.down, at: place))
    screen.handle(PointerSample(.up, at: place))
  }

  /// Moves the focus to a key by a click, because a click is shorter than many presses of arrow keys.
  private func focus(_ key: String, on screen: FullScreen) {
    do {
      let place = try place(of: key, on: screen)
      screen.handle(PointerSample(.down, at: place))
      screen.handle(PointerSample(.up, at: place))
      // Delete the text that the press typed.
      typingSession.typingSession.hardwareKey("Backspace")
    } catch {
      Issue.record(error)
    }
  }

  @Test(
    "A click presses the key under the pointer at every window size",
    arguments: [(40, 12), (80, 24), (120, 40), (200, 60)])
  func clicks(_ columns: Int, _ lines: Int) throws {
    let screen = screen(columns, lines)
    try click("b", on: screen)
    try click("漢", on: screen)
    try click("space", on: screen)
    #expect(typingSession.text == "b漢 |")
    try click("⌫", on: screen)
    #expect(typingSession.text == "b漢|")
  }

  @Test("Sliding off a key cancels the press, and holding a key makes a long press")
  func holds() throws {
    let screen = screen()
    let b = try place(of: "b", on: screen)
    screen.handle(PointerSample(.down, at: b))
    screen.handle(PointerSample(.moved, at: CellPosition(column: 40, line: 3)))
    screen.handle(PointerSample(.up, at: CellPosition(column: 40, line: 3)))
    #expect(typingSession.text == "|")
    screen.handle(PointerSample(.down, at: b))
    wait(0.7, screen)
    screen.handle(PointerSample(.up, at: b))
    #expect(typingSession.text == "(b held)|")
  }

  @Test("Dragging over the text selects it, and a click moves the insertion point")
  func selects() {
    let screen = screen()
    _ = screen.handle(.tab)
    type("hello world", on: screen)
    screen.handle(PointerSample(.down, at: CellPosition(column: 6, line: 2)))
    screen.handle(PointerSample(.moved, at: CellPosition(column: 9, line: 2)))
    screen.handle(PointerSample(.up, at: CellPosition(column: 11, line: 2)))
    #expect(typingSession.text == "hello [world]")
    screen.handle(PointerSample(.down, at: CellPosition(column: 0, line: 2)))
    screen.handle(PointerSample(.up, at: CellPosition(column: 0, line: 2)))
    #expect(typingSession.text == "|hello world")
  }

  // MARK: Without keys or mouse

  @Test("Scanning focuses rows and then keys, and the switch selects the focused row or key")
  func scans() {
    let screen = screen(scan: .seconds(1))
    wait(1.05, screen)
    #expect(screen.draw().text.contains("(") && screen.draw().text.contains("SCAN"))
    _ = screen.handle(.return)
    #expect(screen.draw().text.contains(">"))
    wait(1.05, screen)
    _ = screen.handle(.character(" "))
    #expect(typingSession.text == "b|")
  }

  @Test("A keyboard's timer also runs while the user does nothing")
  func timers() throws {
    let screen = screen()
    try click("tick", on: screen)
    #expect(screen.deadline != nil)
    wait(0.6, screen)
    #expect(typingSession.text == "t|")
  }

  @Test(
    "The simulator draws its screen at any window size, and asks the user to enlarge a small window",
    arguments: [1, 12, 39, 40, 79, 300])
  func sizes(_ columns: Int) {
    for lines in [1, 5, 11, 12, 24, 100] {
      let screen = screen(columns, lines)
      screen.resize(columns: columns, lines: lines)
      let grid = screen.draw()
      #expect(grid.rows.count == lines && grid.rows.allSatisfy { $0.count == columns })
      #expect(grid.text.contains("MOVE") == (columns >= 40 && lines >= 12))
    }
  }

  @Test("A keyboard's texts cannot send control characters to the terminal")
  func isSanitized() {
    let bad = "\u{1B}[2J\u{202E}x\u{9B}\r\n\u{200B}" + String(repeating: "\u{301}", count: 99)
    let typingSession = TestTypingSession(
      InputViewTree(
        root: .column([
          .row([.label(Label("l", text: bad))]), .row([.key(Key(bad, alternatives: [bad])), .key(Key("b"))]),
        ])))
    let screen = FullScreen(
      typingSession: typingSession.typingSession, clock: typingSession.clock, columns: 80, lines: 24)
    _ = screen.handle(.return)
    for panel in [1, 3, 4, 5, 6] {
      _ = screen.handle(.function(panel))
      let scalars = screen.draw().rows.joined().flatMap(\.text.unicodeScalars)
      #expect(
        scalars.allSatisfy { ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
    }
  }
}
