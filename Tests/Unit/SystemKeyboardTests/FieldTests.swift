import SystemKeyboard
import Testing
import TextModel
import KeyboardProtocol

@Suite("Each field of Behavior.md#keyboard-selection can be typed in")
struct FieldTests {
  /// A text such as each kind of field is for.
  private static let examples: [(KeyboardType, String)] = [
    (.default, "Hello, World! 42 {x} ~ 5€"), (.asciiCapable, "Robert'); DROP TABLE Students;--"),
    (.numbersAndPunctuation, "12:30 - 14:00, Room B"), (.URL, "https://www.example.com/~me?q=1&r=2#top"),
    (.numberPad, "0123456789"), (.phonePad, "+44,20#79*460958;3"), (.namePhonePad, "Ada Lovelace"),
    (.emailAddress, "first.last+tag@example.org"), (.decimalPad, "3.14159"), (.twitter, "@klava #keyboards rule"),
    (.webSearch, "swift.org \"ownership\""), (.asciiCapableNumberPad, "9876543210"),
  ]

  @Test("a text of its kind", arguments: examples)
  func types(keyboardType: KeyboardType, example: String) throws {
    let field = try TypedField(keyboardType)
    try field.type(example)
    #expect(field.text == example)
  }

  @Test("there is an example of every kind")
  func examplesAreComplete() {
    #expect(Set(Self.examples.map(\.0)) == Set(KeyboardType.allCases))
  }

  @Test("a password, in one line")
  func secure() throws {
    var state = FieldState(isMultiline: false)
    state.traits.isSecureTextEntry = true
    let field = try TypedField(state)
    try field.type("C0rrect-Horse_`Battery`\\Staple\n")
    #expect(field.text == "C0rrect-Horse_`Battery`\\Staple")
    #expect(field.returnKeys == 1)
  }

  @Test("a telephone number where a name may stand too")
  func namePhone() throws {
    let field = try TypedField(.namePhonePad)
    try field.type("Bo +1,2;#*")
    #expect(field.text == "Bo +1,2;#*")
    try field.press("ABC", "c")
    #expect(field.text == "Bo +1,2;#*c")
  }

  @Test("return is a line break where there are lines, and the field's action where there is one line")
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

  @Test("a typed character replaces the selection, delete removes it")
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
    "the decimal separator is that of the language",
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
    "keys that a kind of field has at hand",
    arguments: extraKeys)
  func extras(keyboardType: KeyboardType, extras: [String]) throws {
    let field = try TypedField(keyboardType)
    try field.press("a")
    for extra in extras { try field.press(extra) }
    #expect(field.text == "a" + extras.joined())
  }
}
