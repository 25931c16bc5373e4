import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

/// Tests that a failed turn has no effect in the host or in the keyboard's process.
///
/// The tests run serially, because two keyboards from the same library in one process would share its variables.
@Suite(.serialized) struct UndoneTurnTests {
  @Test("The host and the process discard the input view, timers and language of a failed turn")
  func undoes() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    let shown = try #require(harness.session.inputView)
    try harness.session.key("undo")
    #expect(harness.session.drainReport().failures.count == 1)
    #expect(harness.session.inputView == shown)
    #expect(harness.session.primaryLanguage == nil)
    #expect(harness.session.nextTimer == nil)
    #expect(harness.text == ["", ""])
    // This key changes two labels: one of the undone input view and one of the first input view. The process must know
    // only the first input view, so the calls return -5 (not found) and 0 (success).
    try harness.session.key("label")
    #expect(harness.text == ["-50", ""])
    try harness.session.key("language")
    #expect(harness.text == ["-50en-US", ""])
    // The 64 timers of the failed turn no longer exist, so the first new timer gets number 1.
    try harness.session.key("timers")
    #expect(harness.text == ["-50en-US1", ""])
    harness.clock.wait(.seconds(2), in: harness.session)
    #expect(harness.text == ["-50en-US1!", ""])
    harness.session.end()
  }

  /// A keyboard in this process, and the positions of its keys.
  private struct PositionHarness {
    let keyboard = InProcessKeyboard()
    var inputView = InputViewTree(root: .row([]))
    var serial: UInt64 = 0

    init() throws {
      let configuration = LaunchConfiguration(
        bundleIdentifier: DemandingKeyboard.identifier, libraryPath: try DemandingKeyboard.library,
        principalClass: "Keyboard")
      let loaded = try serve(.load(configuration))
      for case .setInputView(let tree) in loaded.requests { inputView = tree }
      _ = try serve(.appear(FieldState()))
    }

    mutating func serve(_ event: TurnEvent, undoesLast: Bool = false) throws -> TurnResult {
      serial += 1
      let document = DocumentSnapshot(identifier: .random(), revision: serial, buffer: TextBuffer())
      let turn = Turn(serial: serial, undoesLast: undoesLast, event: event, document: serial == 1 ? nil : document)
      return try keyboard.serve(turn) { _ in .refused(.notNow) }
    }

    mutating func press(_ index: Int?, of generation: UInt32, undoesLast: Bool = false) throws -> TurnResult {
      let position = KeyEvent.Position(index: index ?? -1, generation: generation)
      return try serve(.key(KeyEvent(key: nil, at: position, gesture: .press)), undoesLast: undoesLast)
    }
  }

  @Test("A key event for a replaced input view fails until the host undoes the turn that replaced it")
  func positions() throws {
    var harness = try PositionHarness()
    let (ok, other) = (harness.inputView.index(of: "ok"), harness.inputView.index(of: "other"))
    #expect(try harness.press(ok, of: 1).edits == [.insertText("ok")])
    #expect(try harness.press(other, of: 1).generation == 2)
    #expect(try harness.press(ok, of: 2, undoesLast: true).failure?.step == .event)
    #expect(try harness.press(ok, of: 1).edits == [.insertText("ok")])
    #expect(try harness.press(other, of: 1).generation == 3)
    #expect(try harness.press(ok, of: 1).failure?.step == .event)
    #expect(try harness.press(ok, of: 1).generation == 3)
  }

  @Test(
    "A key event fails if no key has the index in the event",
    arguments: [-1, 1, 31, 32 * 38 + 1, 32 * 39, 1 << 40, .max, .min])
  func outOfRange(index: Int) throws {
    var harness = try PositionHarness()
    #expect(harness.inputView.key(at: index) == nil)
    #expect(try harness.press(index, of: 1).failure?.step == .event)
    #expect(try harness.press(0, of: .max).failure?.step == .event)
    #expect(try harness.press(0, of: 1).failure == nil)
  }
}
