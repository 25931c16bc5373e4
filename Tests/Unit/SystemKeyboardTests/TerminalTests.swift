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

  @Test("Each key is a key press for the application and no text", arguments: keys)
  func keyPress(identifier: String, key: KeyPress.Key) throws {
    try field.press(identifier)
    #expect(keyboard.drainKeyPresses() == [KeyPress(key)])
    #expect(field.text == "")
  }

  @Test("Control and Alt apply to one key, and the next letter is text again")
  func modifiers() throws {
    try field.press("control", "c", "alt", "control", "space", "c")
    #expect(
      keyboard.drainKeyPresses() == [
        KeyPress(.character("c"), control: true), KeyPress(.character(" "), control: true, alt: true),
      ])
    #expect(field.text == "c")
  }

  @Test("A second tap turns a modifier off, and a change of the plane keeps it")
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

  @Test("A field that is no terminal has none of these keys")
  func others() throws {
    let other = try TypedField(FieldState())
    #expect(!other.identifiers.contains("escape"))
    #expect(field.identifiers.contains("escape"))
  }
}
