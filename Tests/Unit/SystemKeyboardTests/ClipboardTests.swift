import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import Testing
import TextModel
import Translations

@Suite("The system keyboard remembers copied texts if the user wants that (Behavior.md#clipboard-history)")
struct ClipboardTests {
  private let keyboard = SystemKeyboard()
  private let pasteboard = SessionPasteboard()

  private func field(_ change: (inout FieldState) -> Void = { _ in }) throws -> TypedField {
    keyboard.pasteboard = pasteboard
    var state = FieldState()
    change(&state)
    let field = try TypedField(state, keyboard: keyboard)
    keyboard.preferences.keepsClipboard = true
    try field.serve(.settingsChanged([:]))
    return field
  }

  private func titles(_ field: TypedField) -> [String] {
    field.inputView?.keys.filter { $0.identifier.hasPrefix("clip.") }.map(\.title) ?? []
  }

  private func open(_ field: TypedField) throws { try field.press("123", "clipboard") }

  @Test("The user can paste each copied text, the newest is first, and the keyboard learns no words from them")
  func pastes() throws {
    let field = try field()
    pasteboard.string = "old"
    try field.press("a")
    pasteboard.string = "new"
    try open(field)
    #expect(titles(field) == ["new", "old"])
    try field.press("clip.1")
    #expect(field.text == "a old")
    #expect(titles(field) == ["new", "old"])
    try field.press("ABC", "b")
    #expect(field.text == "a oldb")
  }

  /// Rows: a text in which "|" marks the insertion point, the copied text, the text after the paste, and a change of
  /// the traits.
  private static let pastedTexts: [(text: String, copied: String, result: String, trait: String)] = [
    ("one|two", "and", "one and two", ""), ("one |two", "and", "one and two", ""), ("|two", "one", "one two", ""),
    ("one|", "2", "one 2", ""), ("one|.", "two", "one two.", ""), ("one|two", ", ", "one, two", ""),
    ("(|)", "one", "(one)", ""), ("one|two", "and", "oneandtwo", "no"), ("one|two", "and", "oneandtwo", "URL"),
    ("one|two", "and", "one and two", "URL yes"), ("один|два", "и", "один и два", ""),
    ("我|们", "好", "我好们", ""), ("しま|す", "で", "しまです", ""), ("학교|에", "집", "학교집에", ""), ("ดี|มาก", "ๆ", "ดีๆมาก", ""),
  ]

  @Test("Smart insertion separates a pasted text from the words beside it", arguments: pastedTexts)
  func smartInsertion(text: String, copied: String, result: String, trait: String) throws {
    let field = try field { state in
      if trait.hasPrefix("URL") { state.traits.keyboardType = .URL }
      if trait.hasSuffix("no") { state.traits.smartInsertDeleteType = .no }
      if trait.hasSuffix("yes") { state.traits.smartInsertDeleteType = .yes }
    }
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    try field.serve(
      .documentChanged(DocumentChange(changedText: true), .application),
      document: TextBuffer(before: parts[0], after: parts[1]))
    keyboard.keepCopied(copied)
    try open(field)
    try field.press("clip.0")
    #expect(field.text == result)
  }

  @Test("The user can make the keyboard forget one copied text or all copied texts")
  func forgets() throws {
    let field = try field()
    for text in ["1", "2", "3"] {
      pasteboard.string = text
      try field.press("a")
    }
    try open(field)
    try field.serve(.key(KeyEvent(key: "clip.1", gesture: .longPress)))
    try field.serve(.key(KeyEvent(key: "clip.1", gesture: .alternative(0))))
    #expect(titles(field) == ["3", "1"])
    try field.press("clear clipboard")
    #expect(titles(field) == [])
    #expect(field.text == "aaa")
  }

  @Test("If the setting is off, the keyboard keeps no texts, and turning it off makes the keyboard forget all texts")
  func isOff() throws {
    let field = try field()
    pasteboard.string = "kept"
    try field.press("a")
    keyboard.preferences.keepsClipboard = false
    try field.serve(.settingsChanged([:]))
    #expect(!field.identifiers.contains("clipboard"))
    pasteboard.string = "not kept"
    try field.press("a")
    keyboard.preferences.keepsClipboard = true
    try field.serve(.settingsChanged([:]))
    try open(field)
    #expect(titles(field) == [])
  }

