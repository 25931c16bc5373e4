import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@Suite("The system keyboard offers the user's own data by content type (Behavior.md#content-type-suggestions)")
struct PersonalTextTests {
  private static let data: [TextContentType: [String]] = [
    .emailAddress: ["ada@example.org", "Ada.L@example.com"], .telephoneNumber: ["+44 20 7946 0000"],
    .nickname: ["Zא\u{5B4}"],
  ]

  private func field(
    _ type: TextContentType?, _ text: TextBuffer = TextBuffer(), isTerminal: Bool = false, suggests: Bool = true,
    _ change: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> TypedField {
    var state = FieldState()
    state.traits.textContentType = type
    state.traits.autocapitalizationType = .none
    change(&state.traits)
    let keyboard = SystemKeyboard(personal: PersonalTexts(own: { Self.data[$0] ?? [] }))
    keyboard.isInTerminal = isTerminal
    let field = try TypedField(state, text: text, keyboard: keyboard, isAutomatic: true)
    keyboard.preferences.suggestions = suggests
    try field.serve(.appear(state), document: text)
    return field
  }

  @Test("A press on a suggestion inserts its text, or completes the beginning of this text that the user typed")
  func inserts() throws {
    let field = try field(.emailAddress)
    #expect(field.bar == ["ada@example.org", "Ada.L@example.com"])
    try field.type("ada")
    #expect(field.bar == ["ada@example.org", "Ada.L@example.com"])
    try field.type(".")
    #expect(field.bar == ["Ada.L@example.com"])
    try field.press("suggestions.0")
    #expect(field.text == "Ada.L@example.com")
    #expect(field.bar == [])
    try field.press("suggestions.0", "suggestions.9", "suggestions.-1", "suggestions.x")
    #expect(field.text == "Ada.L@example.com")
  }

  @Test("A press on a suggestion replaces a typed text that differs in capitals, even if the text has combining marks")
  func replaces() throws {
    // One deletion removes only the Hebrew point, so deleting this text needs more deletions than it has characters.
    let field = try field(.nickname, TextBuffer(before: "zא\u{5B4}"))
    #expect(field.bar == ["Zא\u{5B4}"])
    try field.press("suggestions.0")
    #expect(field.text == "Zא\u{5B4}")
  }

  @Test("A phone pad can have a suggestion bar; if no own data fits a field and its text, the bar is missing or empty")
  func fields() throws {
    let pad = try field(.telephoneNumber) { $0.keyboardType = .phonePad }
    #expect(pad.bar == ["+44 20 7946 0000"])
    try pad.press("suggestions.0")
    #expect(pad.text == "+44 20 7946 0000")
    #expect(try field(.familyName).bar == nil)
    #expect(try field(nil).bar == nil)
    #expect(try field(.emailAddress, TextBuffer(before: "other")).bar == [])
    #expect(try field(.emailAddress, TextBuffer(before: "", after: "x")).bar == [])
    #expect(try field(.emailAddress, TextBuffer(isCutBefore: true)).bar == [])
  }

  @Test("In secure fields and terminals, and if the user turned suggestions off, there is no bar")
  func withheld() throws {
    #expect(try field(.emailAddress) { $0.isSecureTextEntry = true }.bar == nil)
    #expect(try field(.emailAddress, isTerminal: true).bar == nil)
    #expect(try field(.emailAddress, suggests: false).bar == nil)
    let changing = try field(.emailAddress)
    var state = changing.field
    state.traits.isSecureTextEntry = true
    try changing.serve(.traitsChanged(state))
    #expect(changing.bar == nil)
    try changing.press("suggestions.0")
    #expect(changing.text == "")
  }
}
