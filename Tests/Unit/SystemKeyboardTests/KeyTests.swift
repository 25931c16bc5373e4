import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@Suite("The keys of the system keyboard have the effects of their roles")
struct KeyTests {
  private static let shiftPresses: [([String], String)] = [
    (["shift", "A", "b"], "Ab"), (["shift", "shift", "A", "B", "space", "C"], "AB C"),
    (["shift", "shift", "A", "shift", "b"], "Ab"), (["shift", "shift", "shift", "a"], "a"),
    (["shift", "space", "a"], " a"), (["shift", "delete", "shift", "A", "a"], "Aa"),
    (["shift", "123", "ABC", "a"], "a"), (["shift", "shift", "123", "1", "ABC", "A"], "1A"),
    (["shift", "a", "A"], "A"), (["A", "a"], "a"),
  ]

  @Test(
    "One press of shift makes one capital, a double tap turns caps lock on, and a third press turns caps lock off",
    arguments: shiftPresses)
  func shift(keys: [String], text: String) throws {
    let field = try TypedField()
    for key in keys { try field.press(key) }
    #expect(field.text == text)
  }

  private static let timedTaps: [(text: String, seconds: [Double], titles: String)] = [
    // Each character is the shift key: off, on, or caps lock
    ("a", [0, 0.3], "-⇧⇪"), ("a", [0, 0.31], "-⇧-"), ("a", [0, 0.31, 0.62], "-⇧-⇧"), ("a", [0, 0.31, 0.6], "-⇧-⇪"),
    ("", [0], "⇧-"), ("", [0, 0.3], "⇧-⇪"), ("", [0, 0.31], "⇧-⇧"), ("", [0, 0.31, 0.6], "⇧-⇧⇪"),
    ("a", [0, 0.1, 0.2], "-⇧⇪-"), ("a", [0, 0.1, 0.2, 0.25], "-⇧⇪-⇧"), ("a", [0, 0.1, 0.2, 0.25, 0.3], "-⇧⇪-⇧⇪"),
    ("", [5, 5.2, 9], "⇧-⇪-"),
  ]

  @Test("Two taps on shift turn caps lock on if at most 0.3 s are between them", arguments: timedTaps)
  func doubleTap(text: String, seconds: [Double], titles: String) throws {
    let field = try TypedField(text: TextBuffer(before: text), isAutomatic: true)
    var seen = ""
    func look() throws {
      let key = try #require(field.inputView?.key("shift"))
      seen += key.isSelected ? key.title : "-"
    }
    try look()
    for second in seconds {
      field.keyboard.now = .seconds(second)
      try field.press("shift")
      try look()
    }
    #expect(seen == titles)
  }

  @Test("Another key between two taps on shift prevents a double tap", arguments: ["123", "delete", "B", "é"])
  func interruptedDoubleTap(_ key: String) throws {
    let field = try TypedField(text: TextBuffer(before: "a"))
    try field.press("shift")
    if key == "é" {
      try field.serve(.key(KeyEvent(key: "E", gesture: .alternative(0))))
    } else {
      try field.press(key)
    }
    if key == "123" { try field.press("ABC") }
    try field.press("shift")
    #expect(field.inputView?.key("shift")?.title == "⇧")
  }

  @Test("A long press on shift turns caps lock on, and the next tap turns it off")
  func longShift() throws {
    let field = try TypedField()
    try field.serve(.key(KeyEvent(key: "shift", gesture: .longPress)))
    try field.serve(.key(KeyEvent(key: "shift", gesture: .release)))
    #expect(field.inputView?.key("shift")?.title == "⇪")
    field.keyboard.now = .seconds(0.1)
    try field.press("shift")
    #expect(field.inputView?.key("shift")?.isSelected == false)
  }

  /// The presses before a long press of shift, the keys while shift is held and after it, and the text.
  private static let heldShifts: [([String], [String], [String], String)] = [
    (["shift"], ["A", "B"], ["c"], "ABc"), (["shift"], [], ["A", "b"], "Ab"), ([], ["A", "B"], ["c"], "ABc"),
    (["shift", "shift"], ["A"], ["B"], "AB"), (["shift"], ["A", "delete", "B"], ["c"], "Bc"),
    (["shift"], ["123", "1", "ABC", "a"], ["b"], "1ab"),
  ]

  @Test("While a finger holds shift, all letters are capitals, and then shift is off", arguments: heldShifts)
  func holdShift(before: [String], meanwhile: [String], after: [String], text: String) throws {
    let field = try TypedField()
    for key in before { try field.press(key) }
    try field.serve(.key(KeyEvent(key: "shift", gesture: .longPress)))
    for key in meanwhile { try field.press(key) }
    try field.serve(.key(KeyEvent(key: "shift", gesture: .release)))
    for key in after { try field.press(key) }
    #expect(field.text == text)
  }

