import InputViewModel
import KeyboardHost
import TerminalUI
import Testing
import Timing

@Suite("Linear view for screen readers")
struct LinearViewTests {
  private let typingSession = TestTypingSession()

  @Test("A key that handles swipes gets a swipe; for any other key, the view reports that the keyboard gets no swipe")
  func swipesOfKeys() {
    let keys = [Key("a", swipes: KeySwipes()), Key("b")]
    let typingSession = TestTypingSession(InputViewTree(root: .row(keys.map { .key($0) })))
    var lines: [String] = []
    let view = LinearView(typingSession: typingSession.typingSession, clock: typingSession.clock) { lines.append($0) }
    view.begin()
    for key in ">n<" { _ = view.handle(.character(key)) }
    #expect(typingSession.session.field?.document.before == "(right)")
    #expect(lines.last == "This keyboard gets no swipes that begin here.\n")
  }

  /// Returns the lines that the view prints for these keys. The character `.` stands for a wait of one second.
  private func said(_ keys: String, scan: Duration? = nil) -> [String] {
    var lines: [String] = []
    let view = LinearView(typingSession: typingSession.typingSession, clock: typingSession.clock, scanInterval: scan) {
      text in
      lines.append(String(text.dropLast()))
    }
    view.begin()
    var reader = LinearKeys()
    for character in keys {
      if character == "." {
        typingSession.clock.move(to: typingSession.clock.now + .seconds(1))
        view.pass()
      } else {
        for key in reader.keys(Array(String(character).utf8)) { _ = view.handle(key) }
      }
    }
    return Array(lines.dropFirst())
  }

  private static let start = ["Keyboard: one.", "display: 0", "The field is empty.", "Row 1 of 4. delete"]

  @Test(
    "The linear view prints the result of each key",
    arguments: [
      ("", []), ("n", ["Row 2 of 4. a, 2 alternatives"]),
      ("nnn", ["Row 2 of 4. a, 2 alternatives", "b", "漢. Types Han."]),
      ("p", ["Row 4 of 4. space"]), ("nn\r", ["Row 2 of 4. a, 2 alternatives", "b", "Before the insertion point: b"]),
      ("nnh", ["Row 2 of 4. a, 2 alternatives", "b", "Before the insertion point: (b held)"]),
      ("f", ["The field is empty."]),
      ("r", ["delete"]), (">", ["Before the insertion point: (right)"]), ("z", ["? lists the keys."]),
      (
        "nhn\r",
        [
          "Row 2 of 4. a, 2 alternatives", "2 entries. n and p move, Return chooses, Escape closes.", "á", "à",
          "Before the insertion point: à",
        ]
      ),
      (
        "gn\r",
        [
          "3 entries. n and p move, Return chooses, Escape closes.", "one, shown", "two", "Keyboard: two.",
          "display: 0",
          "Row 1 of 4. delete",
        ]
      ),
      (
        "wé漢\u{1B}",
        [
          "Your keyboard now types into the field. Press Escape to stop.", "é", "漢",
          "The keys of your keyboard move the focus again.", "Before the insertion point: é漢",
        ]
      ),
      (
        "k",
        [
          "Row 1: delete", "Row 2: a, b, 漢", "Row 3: list, away, crash, tick", "Row 4: 🌐, space", "display: 0",
        ]
      ),
    ] as [(String, [String])])
  func says(_ keys: String, _ lines: [String]) {
    #expect(said(keys) == Self.start + lines)
  }

  @Test("For a field that becomes secure, the view prints the number of hidden characters and the reason")
  func secret() {
    let lines = said("wabc\u{1B}t\r")
    #expect(lines.contains("isSecureTextEntry: yes"))
    #expect(lines.contains("Keyboard: system. The system keyboard handles secure fields."))
    #expect(lines.contains("Before the insertion point: 3 hidden"))
  }

  @Test("The view reports a crashed keyboard, a hidden keyboard and the list of keyboards")
  func events() {
    #expect(said("nnnnnnn\r").contains("The keyboard crashed: signal 11.") == false)
    #expect(said("nnnnnn\r").contains { $0.contains("KLV-0601") })
    #expect(said("nnnnn\r").contains("Keyboard: none."))
    #expect(said("nnnn\r").contains("3 entries. n and p move, Return chooses, Escape closes."))
  }

  @Test("For a keyboard without an input view, the view names the command that shows the keyboard's log")
  func noInputView() {
    let typingSession = TestTypingSession(nil)
    var lines: [String] = []
    let view = LinearView(typingSession: typingSession.typingSession, clock: typingSession.clock) { lines.append($0) }
    view.begin()
    #expect(
      lines.last
        == "one shows no keys. If the host refused its input view, `klava log org.test.one` gives the reason.\n")
  }

  @Test("While scanning, the view prints rows, then keys, and the switch selects the last printed row or key")
  func scans() {
    let lines = said("...\r.\r", scan: .seconds(1))
    #expect(lines.suffix(5).prefix(4) == ["list, away, crash, tick", "🌐, space", "🌐", "space"])
    #expect(typingSession.text == " |")
  }

  @Test("q and Control-C quit the simulator")
  func quits() {
    let view = LinearView(typingSession: typingSession.typingSession, clock: typingSession.clock) { _ in }
    view.begin()
    #expect(view.handle(.character("q")) && view.handle(.control("c")))
    #expect(!view.handle(.character("w")))
    #expect(!view.handle(.character("q")))
  }
}
