import InputViewModel
import KeyboardHost
import Testing

/// Tests of gestures that a keyboard leaves to the host (`KLV_UNHANDLED`).
@Suite("The host handles gestures that a keyboard leaves unhandled")
struct GestureTests {
  private static func harness() throws -> SessionHarness {
    SessionHarness(libraries: [("org.example.gestures", try CLibrary.compile("gestures.c"))])
  }

  @Test(
    "An unhandled gesture, such as a long press and its release, causes at most one key press",
    arguments: [
      ("a", [.longPress, .release], "a", ["a 2", "a 0", "a 1"]),
      ("a", [.press, .repeat, .repeatWord], "aaa", ["a 0", "a 4", "a 0", "a 5", "a 0"]),
      ("e", [.longPress, .release], "e", ["e 2", "e 1", "e 0"]),
      ("e", [.longPress, .alternative(1)], "è", ["e 2", "e 6"]),
      ("e", [.longPress, .alternative(1), .release], "è", ["e 2", "e 6", "e 1"]),
      ("e", [.longPress, .release, .release], "e", ["e 2", "e 1", "e 0", "e 1"]),
      ("e", [.alternative(2), .alternative(-1), .alternative(.max)], "", ["e 6", "e 6", "e 6"]),
      ("a", [.alternative(0)], "", ["a 6"]),
      ("own", [.longPress, .alternative(0), .release, .repeat], "", ["own 2", "own 6", "own 1", "own 4"]),
      ("long", [.longPress, .release], "", ["long 2", "long 1"]),
      ("long", [.press], "long", ["long 0"]),
      ("⇧", [.longPress, .release], "", ["⇧ 2", "⇧ 0", "⇧ 1"]),
      ("a", [.release, .swipe(.left)], "", ["a 1", "a 3"]),
    ] as [(String, [KeyEvent.Gesture], String, [String])])
  func oncePressed(key: String, gestures: [KeyEvent.Gesture], typed: String, events: [String]) throws {
    let harness = try Self.harness()
    harness.focus("")
    for gesture in gestures { try harness.session.key(key, gesture) }
    #expect(harness.text == [typed, ""])
    #expect(harness.source.lines == events)
  }

