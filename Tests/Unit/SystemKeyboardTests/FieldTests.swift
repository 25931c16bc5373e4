import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@Suite("The user can type in each kind of field of Behavior.md#keyboard-selection")
struct FieldTests {
  /// An example text for each keyboard type.
  private static let examples: [(KeyboardType, String)] = [
    (.default, "Hello, World! 42 {x} ~ 5€"), (.asciiCapable, "Robert'); DROP TABLE Students;--"),
    (.numbersAndPunctuation, "12:30 - 14:00, Room B"), (.URL, "https://www.example.com/~me?q=1&r=2#top"),
    (.numberPad, "0123456789"), (.phonePad, "+44,20#79*460958;3"), (.namePhonePad, "Ada Lovelace"),
    (.emailAddress, "first.last+tag@example.org"), (.decimalPad, "3.14159"), (.twitter, "@klava #keyboards rule"),
    (.webSearch, "swift.org \"ownership\""), (.asciiCapableNumberPad, "9876543210"),
  ]

  @Test("In each kind of field, the user can type an example text", arguments: examples)
  func types(keyboardType: KeyboardType, example: String) throws {
    let field = try TypedField(keyboardType)
    try field.type(example)
    #expect(field.text == example)
  }

  @Test("The examples cover every keyboard type")
  func completeExamples() {
    #expect(Set(Self.examples.map(\.0)) == Set(KeyboardType.allCases))
  }

  @Test("The user can type a password in a single-line secure field")
  func secure() throws {
    var state = FieldState(isMultiline: false)
    state.traits.isSecureTextEntry = true
    let field = try TypedField(state)
    try field.type("C0rrect-Horse_`Battery`\\Staple\n")
    #expect(field.text == "C0rrect-Horse_`Battery`\\Staple")
    #expect(field.returnKeys == 1)
  }

  @Test("On a name phone pad, the user can type telephone numbers and letters")
  func namePhone() throws {
    let field = try TypedField(.namePhonePad)
    try field.type("Bo +1,2;#*")
    #expect(field.text == "Bo +1,2;#*")
    try field.press("ABC", "c")
    #expect(field.text == "Bo +1,2;#*c")
  }

  @Test("Return inserts a line break in a multiline field, and triggers the action of a single-line field")
  func returnKey() throws {
    let lines = try TypedField()
    try lines.type("a\nb")
    #expect(lines.text == "a\nb")
    #expect(lines.returnKeys == 0)
    let line = try TypedField(FieldState(isMultiline: false))
    try line.type("a\nb")
    #expect(line.text == "ab")
    #expect(line.returnKeys == 1)
  }

  @Test("A typed character replaces the selection, and delete removes characters")
  func selection() throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "a", selected: "bc", after: "d"))
    try field.press("x")
    #expect(field.text == "axd")
    try field.press("delete", "delete", "delete")
    #expect(field.text == "d")
  }

  private static let separators: [(String, String)] = [
    ("en-US", "."), ("en-ZA", ","), ("ru", ","), ("de-DE", ","), ("de-CH", "."), ("es-ES", ","), ("es-419", "."),
    ("pt_BR", ","), ("zh-Hans-CN", "."), ("ja", "."), ("ar-MA", ","), ("ar-EG", "."), ("de-x-ch", ","), ("", "."),
    ("uz-Latn-UZ", ","),
  ]

  @Test(
    "The decimal separator follows the language of the field",
    arguments: separators)
  func decimalSeparator(language: String, separator: String) throws {
    let field = try TypedField(.decimalPad, keyboard: SystemKeyboard(language: language))
    try field.press("1", separator, "5")
    #expect(field.text == "1\(separator)5")
    #expect(field.keyboard.path(to: separator == "." ? "," : ".") == nil)
  }

  private static let extraKeys: [(KeyboardType, [String])] = [
    (.URL, [".", "/", ".com"]), (.emailAddress, ["@", "."]), (.twitter, ["@", "#"]), (.webSearch, ["."]),
  ]

  @Test(
    "In some kinds of fields, the keyboard shows extra keys beside the letters",
    arguments: extraKeys)
  func extras(keyboardType: KeyboardType, extras: [String]) throws {
    let field = try TypedField(keyboardType)
    try field.press("a")
    for extra in extras { try field.press(extra) }
    #expect(field.text == "a" + extras.joined())
  }
}