  @Test("The accessibility label of shift names the shift state")
  func spokenShift() throws {
    let field = try TypedField()
    var spoken: [String?] = []
    for _ in 0..<4 {
      spoken.append(field.inputView?.key("shift")?.accessibilityLabel)
      try field.press("shift")
    }
    #expect(spoken == ["shift", "shift, on", "shift, caps lock", "shift"])
  }

  @Test("The shift key looks different in each shift state")
  func shiftLooks() throws {
    let field = try TypedField()
    var looks: [String] = []
    for _ in 0..<4 {
      let key = try #require(field.inputView?.key("shift"))
      looks.append(key.title + (key.isSelected ? " on" : ""))
      try field.press("shift")
    }
    #expect(looks == ["⇧", "⇧ on", "⇪ on", "⇧"])
  }

  private static let spacePresses: [(KeyboardType, [String], String)] = [
    (.default, ["123", "1", "space", "a"], "1 a"),
    (.default, ["123", "#+=", "[", "space", "a"], "[ a"),
    (.numbersAndPunctuation, ["1", "space", "2"], "1 2"),
    (.numbersAndPunctuation, ["ABC", "a", "space", "b"], "a b"),
    (.numbersAndPunctuation, ["#+=", "[", "space", "2"], "[ 2"),
  ]

  @Test(
    "After a number or symbol, the space key types a space and shows the first plane again",
    arguments: spacePresses)
  func space(keyboardType: KeyboardType, keys: [String], text: String) throws {
    let field = try TypedField(keyboardType)
    for key in keys { try field.press(key) }
    #expect(field.text == text)
  }

