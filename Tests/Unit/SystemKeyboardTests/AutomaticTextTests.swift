import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@Suite("The system keyboard makes capitals and punctuation as the user types (Behavior.md#text-services)")
struct AutomaticTextTests {
  private func field(
    _ before: String = "", language: String? = nil, isTerminal: Bool = false,
    _ change: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> TypedField {
    var state = FieldState()
    change(&state.traits)
    let keyboard = SystemKeyboard()
    keyboard.isInTerminal = isTerminal
    let field = try TypedField(state, text: TextBuffer(before: before), keyboard: keyboard, isAutomatic: true)
    field.documentLanguage = language
    if language != nil { try field.serve(.appear(state), document: TextBuffer(before: before)) }
    return field
  }

  private func isOn(_ field: TypedField) -> Bool? { field.inputView?.key("shift")?.isSelected }

  @Test(
    "Shift comes on at the start of a sentence, and goes off after the letter",
    arguments: [
      (["T", "e", "a", "123", ".", "space", "A"], "Tea. A"), (["O", "k", "delete"], "O"), (["O", "delete", "A"], "A"),
      (["123", "1", "ABC", "a"], "1a"), (["123", "ABC", "A"], "A"), (["A", "return", "B"], "A\nB"),
      (["shift", "a", "b"], "ab"), (["shift", "shift", "A", "B"], "AB"), (["shift", "shift", "shift", "a"], "a"),
    ])
  func shift(keys: [String], text: String) throws {
    let field = try field()
    for key in keys { try field.press(key) }
    #expect(field.text == text)
  }

  @Test("While automatic capitals apply, the titles of the letters are capitals, and the name of the shift key says so")
  func look() throws {
    let field = try field()
    #expect(isOn(field) == true && field.identifiers.contains("Q") && !field.identifiers.contains("q"))
    #expect(field.inputView?.key("shift")?.accessibilityLabel == "shift, on")
    #expect(field.inputView?.key("shift")?.title == "⇧")
    try field.press("Q")
    #expect(isOn(field) == false && field.identifiers.contains("q"))
  }

  @Test("After a change by the application or the user, the keyboard updates shift, unless the user pressed shift")
  func changes() throws {
    let field = try field("tea")
    #expect(isOn(field) == false)
    try field.serve(.documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: "Tea. "))
    #expect(isOn(field) == true)
    try field.press("shift")
    #expect(isOn(field) == false)
    try field.serve(.standingChanged(InputModeStanding(hasFullAccess: true)))
    #expect(isOn(field) == false)
    try field.press("shift")
    try field.serve(.documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: "Tea"))
    #expect(field.inputView?.key("shift")?.title == "⇪")
  }

  @Test(
    "Capitals follow the field's autocapitalizationType, its keyboard type and its language",
    arguments: [
      (.none, .default, "", false), (.words, .default, "tea ", true), (.words, .default, "tea", false),
      (.sentences, .default, "tea ", false), (.allCharacters, .default, "tea", true), (.sentences, .URL, "", false),
      (.words, .emailAddress, "", false), (.sentences, .webSearch, "", true), (.sentences, .asciiCapable, "", true),
    ] as [(TextAutocapitalizationType, KeyboardType, String, Bool)])
  func traits(type: TextAutocapitalizationType, keyboardType: KeyboardType, before: String, expected: Bool) throws {
    let field = try field(before) {
      $0.autocapitalizationType = type
      $0.keyboardType = keyboardType
    }
    #expect(isOn(field) == expected)
  }

  @Test("The keyboard uses the rules of the document's language, or of the user's language if the document has none")
  func language() throws {
    #expect(try isOn(field("Am 3. ")) == true)
    #expect(try isOn(field("Am 3. ", language: "de")) == false)
    let german = try field(language: "de")
    try german.type("\"a\"")
    #expect(german.text == "„a“")
  }

  @Test("A secure field and a terminal have no automatic changes")
  func never() throws {
    let secure = try field { $0.isSecureTextEntry = true }
    #expect(isOn(secure) == false)
    try secure.type("\"a--b  c")
    #expect(secure.text == "\"a--b  c")
    let terminal = try field(isTerminal: true)
    #expect(isOn(terminal) == false)
    try terminal.type("\"a--b  c")
    #expect(terminal.text == "\"a--b  c")
  }

  @Test(
    "The keyboard types dashes, quotation marks, and a period for two spaces",
    arguments: [
      ("a--b", "a–b"), ("a---b", "a—b"), ("\"a\"", "“a”"), ("don't", "don’t"), ("a  b", "a. b"), ("a   b", "a.  b"),
    ])
  func punctuation(typed: String, text: String) throws {
    let field = try field()
    try field.type(typed)
    #expect(field.text == text)
  }

  @Test(
    "Pressing delete directly after a replacement restores the typed text; any other key keeps the replacement",
    arguments: [
      ("a--", ["delete"], "a--"), ("a---", ["delete"], "a---"), ("\"", ["delete"], "\""), ("a'", ["delete"], "a'"),
      ("a  ", ["delete"], "a  "), ("a  ", ["delete", "delete"], "a "), ("a--", ["delete", "-"], "a---"),
      ("a  ", ["delete", "space"], "a   "), ("a--", ["delete", "delete"], "a-"),
      ("a--", ["1", "delete", "delete"], "a"),
    ])
  func undo(typed: String, keys: [String], text: String) throws {
    let field = try field()
    try field.type(typed)
    if keys.contains(where: { ["-", "1"].contains($0) }), !field.identifiers.contains("1") { try field.press("123") }
    for key in keys { try field.press(key) }
    #expect(field.text == text)
  }

  @Test("After a change by the application or the user, delete does not undo a replacement")
  func laterDelete() throws {
    let field = try field()
    try field.type("a--")
    try field.serve(.documentChanged(DocumentChange(changedSelection: true), .user), document: TextBuffer(before: "a–"))
    try field.press("delete")
    #expect(field.text == "a")
  }

  @Test("After a key of the additional row, delete does not undo a replacement")
  func deleteAfterArrow() throws {
    let field = try field()
    field.keyboard.preferences.showsDesktopKeys = true
    try field.serve(.settingsChanged([:]))
    try field.type("a--")
    try field.press("left", "delete")
    #expect(field.last.edits == [.deleteBackward])
  }

  @Test("A typed character replaces the selection, and the text before the selection does not change")
  func selection() throws {
    let field = try TypedField(
      FieldState(), text: TextBuffer(before: "tea ", selected: "x", after: "."), isAutomatic: true)
    try field.press("space")
    #expect(field.text == "tea  .")
  }

  @Test(
    "The user can turn each kind of automatic change off",
    arguments: [
      (true, true, true, "a–b. c"), (false, true, true, "a–b. c"), (true, false, true, "a–b  c"),
      (true, true, false, "a--b. c"),
    ])
  func preferences(capitals: Bool, periods: Bool, punctuation: Bool, text: String) throws {
    let field = try field()
    field.keyboard.preferences.capitals = capitals
    field.keyboard.preferences.periods = periods
    field.keyboard.preferences.punctuation = punctuation
    try field.serve(.appear(FieldState()), document: TextBuffer())
    #expect(isOn(field) == capitals)
    try field.type("a--b  c")
    #expect(field.text == text)
  }

  @Test(
    "Even with automatic capitals, the keys that SystemKeyboard finds for a character type this character",
    arguments: ["", "Tea. ", "tea"], [[], ["shift"], ["shift", "shift"], ["123"], ["123", "#+="]])
  func paths(before: String, keys: [String]) throws {
    for character in "aA1{ " {
      let field = try field(before)
      for key in keys { try field.press(key) }
      try field.type(String(character))
      #expect(field.text == before + String(character))
    }
  }
}
