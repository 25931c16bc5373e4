import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Layout
import SystemKeyboard
import Testing
import TextModel

@Suite("The user arranges the keys of the system keyboard (Behavior.md#key-arrangement)")
struct KeyArrangementTests {
  private func field(
    _ type: KeyboardType = .default, width: Double = 390, layout: String? = nil,
    _ change: (inout TypingPreferences) -> Void
  ) throws -> TypedField {
    let keyboard = SystemKeyboard()
    if let layout { keyboard.selectLayout(of: "system:\(layout)", showsLanguage: false) }
    var state = FieldState()
    state.traits.keyboardType = type
    state.environment.width = width
    state.environment.height = 800
    let field = try TypedField(state, keyboard: keyboard)
    change(&keyboard.preferences)
    try field.serve(.settingsChanged([:]))
    return field
  }

  private func layout(_ field: TypedField) throws -> InputViewLayout {
    InputViewLayout(try #require(field.inputView), in: field.field.environment)
  }

  @Test("The setting for the key height multiplies the standard height of the keyboard", arguments: [0.75, 1, 1.5])
  func height(factor: Double) throws {
    let usual = try layout(field { _ in }).size.height
    #expect(abs(try layout(field { $0.keyHeight = factor }).size.height - usual * factor) < 1)
  }

  @Test(
    "The planes for emoji and copied texts have the height of the letters, also with suggestions and added rows",
    arguments: [320.0, 844], [false, true])
  func otherPlanes(width: Double, hasAddedRows: Bool) throws {
    let keyboard = SystemKeyboard(personal: PersonalTexts(own: { _ in ["Ada"] }))
    var state = FieldState()
    state.traits.textContentType = .name
    state.environment.width = width
    state.environment.height = width > 400 ? 390 : 800
    let field = try TypedField(state, keyboard: keyboard)
    keyboard.preferences.keepsClipboard = true
    keyboard.preferences.showsNumberRow = hasAddedRows
    keyboard.preferences.showsDesktopKeys = hasAddedRows
    keyboard.preferences.suggestions = true
    try field.serve(.appear(state), document: TextBuffer())
    let usual = try layout(field).size.height
    try field.press("emoji")
    #expect(try layout(field).size.height == usual)
    try field.press("ABC", "123", "clipboard")
    #expect(try layout(field).size.height == usual)
  }

  @Test("A row of digits and a row of desktop keys make the keyboard higher and do not make the keys smaller")
  func rows() throws {
    let usual = try layout(field { _ in })
    let field = try field {
      $0.showsNumberRow = true
      $0.showsDesktopKeys = true
    }
    let high = try layout(field)
    func key(_ name: String, _ layout: InputViewLayout) -> Double {
      layout.elements.first { $0.key?.identifier == name }?.frame.height ?? 0
    }
    #expect(abs(high.size.height - usual.size.height * 1.5) < 2)
    #expect(key("q", high) >= key("q", usual) - 1)
    try field.press("1", "q", "0")
    #expect(field.text == "1q0")
    #expect(field.inputView?.keys.prefix(9).last?.identifier == "Fn")
  }

  @Test(
    "With a row of digits, a keyboard layout still has a key for each letter",
    arguments: ["de", "ru", "ara", "cz", "th", "jp(kana)", "fr", "in"])
  func numberRow(name: String) throws {
    let plain = try field(layout: name) { _ in }
    let numbered = try field(layout: name) { $0.showsNumberRow = true }
    #expect(Set(plain.identifiers).isSubset(of: numbered.identifiers))
    try numbered.inputView?.validate()
  }

  @Test(
    "Number and phone pads have no rows of digits or desktop keys",
    arguments: [KeyboardType.numberPad, .decimalPad, .phonePad])
  func pads(type: KeyboardType) throws {
    let plain = try field(type) { _ in }
    let other = try field(type) {
      $0.showsNumberRow = true
      $0.showsDesktopKeys = true
    }
    #expect(other.identifiers == plain.identifiers)
    #expect(try layout(other).size == layout(plain).size)
  }

  @Test(
    "In one-handed typing, the keys are at one side, and no key is too narrow",
    arguments: [(320.0, 320.0), (390, 320), (430, 344), (768, 480), (1_024, 480)])
  func oneHanded(width: Double, keys: Double) throws {
    for (side, range) in [(TypingPreferences.Side.left, 0...keys), (.right, width - keys...width)] {
      let field = try field(width: width, layout: "ru") { $0.oneHanded = side }
      let frames = try layout(field).elements.filter { $0.key != nil }.map(\.frame)
      // `range` does not include the margins of the keyboard, so allow 8 points more on each side.
      #expect(frames.allSatisfy { $0.x >= range.lowerBound - 8 && $0.maxX <= range.upperBound + 8 })
      #expect(frames.map(\.width).min() ?? 0 >= 24)
      // The host adds its own globe key if the weight of the keyboard's globe key is below 0.5.
      guard case .stack(let root)? = field.inputView?.root else {
        Issue.record("no row")
        return
      }
      #expect(root.children.allSatisfy { if case .stack(let part) = $0 { part.weight >= 0.5 } else { true } })
      try field.press("й")
      #expect(field.text == "й")
    }
  }

  @Test(
    "The key that closes a panel is at the position of the key that opened it",
    arguments: [KeyboardType.default, .twitter, .webSearch, .numbersAndPunctuation], [nil, "ru", "th", "de"])
  func closingKey(_ type: KeyboardType, _ keyboardLayout: String?) throws {
    var count = 0
    for plane in ["ABC", "123", "#+="] {
      for (opener, keepsClipboard) in [("emoji", false), ("emoji", true), ("clipboard", true)] {
        let field = try field(type, layout: keyboardLayout) { $0.keepsClipboard = keepsClipboard }
        for key in ["ABC", "123", plane] where field.identifiers.contains(key) { try field.press(key) }
        guard let before = try layout(field).elements.first(where: { $0.key?.identifier == opener })?.frame else {
          continue
        }
        try field.press(opener)
        let closing = type == .numbersAndPunctuation ? "123" : "ABC"
        let after = try #require(try layout(field).elements.first { $0.key?.identifier == closing }?.frame)
        #expect(
          abs(before.x - after.x) < 2 && abs(before.width - after.width) < 2, "\(before) \(after) \(plane) \(opener)")
        count += 1
        try field.press(closing)
        #expect(field.identifiers.contains(closing == "ABC" ? "shift" : "1"))
      }
    }
    #expect(count >= 5)
  }

  @Test("The emoji plane has the same height and side as the letters")
  func emoji() throws {
    let field = try field {
      $0.oneHanded = .right
      $0.keyHeight = 1.5
    }
    try field.press("emoji")
    let frames = try layout(field).elements.filter { $0.key != nil }.map(\.frame)
    #expect(frames.allSatisfy { $0.x >= 69 })
    #expect(try layout(field).size.height > 300)
  }
}