  @Test("Each key of the first plane has only the effect of its role", arguments: KeyboardType.allCases)
  func roles(keyboardType: KeyboardType) throws {
    for key in try #require(try TypedField(keyboardType).inputView).keys {
      let field = try TypedField(keyboardType)
      try field.press(key.identifier)
      let isDrawn = field.requests.contains { if case .setInputView = $0 { true } else { false } }
      switch key.role {
      case .character: #expect(field.last.edits == [.insertText(key.title)])
      case .space: #expect(field.last.edits == [.insertText(" ")])
      case .return: #expect(field.last.edits == [.insertText("\n")])
      case .delete: #expect(field.last.edits == [.deleteBackward])
      case .nextKeyboard: #expect(field.requests == [.advanceToNextInputMode])
      case .dismiss: #expect(field.requests == [.dismissKeyboard])
      case .shift, .planeSwitch: #expect(isDrawn && field.last.edits == [])
      case .action, .suggestion: Issue.record("the system keyboard has no key with this role")
      }
      let edits: [KeyRole] = [.character, .space, .return]
      #expect(field.last.callbacks == (edits.contains(key.role) ? [.textWillChange, .textDidChange] : []))
    }
  }

  @Test("Holding the globe key shows the list of input modes; holding any other key presses it")
  func longPress() throws {
    let field = try TypedField()
    try field.serve(.key(KeyEvent(key: "globe", gesture: .longPress)))
    #expect(field.requests == [.showInputModeList])
    try field.serve(.key(KeyEvent(key: "a", gesture: .longPress)))
    try field.serve(.key(KeyEvent(key: "a", gesture: .release)))
    #expect(field.text == "a")
  }

  @Test(
    "A held key types either one of its alternatives or its own text",
    arguments: [
      (["e"], [.longPress, .alternative(1)], "é"), (["e"], [.longPress, .release], "e"),
      (["e"], [.longPress, .alternative(0), .release], "è"), (["e"], [.alternative(8)], ""), (["e"], [.release], ""),
      (["shift", "E"], [.longPress, .alternative(1)], "É"), (["shift", "S"], [.longPress, .alternative(0)], "Ś"),
      (["123", "-"], [.longPress, .alternative(1)], "—"), (["123", "\""], [.longPress, .alternative(3)], "«"),
      (["q"], [.longPress, .alternative(0), .release], "q"),
    ] as [([String], [KeyEvent.Gesture], String)])
  func alternatives(keys: [String], gestures: [KeyEvent.Gesture], typed: String) throws {
    let field = try TypedField()
    for key in keys.dropLast() { try field.press(key) }
    for gesture in gestures { try field.serve(.key(KeyEvent(key: keys.last, gesture: gesture))) }
    #expect(field.text == typed)
    // After a capital letter, shift must be off again.
    #expect(typed.isEmpty || field.inputView?.key("shift")?.isSelected != true)
  }

  @Test("A URL field offers domains other than .com")
  func domains() throws {
    let field = try TypedField(.URL)
    #expect(field.inputView?.key(".com")?.alternatives.contains(".org") == true)
    try field.serve(.key(KeyEvent(key: ".com", gesture: .alternative(1))))
    #expect(field.text == ".org")
  }

  @Test("Holding delete deletes characters, then words, and requests more text from the host if necessary")
  func repeats() throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "one two three"))
    for gesture in [.press, .repeat, .repeatWord, .repeatWord] as [KeyEvent.Gesture] {
      try field.serve(.key(KeyEvent(key: "delete", gesture: gesture)))
    }
    #expect(field.text == "one ")
    #expect(field.last.callbacks == [.textWillChange, .textDidChange])
    let cut = try TypedField(FieldState(), text: TextBuffer(before: "xyz", isCutBefore: true))
    try cut.serve(.key(KeyEvent(key: "delete", gesture: .repeatWord)), rest: TextBuffer(before: "more wo"))
    #expect(cut.last.edits == Array(repeating: .deleteBackward, count: 3))
    #expect(cut.questions == [.document(after: Array(repeating: .deleteBackward, count: 3))])
    let unknown = try TypedField(FieldState(), text: TextBuffer(before: "", isCutBefore: true))
    try unknown.serve(.key(KeyEvent(key: "delete", gesture: .repeatWord)))
    #expect(unknown.last.edits == [.deleteBackward])
  }

  @Test("The shift key is shown as selected while shift is on")
  func selectedShift() throws {
    let field = try TypedField()
    var selected: [Bool?] = []
    for _ in 0..<4 {
      selected.append(field.inputView?.key("shift")?.isSelected)
      try field.press("shift")
    }
    #expect(selected == [false, true, true, false])
  }

  private static let unknownKeys: [String?] = [
    nil, "", "A", "1", "[", "#+=", "ABC", "no such key", "\u{0}", "💩", " ", "\n",
    String(repeating: "x", count: 100_000),
  ]

  @Test(
    "The keyboard ignores swipes, and presses of keys that it does not show",
    arguments: unknownKeys)
  func unknown(key: String?) throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "text"))
    for gesture in [.press, .longPress, .release, .swipe(.left)] as [KeyEvent.Gesture] {
      try field.serve(.key(KeyEvent(key: key, gesture: gesture)))
      #expect(field.last == TurnResult(serial: field.last.serial))
    }
    try field.serve(.key(KeyEvent(key: "a", gesture: .swipe(.up))))
    #expect(field.last == TurnResult(serial: field.last.serial))
  }

  private static let eventsWithoutField: [(TurnEvent, [KeyboardCallback])] = [
    (.key(KeyEvent(key: "a", gesture: .press)), []), (.timer(1), []), (.destroy, []),
    (.memoryWarning, [.didReceiveMemoryWarning]), (.settingsChanged([:]), [.settingsDidChange]),
    (.environmentChanged(KeyboardEnvironment()), [.environmentDidChange]),
    (.standingChanged(InputModeStanding()), [.standingDidChange]),
    (.traitsChanged(FieldState()), [.traitsDidChange, .textDidChange]),
    (.disappear, [.viewWillDisappear, .viewDidDisappear]),
  ]

  @Test(
    "If no field has the focus, an event causes only its callbacks",
    arguments: eventsWithoutField)
  func noField(event: TurnEvent, callbacks: [KeyboardCallback]) throws {
    let never = SystemKeyboard()
    let result = try never.serve(Turn(serial: 7, event: event)) { _ in .refused(.notNow) }
    #expect(result == TurnResult(serial: 7, callbacks: callbacks))
    let left = try TypedField()
    try left.serve(.disappear)
    try left.serve(event)
    #expect(left.last == TurnResult(serial: left.last.serial, callbacks: callbacks))
  }

  @Test("The keyboard forgets a field's text, plane and shift state when the field loses the focus")
  func forgets() throws {
    var state = FieldState()
    state.traits.enablesReturnKeyAutomatically = true
    let field = try TypedField(state)
    let fresh = field.inputView
    try field.type("secret{")
    try field.press("ABC", "shift", "shift")
    try field.serve(.disappear)
    try field.serve(.appear(state), document: TextBuffer())
    #expect(field.inputView == fresh)
    #expect(field.last.callbacks == [.viewWillAppear, .viewDidAppear])
  }

  @Test("The system keyboard serves turns through the protocol Keyboard")
  func asKeyboard() throws {
    let keyboard: any Keyboard = SystemKeyboard()
    _ = try keyboard.serve(Turn(serial: 1, event: .appear(FieldState()))) { _ in .done }
    let result = try keyboard.serve(Turn(serial: 2, event: .key(KeyEvent(key: "q", gesture: .press)))) { _ in .done }
    #expect(result.edits == [.insertText("q")])
    #expect(SystemKeyboard.identifier == "org.klava.system")
  }
}
