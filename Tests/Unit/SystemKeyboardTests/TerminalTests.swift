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
    "If the keyboard layout has no ASCII, Control with a key sends the letter of the US layout",
    arguments: ["ru", "gr", "de"])
  func layouts(layout: String) throws {
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: true)
    try field.serve(.appear(FieldState()))
    let key = ["ru": "с", "gr": "ψ", "de": "c"][layout] ?? ""
    try field.press("control", key, key)
    #expect(keyboard.drainKeyPresses() == [KeyPress(.character("c"), control: true)])
    #expect(field.text == key)
  }

  @Test("Two presses lock a modifier, a third press turns it off, and a change of the plane keeps it on")
  func locks() throws {
    try field.press("control", "control")
    #expect(field.inputView?.key("control")?.title == "CTRL")
    #expect(field.inputView?.key("control")?.accessibilityLabel == "control, locked")
    try field.press("x", "y", "control", "x")
    #expect(field.text == "x")
    try field.press("control", "123", "1")
    let expected = ["x", "y", "1"].map { KeyPress(.character($0), control: true) }
    #expect(keyboard.drainKeyPresses() == expected)
    #expect(field.inputView?.key("control")?.isSelected == false)
  }

  @Test("The plane of function keys has the modifier Super, which can also apply to a key of another plane")
  func functions() throws {
    try field.press("Fn", "f5", "pageDown", "forwardDelete", "logo", "ABC", "l", "control", "delete", "alt", "return")
    #expect(
      keyboard.drainKeyPresses() == [
        KeyPress(.function(5)), KeyPress(.pageDown), KeyPress(.forwardDelete), KeyPress(.character("l"), logo: true),
        KeyPress(.backspace, control: true), KeyPress(.return, alt: true),
      ])
    #expect(field.text == "")
    try field.press("Fn")
    #expect(field.identifiers.contains("f12") && !field.identifiers.contains("q"))
  }

  @Test("Shift also applies to keys that type no text")
  func shift() throws {
    try field.press("shift", "tab", "left", "shift", "shift", "left", "up")
    #expect(
      keyboard.drainKeyPresses() == [
        KeyPress(.tab, shift: true), KeyPress(.left), KeyPress(.left, shift: true), KeyPress(.up, shift: true),
      ])
  }

  @Test("The arrow keys repeat while the user holds them")
  func repeats() throws {
    try field.press("left")
    let view = try #require(field.inputView)
    #expect(view.keys.filter(\.repeats).map(\.identifier) == ["left", "up", "down", "right", "delete"])
  }

  @Test("Outside a terminal, the system keyboard shows the keys for terminals only if the user wants them")
  func others() throws {
    let other = try TypedField(FieldState())
    #expect(!other.identifiers.contains("escape"))
    #expect(field.identifiers.contains("escape"))
    other.keyboard.preferences.showsDesktopKeys = true
    try other.serve(.settingsChanged([:]))
    #expect(other.identifiers.contains("escape"))
    try other.press("control", "control", "Fn")
    other.keyboard.preferences.showsDesktopKeys = false
    try other.serve(.settingsChanged([:]))
    try other.press("c")
    #expect(other.text == "c")
  }
}
