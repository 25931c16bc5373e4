import EmojiData
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Layout
import SystemKeyboard
import Testing
import TextModel

@Suite("The emoji plane of the system keyboard")
struct EmojiTests {
  private static let library = EmojiLibrary()

  /// Stores the recent emoji in memory instead of the user's file.
  private final class Recent {
    var list: [String] = []
  }

  private func keyboard(_ recent: Recent = Recent(), languages: [String] = []) -> SystemKeyboard {
    SystemKeyboard(
      emoji: EmojiServices(
        library: Self.library, languages: languages, recent: { $0 + recent.list },
        record: { recent.list.insert(contentsOf: $0, at: 0) })
    )
  }

  private func hold(_ key: String, _ gesture: KeyEvent.Gesture, in field: TypedField) throws {
    try field.serve(.key(KeyEvent(key: key, gesture: .longPress)))
    try field.serve(.key(KeyEvent(key: key, gesture: gesture)))
  }

  @Test("The keyboard finds the keys that type an emoji, and shows its first plane again afterwards")
  func finds() throws {
    let cases: [(before: [String], character: Character, keys: [String])] = [
      ([], "💩", ["emoji", "Smileys & Emotion", "💩", "ABC"]), (["123"], "🐈", ["emoji", "Animals & Nature", "🐈", "ABC"]),
      (["emoji"], "👋🏽", ["People & Body", "👋"]),
    ]
    for (before, character, keys) in cases {
      let field = try TypedField(keyboard: keyboard())
      for key in before { try field.press(key) }
      #expect(field.keys(typing: character) == keys)
      try field.type(String(character))
      #expect(field.text == String(character))
      #expect(field.identifiers.contains("a") == (before != ["emoji"]))
    }
    var secure = FieldState()
    secure.traits.isSecureTextEntry = true
    #expect(try TypedField(secure, keyboard: keyboard()).keys(typing: "💩") == nil)
  }

  @Test("SystemKeyboard quickly finds that no keys type a character with 100,000 combining marks")
  func boundsSearch() throws {
    let marks = String(repeating: "\u{301}", count: 100_000)
    #expect(try TypedField(keyboard: keyboard()).keys(typing: Character("0" + marks)) == nil)
  }

  @Test("The keys of the plane type every emoji of Unicode, and one press of delete removes an emoji")
  func everyEmoji() throws {
    let catalog = try #require(Self.library.catalog)
    let recent = Recent()
    let field = try TypedField(keyboard: keyboard(recent))
    try field.press("emoji")
    var faults: [String] = []
    for category in catalog.categories {
      try field.press(category.name)
      let keys = Dictionary(
        (field.inputView?.keys ?? []).map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      for emoji in category.emoji {
        let key = try #require(keys[emoji.text])
        #expect(key.alternatives == emoji.tones)
        for (index, text) in emoji.texts.enumerated() {
          if index == 0 {
            try field.press(emoji.text)
          } else {
            try hold(emoji.text, .alternative(index - 1), in: field)
          }
          if !field.text.unicodeScalars.elementsEqual(text.unicodeScalars) {
            faults.append("\(text) typed \(field.text)")
          }
          field.keyboard.leave(nil)
          try field.press("delete")
          if !field.text.isEmpty { faults.append("delete leaves \(field.text) of \(text)") }
        }
      }
    }
    #expect(faults == [])
    #expect(Set(recent.list) == Set(catalog.emoji.flatMap(\.texts)))
  }

  @Test(
    "Ordinary text fields have the key for the emoji plane, and other fields do not", arguments: KeyboardType.allCases)
  func fields(keyboardType: KeyboardType) throws {
    let offers: [KeyboardType] = [.default, .twitter, .webSearch, .numbersAndPunctuation]
    var state = FieldState()
    state.traits.keyboardType = keyboardType
    for (isSecure, isTerminal, isAllowed) in [
      (false, false, true), (true, false, true), (false, true, true), (false, false, false),
    ] {
      state.traits.isSecureTextEntry = isSecure
      let keyboard = keyboard()
      (keyboard.isInTerminal, keyboard.allowsEmoji) = (isTerminal, isAllowed)
      let field = try TypedField(state, keyboard: keyboard)
      let mayOffer = !isSecure && !isTerminal && isAllowed
      #expect(field.identifiers.contains("emoji") == (offers.contains(keyboardType) && mayOffer))
      let before = field.inputView
      if before?.key("emoji") == nil { try field.press("emoji") }
      #expect(field.inputView == before)
    }
  }

  @Test("The first page shows the recent emoji, and does not change while the plane is open")
  func recent() throws {
    let recent = Recent()
    let field = try TypedField(keyboard: keyboard(recent))
    try field.press("emoji")
    #expect(field.inputView?.key("Smileys & Emotion")?.isSelected == true)
    try field.press("recent")
    #expect(field.inputView?.labels.map(\.identifier) == ["message"])
    try field.press("Food & Drink", "🍇", "🍈")
    // A long press on an emoji without skin tones acts as a press, as on other keys.
    try hold("🍇", .release, in: field)
    #expect(field.text == "🍇🍈🍇")
    try field.press("ABC")
    recent.list += ["a", "🍇", "", "☺", "no emoji", "👋🏿"]
    try field.press("emoji")
    #expect(field.identifiers.contains("recent") && field.inputView?.key("recent")?.isSelected == true)
    #expect(
      field.identifiers.filter { $0.unicodeScalars.first?.properties.isEmojiPresentation == true } == ["🍇", "🍈", "👋🏿"])
    try field.press("👋🏿")
    #expect(field.text == "🍇🍈🍇👋🏿")
    #expect(field.requests == [])
    // The keyboard stores the typed emoji only when the user leaves the field, so that a key press writes no file.
    #expect(recent.list.first == "a")
    field.keyboard.leave(nil)
    #expect(recent.list.prefix(3) == ["👋🏿", "🍇", "🍈"])
  }