  @Test("The keyboard keeps no text that its application marks as a password, and no text from a secure field")
  func secrets() throws {
    let field = try field()
    pasteboard.conceal("marked")
    try field.press("a")
    var secure = FieldState()
    secure.traits.isSecureTextEntry = true
    try field.serve(.traitsChanged(secure))
    pasteboard.string = "hunter2"
    try field.press("123")
    #expect(!field.identifiers.contains("clipboard"))
    pasteboard.string = "hunter3"
    try field.serve(.disappear)
    try field.serve(.appear(FieldState()))
    try open(field)
    #expect(titles(field) == [])
  }

  @Test("The keyboard keeps no password that the user copied while the application showed it")
  func shownPassword() throws {
    let field = try field()
    var secure = FieldState()
    secure.traits.isSecureTextEntry = true
    try field.serve(.traitsChanged(secure))
    try field.serve(.traitsChanged(FieldState()))
    pasteboard.string = "hunter2"
    try open(field)
    #expect(titles(field) == [])
    try field.serve(.disappear)
    try field.serve(.appear(secure))
    try field.serve(.traitsChanged(FieldState()))
    pasteboard.string = "hunter3"
    try field.serve(.disappear)
    try field.serve(.appear(FieldState()))
    pasteboard.string = "kept"
    try open(field)
    #expect(titles(field) == ["kept"])
  }

  @Test(
    "The keyboard keeps no text that is too long, is empty or could not be inserted",
    arguments: [String(repeating: "x", count: 4_097), "", "a\u{1B}[0m", "e" + String(repeating: "\u{301}", count: 40)])
  func refuses(text: String) throws {
    let field = try field()
    pasteboard.string = text
    try open(field)
    #expect(titles(field) == [])
  }

  @Test("The keyboard keeps twenty texts, and shortens their titles")
  func limits() throws {
    let field = try field()
    for number in 0..<30 {
      pasteboard.string = "\(number) " + String(repeating: "👨‍👩‍👧‍👦", count: 100)
      try field.press("a")
    }
    try open(field)
    #expect(titles(field).count == 20)
    #expect(titles(field).allSatisfy { $0.utf8.count < 130 && $0.hasSuffix("…") })
  }

  @Test("For a text that the user copies in an application, the same rules apply without a turn of the keyboard")
  func applications() throws {
    let field = try field()
    for text in ["1", "2", String(repeating: "x", count: 4_097), "3"] { keyboard.keepCopied(text) }
    var secure = FieldState()
    secure.traits.isSecureTextEntry = true
    try field.serve(.traitsChanged(secure))
    keyboard.keepCopied("hunter2")
    try field.serve(.disappear)
    try field.serve(.appear(FieldState()))
    try open(field)
    #expect(titles(field) == ["3", "2", "1"])
    keyboard.preferences.keepsClipboard = false
    keyboard.keepCopied("4")
    keyboard.preferences.keepsClipboard = true
    try field.press("ABC")
    try open(field)
    #expect(titles(field) == [])
  }

  @Test("The texts of the plane are in the user's language", arguments: ["de", "ru", "zh-Hans"])
  func language(language: String) throws {
    let texts = HostTexts.best(for: [language])
    let keyboard = SystemKeyboard(emoji: EmojiServices(languages: [language]))
    let field = try TypedField(keyboard: keyboard)
    keyboard.preferences.keepsClipboard = true
    try field.serve(.settingsChanged([:]))
    try open(field)
    #expect(field.inputView?.labels.map(\.text) == [texts.noCopiedTexts])
    #expect(field.inputView?.key("clear clipboard")?.title == texts.clear)
    keyboard.keepCopied(" \n")
    try field.press("ABC")
    try open(field)
    let key = field.inputView?.key("clip.0")
    #expect(key?.title == texts.blankText && key?.alternatives == [texts.remove])
  }

  @Test("In a single-line field, pasting replaces line breaks with spaces and triggers no action")
  func singleLine() throws {
    let field = try field { $0.isMultiline = false }
    pasteboard.string = "a\nb\r\nc"
    try open(field)
    try field.press("clip.0")
    #expect(field.text == "a b c")
    #expect(field.returnKeys == 0)
  }
}
