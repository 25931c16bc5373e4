import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

@Suite("In a terminal, the system keyboard has the keys that terminals need")
struct TerminalTests {
  private let keyboard = SystemKeyboard()
  private let field: TypedField

  init() throws {
    keyboard.isInTerminal = true
    field = try TypedField(FieldState(), keyboard: keyboard)
  }

  private static let keys: [(String, KeyPress.Key)] = [
    ("escape", .escape), ("tab", .tab), ("left", .left), ("up", .up), ("down", .down), ("right", .right),
  ]

  @Test("Escape, Tab and the arrow keys send a key press to the application and insert no text", arguments: keys)
  func keyPress(identifier: String, key: KeyPress.Key) throws {
    try field.press(identifier)
    #expect(keyboard.drainKeyPresses() == [KeyPress(key)])
    #expect(field.text == "")
  }

  @Test("Control and Alt apply to one key, and the next letter is plain text")
  func modifiers() throws {
    try field.press("control", "c", "alt", "control", "space", "c")
    #expect(
      keyboard.drainKeyPresses() == [
        KeyPress(.character("c"), control: true), KeyPress(.character(" "), control: true, alt: true),
      ])
    #expect(field.text == "c")
  }

  @Test(
    "With a keyboard layout without ASCII, Control sends the letter of the US layout", arguments: ["ru", "gr", "de"])
  func layouts(layout: String) throws {
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: true)
    try field.serve(.appear(FieldState()))
    let key = ["ru": "с", "gr": "ψ", "de": "c"][layout] ?? ""
    try field.press("control", key, key)
    #expect(keyboard.drainKeyPresses() == [KeyPress(.character("c"), control: true)])
    #expect(field.text == key)
  }

  @Test("A second tap turns a modifier off, and a change of the plane keeps the modifier on")
  func sticky() throws {
    try field.press("control", "control", "x")
    #expect(field.text == "x")
    try field.press("control", "123", "1")
    #expect(keyboard.drainKeyPresses() == [KeyPress(.character("1"), control: true)])
  }

  @Test("The arrow keys repeat while the user holds them")
  func repeats() throws {
    try field.press("left")
    let view = try #require(field.inputView)
    #expect(view.keys.filter(\.repeats).map(\.identifier) == ["left", "up", "down", "right", "delete"])
  }

  @Test("Outside a terminal, the system keyboard does not show these keys")
  func others() throws {
    let other = try TypedField(FieldState())
    #expect(!other.identifiers.contains("escape"))
    #expect(field.identifiers.contains("escape"))
  }
}