  @Test("The keys below the emoji have their usual effects, and ABC returns to the letters")
  func bottomKeys() throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "one two"), keyboard: keyboard())
    try field.press("emoji", "space", "😀", "return", "delete", "delete")
    #expect(field.text == "one two ")
    try field.serve(.key(KeyEvent(key: "delete", gesture: .repeatWord)))
    #expect(field.text == "one ")
    try field.press("globe")
    #expect(field.requests == [.advanceToNextInputMode])
    try field.serve(.key(KeyEvent(key: "globe", gesture: .longPress)))
    #expect(field.requests == [.showInputModeList])
    try field.press("dismiss")
    #expect(field.requests == [.dismissKeyboard])
    try field.press("ABC")
    #expect(field.identifiers.contains("q"))
    try field.press("emoji")
    try field.type("x")
    #expect(field.text == "one x")
  }

  @Test("Unknown keys and gestures have no effect")
  func unknown() throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "text"), keyboard: keyboard())
    try field.press("emoji")
    for key in ["", "a", "q", "shift", "123", "👋", "clear", "😀😀", String(repeating: "😀", count: 10_000)] {
      for gesture in [.press, .longPress, .release, .alternative(0), .swipe(.left)] as [KeyEvent.Gesture] {
        try field.serve(.key(KeyEvent(key: key, gesture: gesture)))
        #expect(field.last == TurnResult(serial: field.last.serial))
      }
    }
    try field.press("People & Body")
    for gesture in [.alternative(-1), .alternative(5), .alternative(.max), .swipe(.up)] as [KeyEvent.Gesture] {
      try field.serve(.key(KeyEvent(key: "👋", gesture: gesture)))
      #expect(field.last == TurnResult(serial: field.last.serial))
    }
  }

  @Test("The search types into its own field, and its results are keys")
  func search() throws {
    let field = try TypedField(FieldState(), text: TextBuffer(before: "x"), keyboard: keyboard(languages: ["de"]))
    try field.press("emoji", "search")
    #expect(field.inputView?.key("return")?.isEnabled == false)
    try field.press("return")
    try field.type("Waving")
    #expect(field.text == "x")
    #expect(field.last.edits == [] && field.last.callbacks == [])
    #expect(field.inputView?.labels.first?.text == "Waving")
    #expect(field.inputView?.key("👋")?.accessibilityLabel == "waving hand")
    #expect(field.inputView?.key("👋")?.alternatives.count == 5)
    try field.press("👋")
    try hold("👋", .alternative(0), in: field)
    try field.press("return")
    #expect(field.text == "x👋👋🏻👋")
    // The delete key removes a character from the search field, and holding it clears the field.
    try field.press("delete")
    #expect(field.inputView?.labels.first?.text == "Wavin")
    try field.serve(.key(KeyEvent(key: "delete", gesture: .repeatWord)))
    #expect(field.inputView?.key("👋") == nil)
    try field.type("winkende hand")
    #expect(field.inputView?.key("👋") != nil)
    #expect(field.returnKey?.title == "einfügen")
    try field.type("qqq")
    #expect(field.inputView?.labels.map(\.text) == ["winkende handqqq", "Kein Emoji hat diesen Namen."])
    try field.press("clear")
    #expect(field.identifiers.contains("😀"))
    try field.press("search", "emoji", "search", "globe")
    #expect(field.requests == [.advanceToNextInputMode])
    #expect(field.text == "x👋👋🏻👋")
    #expect(field.keyboard.path(to: "a")?.map(\.key) == ["a"] && field.keyboard.path(to: "\n") == nil)
  }

  @Test("In the search, a held key types either one of its alternatives or its own text")
  func heldInSearch() throws {
    let field = try TypedField(keyboard: keyboard())
    try field.press("emoji", "search")
    try hold("e", .alternative(1), in: field)
    try hold("e", .release, in: field)
    try hold("q", .release, in: field)
    #expect(field.inputView?.labels.first?.text == "éeq")
    for _ in 0..<100 { try field.press("a") }
    #expect(field.inputView?.labels.first?.text.count == 64)
  }

  @Test("The plane closes when the field loses the focus or becomes secure")
  func closes() throws {
    let field = try TypedField(keyboard: keyboard())
    try field.press("emoji")
    var changed = field.field
    changed.traits.returnKeyType = .send
    try field.serve(.traitsChanged(changed))
    #expect(field.identifiers.contains("😀") && field.returnKey?.title == "Send")
    changed.traits.isSecureTextEntry = true
    try field.serve(.traitsChanged(changed))
    #expect(field.identifiers.contains("q") && !field.identifiers.contains("emoji"))
    try field.serve(.appear(FieldState()), document: TextBuffer())
    try field.press("emoji", "search", "a")
    try field.serve(.disappear)
    try field.serve(.appear(FieldState()), document: TextBuffer())
    #expect(field.identifiers.contains("q") && field.identifiers.contains("emoji"))
  }

  @Test("The texts of the plane, and the keys for emoji and copied texts, are in the user's language")
  func translated() throws {
    let keyboard = keyboard(languages: ["de"])
    let field = try TypedField(keyboard: keyboard)
    #expect(field.inputView?.key("emoji")?.accessibilityLabel == "Emoji")
    try field.press("emoji", "recent")
    #expect(field.inputView?.key("Animals & Nature")?.accessibilityLabel == "Flora und Fauna")
    #expect(field.inputView?.key("People & Body")?.accessibilityLabel == "Person, Körper")
    #expect(field.inputView?.labels.map(\.text) == ["Diese Seite zeigt die Emoji, die Sie zuletzt getippt haben."])
    #expect(field.inputView?.key("recent")?.accessibilityLabel == "zuletzt benutzte Emoji")
    #expect(field.inputView?.key("search")?.accessibilityLabel == "Emoji suchen")
    try field.press("search")
    #expect(field.inputView?.labels.first?.text == "Emoji nach Namen suchen")
    #expect(field.inputView?.labels.first?.accessibilityLabel == "Suchfeld, leer")
    #expect(field.inputView?.key("clear")?.accessibilityLabel == "Suche beenden")
    #expect(field.returnKey?.title == "einfügen")
    try field.type("qqq")
    #expect(field.inputView?.labels.map(\.text) == ["qqq", "Kein Emoji hat diesen Namen."])
    #expect(field.inputView?.labels.first?.accessibilityLabel == "Suchfeld: qqq")
    keyboard.preferences.keepsClipboard = true
    try field.serve(.appear(FieldState()), document: TextBuffer())
    try field.press("123")
    let copied = field.inputView?.keys.first { $0.identifier == "clipboard" }
    #expect(copied?.title == "Kopien" && copied?.accessibilityLabel == "kopierte Texte", "\(field.identifiers)")
  }

  @Test("Without Unicode's data, the plane names the missing file, and typing continues")
  func missingData() throws {
    let services = EmojiServices(library: EmojiLibrary(folder: "/nonexistent"))
    let field = try TypedField(keyboard: SystemKeyboard(emoji: services))
    try field.press("emoji")
    let message = try #require(field.inputView?.labels.first?.text)
    #expect(message.contains("KLV-0818") && message.contains("/nonexistent/emoji/emoji-test.txt"))
    try field.press("search", "recent", "😀")
    #expect(field.text == "" && field.identifiers == ["globe", "dismiss", "space", "ABC", "delete", "return"])
    try field.press("space")
    try field.type("ab")
    #expect(field.text == " ab")
  }

  @Test(
    "At each width, all visible keys are inside the keyboard and large enough for a finger",
    arguments: [(320, 340), (400, 500), (844, 234), (768, 614), (1_024, 460)], [false, true])
  func layout(size: (Double, Double), isSearch: Bool) throws {
    var state = FieldState()
    (state.environment.width, state.environment.height) = size
    if size.1 < 300 { state.environment.verticalSizeClass = .compact }
    let field = try TypedField(state, keyboard: keyboard())
    try field.press("emoji")
    if isSearch { try field.press("search", "a") } else { try field.press("People & Body") }
    let layout = InputViewLayout(try #require(field.inputView), in: state.environment)
    #expect(layout.size.height <= size.1)
    let visible = layout.elements.filter { $0.key != nil && $0.visibleFrame != nil }
    #expect(visible.count > 30)
    for element in visible {
      // A touch in the adjacent half of a gap also hits the key, so its frame may be smaller than a finger.
      #expect(element.frame.width >= 22 && element.frame.height >= 24, "\(element.key?.identifier ?? "")")
      let pop = layout.alternatives(of: element)
      #expect(pop.allSatisfy { $0.x >= 0 && $0.maxX <= size.0 && $0.y >= 0 && $0.maxY <= layout.size.height })
    }
  }

  @Test("After a change of the environment, the emoji plane has the new size")
  func environment() throws {
    let field = try TypedField(keyboard: keyboard())
    try field.press("emoji")
    let before = try #require(field.inputView?.height)
    var environment = KeyboardEnvironment()
    environment.width = 1_024
    try field.serve(.environmentChanged(environment))
    #expect(try #require(field.inputView?.height) > before)
  }
}