  @Test("A key can get touches, and the touches type nothing")
  func touches() throws {
    let harness = try Self.harness()
    harness.focus("")
    let touches = [
      KeyTouch(finger: 1, phase: .moved, x: 2.5, y: -3, timestamp: 1.5),
      KeyTouch(finger: 0, phase: .cancelled, x: 400, y: 1, timestamp: 2),
    ]
    try harness.session.key("pad", .touches(KeyTouches(touches, width: 90, height: 50)))
    #expect(
      harness.source.lines == [
        "pad 90x50: finger 1, phase 1, 2.5 -3 at 1.5", "pad 90x50: finger 0, phase 3, 400 1 at 2",
      ])
    // Press the key without a finger, as a script can. Then the keyboard gets a press and no touches.
    try harness.session.key("pad")
    #expect(harness.text == ["pad", ""])
    #expect(harness.source.lines.last == "pad 0")
  }

  @Test("If the keyboard's function for touches returns an error, the turn fails")
  func failedTouch() throws {
    let harness = try Self.harness()
    harness.focus("")
    let touch = KeyTouch(finger: 0, phase: .began, x: -1, y: 0, timestamp: 0)
    try harness.session.key("pad", .touches(KeyTouches([touch], width: 90, height: 50)))
    #expect(harness.session.drainReport().failures.count == 1)
  }

  @Test("If a keyboard has no klava.touch/1, a touch on its key fails, and the failure names the table")
  func missingTable() throws {
    let harness = SessionHarness(libraries: [("org.example.honest", try CLibrary.compile("honest.c"))])
    harness.focus("")
    let key = try #require(harness.session.inputView?.keys.first?.identifier)
    let touch = KeyTouch(finger: 0, phase: .began, x: 0, y: 0, timestamp: 0)
    try harness.session.key(key, .touches(KeyTouches([touch], width: 90, height: 50)))
    let failure = try #require(harness.session.drainReport().failures.first)
    #expect("\(failure)".contains("klava.touch/1"))
  }

  @Test("Releasing a held key types its character, unless the field has lost the focus since the press")
  func waits() throws {
    let harness = try Self.harness()
    harness.focus("")
    try harness.session.key("e", .longPress)
    try harness.session.key("a")
    try harness.session.key("e", .release)
    #expect(harness.text == ["ae", ""])
    try harness.session.key("e", .longPress)
    harness.session.blur()
    harness.focus("")
    try harness.session.key("e", .release)
    #expect(harness.text == ["", ""])
  }

  @Test("Holding the globe key shows the list of input modes and does not switch keyboards")
  func globe() throws {
    let harness = try Self.harness()
    harness.focus("")
    try harness.session.key("🌐", .longPress)
    try harness.session.key("🌐", .release)
    #expect(harness.session.keyboard == "org.example.gestures")
    #expect(harness.session.drainReport().events == [.handleInputModeList])
  }

  @Test("Holding delete deletes characters, then words, up to the start of the text")
  func deletes() throws {
    let harness = try Self.harness()
    harness.focus("one two, three", " after")
    for gesture in [.press, .repeat, .repeatWord, .repeatWord] as [KeyEvent.Gesture] {
      try harness.session.key("⌫", gesture)
    }
    #expect(harness.text == ["one ", " after"])
    for _ in 0..<3 { try harness.session.key("⌫", .repeatWord) }
    #expect(harness.text == ["", " after"])
  }

  @Test("Holding delete removes a word that is longer than the context window, but no text before the word")
  func deletesAcrossTheWindow() throws {
    let harness = try Self.harness()
    harness.focus("keep this " + String(repeating: "x", count: 1_300))
    try harness.session.key("⌫", .repeatWord)
    #expect(harness.text == ["keep this " + String(repeating: "x", count: 800), ""])
    for _ in 0..<2 { try harness.session.key("⌫", .repeatWord) }
    #expect(harness.text == ["keep this ", ""])
  }

  @Test("A keyboard can change a picture, a suggestion bar or a key, and an invalid change returns an error code")
  func changes() throws {
    let harness = try Self.harness()
    harness.focus("")
    try harness.session.key("change")
    let functions = "klava.interface-changes/1"
    let noPicture = "\(functions).set_image returned KLV_ERROR_NOT_FOUND (-5): the input view has no picture “dog”"
    let noBar =
      "\(functions).set_suggestions returned KLV_ERROR_NOT_FOUND (-5): the input view has no suggestion bar “cat”"
    func invalid(_ code: String, _ fault: String) -> String {
      "\(functions).set_suggestions returned KLV_ERROR_\(code): the suggestions of the suggestion bar “words” are invalid: "
        + fault
    }
    #expect(
      harness.source.lines == [
        "change 0", "0", "\(noPicture) for this change", "-5", "0", "\(noBar) for this change", "-5",
        invalid("BAD_ARGUMENT (-2)", "choices is NULL"), "-2",
        invalid("TOO_LARGE (-6)", "choice_count is 18446744073709551615; the most is 32"), "-6",
        invalid("BAD_ARGUMENT (-2)", "choices[0] is NULL"), "-2",
        invalid("BAD_ARGUMENT (-2)", "choices[0] is empty"), "-2",
        invalid("NOT_UTF8 (-8)", "choices[0] has invalid UTF-8 at byte 0"), "-8", "0",
        "klava.interface/1.set_key returned KLV_ERROR_BAD_ARGUMENT (-2): selected has the unknown value 3", "-2",
      ])
    let inputView = try #require(harness.session.inputView)
    #expect(inputView.key("words.1")?.title == "then")
    #expect(inputView.key("words.1")?.role == .suggestion)
    #expect(inputView.key("⇧")?.isSelected == true)
    try harness.session.key("words.1")
    try harness.session.key("words.0", .longPress)
    #expect(harness.text == ["thenthe", ""])
    guard case .stack(let grid) = inputView.root, case .grid(columns: 4) = grid.arrangement else {
      Issue.record("the root is \(inputView.root)")
      return
    }
    #expect(grid.children.contains(.image(Image("cat", name: "system:heart"))))
  }
}
