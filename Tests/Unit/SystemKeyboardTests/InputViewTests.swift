import EmojiData
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import TestSupport
import Testing
import TextModel
import Translations

@Suite("The system keyboard shows a correct input view")
struct InputViewTests {
  private static let titles: [ReturnKeyType: String] = [
    .default: "return", .go: "Go", .google: "Google", .join: "Join", .next: "Next", .route: "Route",
    .search: "Search", .send: "Send", .yahoo: "Yahoo", .done: "Done", .emergencyCall: "Emergency Call",
    .continue: "Continue",
  ]
  private struct Failure: Error {}

  @Test(
    "The input view is valid in each kind of field, with each return key, on every plane",
    arguments: KeyboardType.allCases, ReturnKeyType.allCases)
  func planes(keyboardType: KeyboardType, returnKeyType: ReturnKeyType) throws {
    for needsSwitchKey in [true, false] {
      var state = FieldState(standing: InputModeStanding(needsInputModeSwitchKey: needsSwitchKey))
      state.traits.keyboardType = keyboardType
      state.traits.returnKeyType = returnKeyType
      for (_, field) in try Route.all(in: state) {
        let inputView = try #require(field.inputView)
        // In right-to-left languages, the positions of letters and digits must not be mirrored. A suggestion bar and
        // the rows of emoji are mirrored.
        guard case .stack(let root) = inputView.root, case .stack(let last)? = root.children.last else {
          throw Failure()
        }
        #expect(!root.forcesLeftToRight && last.forcesLeftToRight)
        for case .stack(let row) in root.children
        where row.children.contains(where: { if case .key(let key) = $0 { key.title == "q" } else { false } }) {
          #expect(row.forcesLeftToRight)
        }
        let keys = inputView.keys
        #expect(Set(keys.map(\.identifier)).count == keys.count)
        #expect(keys.filter { $0.role == .nextKeyboard }.map(\.identifier) == (needsSwitchKey ? ["globe"] : []))
        #expect(keys.filter { $0.role == .delete }.map(\.identifier) == ["delete"])
        #expect(keys.filter { $0.role == .dismiss }.map(\.identifier) == ["dismiss"])
        #expect(keys.allSatisfy { $0.isEnabled })
        // A screen reader does not read titles without letters and digits, so keys with such titles need a label. A key
        // must not offer the same text twice.
        let nameless = keys.filter { key in
          key.accessibilityLabel == nil
            && !key.title.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        }
        #expect(nameless == [])
        let repetitive = keys.filter { Set($0.alternatives + [$0.title]).count != $0.alternatives.count + 1 }
        #expect(repetitive == [])
        let title = try #require(Self.titles[returnKeyType])
        #expect(keys.filter { $0.role == .return }.map(\.title) == [title])
      }
    }
  }

  @Test("The titles of keys, and their names for a screen reader, are in the user's language")
  func translated() throws {
    let services = EmojiServices(languages: ["de-DE"])
    services.readNames()
    let keyboard = SystemKeyboard(language: "de-DE", emoji: services)
    var state = FieldState(standing: InputModeStanding(needsInputModeSwitchKey: true))
    state.traits.keyboardType = .URL
    let field = try TypedField(state, keyboard: keyboard)
    keyboard.preferences.showsDesktopKeys = true
    try field.serve(.settingsChanged([:]))
    func name(_ key: String) -> String? { field.inputView?.key(key)?.accessibilityLabel }
    #expect(field.returnKey?.title == "Return" && field.returnKey?.accessibilityLabel == nil)
    #expect(
      ["delete", "globe", "dismiss", "123"].map(name) == [
        "Löschen", "nächste Tastatur", "Tastatur ausblenden", "Zahlen",
      ])
    #expect([".", "/", ".com"].map(name) == ["Punkt", "Schrägstrich", "Punkt com"])
    #expect(["space", "shift", "left", "f1"].map(name) == ["Leerzeichen", "Umschalttaste", "Pfeil nach links", nil])
    try field.press("control", "control", "shift")
    #expect(name("shift") == "Umschalttaste, ein" && name("control") == "Steuerung, festgestellt")
    try field.press("shift")
    #expect(name("shift") == "Umschalttaste, Feststelltaste")
    try field.press("123", "#+=")
    #expect(
      ["ABC", "123", "Fn", "_", "€"].map(name) == [
        "Buchstaben", "Zahlen", "Funktionstasten", "Unterstrich", "Euro",
      ])
    #expect(try TypedField(.default, keyboard: keyboard).inputView?.key("space")?.title == "Leerzeichen")
    let greek = SystemKeyboard(language: "el", emoji: EmojiServices(languages: ["el"]))
    let space = try TypedField(.default, keyboard: greek).inputView?.key("space")
    #expect(space?.title == "␣" && space?.accessibilityLabel == "space")
    let pad = try TypedField(.decimalPad, keyboard: keyboard)
    #expect(pad.inputView?.key(",")?.accessibilityLabel == "Dezimaltrennzeichen")
  }

  @Test("No key has an English name in another language", arguments: HostTexts.all.keys.sorted().filter { $0 != "en" })
  func noEnglish(language: String) throws {
    func names(_ keyboard: SystemKeyboard) throws -> [String: String] {
      var names: [String: String] = [:]
      for keyboardType in KeyboardType.allCases {
        let field = try TypedField(keyboardType, keyboard: keyboard)
        for planes in [[], ["123", "#+="]] {
          for plane in planes where field.identifiers.contains(plane) { try field.press(plane) }
          for key in field.inputView?.keys ?? [] { names[key.identifier] = key.accessibilityLabel ?? key.title }
        }
      }
      return names
    }
    let english = try names(SystemKeyboard())
    let services = EmojiServices(languages: [language])
    services.readNames()
    let own = try names(SystemKeyboard(language: language, emoji: services))
    let same = own.filter { key, name in english[key] == name && name.count > 1 }.map(\.value)
    // Some languages use the same words as English for these keys.
    let equal: Set = ["ampersand", "dollar", "emoji", "euro", "pause", "plus", "shift", "slash", "tilde", "yen"]
    #expect(Set(same).subtracting(equal) == [])
    #expect(own.keys.sorted() == english.keys.sorted())
  }

  @Test(
    "The title of the return key is in the keyboard's language, or an arrow if the host has no texts in this language",
    arguments: [("de", "Return", nil), ("ru", "ввод", "return"), ("ua", "ввід", "return"), ("fi", "↵", "return")])
  func returnTitle(layout: String, title: String, spoken: String?) throws {
    let language = layout == "de" ? "de" : "en"
    let keyboard = SystemKeyboard(language: language, emoji: EmojiServices(languages: [language]))
    keyboard.selectLayout(of: "system:\(layout)", showsLanguage: false)
    let field = try TypedField(keyboard: keyboard)
    #expect(field.returnKey?.title == title && field.returnKey?.accessibilityLabel == spoken)
    var state = FieldState()
    state.traits.returnKeyType = .done
    let done = ["ru": "Готово", "ua": "Готово", "de": "Fertig"][layout] ?? "Done"
    #expect(try TypedField(state, keyboard: keyboard).returnKey?.title == done)
  }

  @Test("After another thread has read the names of symbols, the keys get these names with the next turn")
  func lateNames() throws {
    let services = EmojiServices(languages: ["de"])
    let field = try TypedField(.URL, keyboard: SystemKeyboard(emoji: services))
    let first = try #require(field.inputView?.key("/")?.accessibilityLabel)
    #expect(["slash", "Schrägstrich"].contains(first))
    #expect(waitUntil { services.hasNames })
    try field.press("a")
    #expect(field.inputView?.key("/")?.accessibilityLabel == "Schrägstrich")
  }

  @Test("Without CLDR's files, symbols have English names")
  func missingNames() throws {
    let services = EmojiServices(library: EmojiLibrary(folder: "/nonexistent"), languages: ["de"])
    let field = try TypedField(.URL, keyboard: SystemKeyboard(emoji: services))
    #expect(field.inputView?.key("/")?.accessibilityLabel == "slash")
    #expect(field.inputView?.key(".com")?.accessibilityLabel == "dot com")
    #expect(field.inputView?.key("delete")?.accessibilityLabel == "Löschen")
  }

  @Test("A script can name a special key by its title or its identifier")
  func titles() throws {
    let field = try TypedField()
    let inputView = try #require(field.inputView)
    for (title, identifier) in [
      ("⇧", "shift"), ("123", "123"), ("space", "space"), ("return", "return"), ("⌫", "delete"), ("🌐", "globe"),
      ("⌨︎", "dismiss"),
    ] {
      #expect(inputView.key(title)?.identifier == identifier)
      #expect(inputView.key(identifier)?.title == title)
    }
    try field.press("123")
    #expect(field.inputView?.key("#+=")?.role == .planeSwitch)
    #expect(field.inputView?.key("ABC")?.role == .planeSwitch)
  }

  @Test("With enablesReturnKeyAutomatically, the return key is disabled while the field is empty")
  func returnKeyWaits() throws {
    var state = FieldState(isMultiline: false)
    state.traits.enablesReturnKeyAutomatically = true
    let field = try TypedField(state)
    #expect(field.returnKey?.isEnabled == false)
    #expect(field.keyboard.path(to: "\n") == nil)
    try field.press("return")
    #expect(field.last.edits == [])
    try field.press("a")
    #expect(field.requests == [.change(.key(identifier: "return", title: nil, isEnabled: true))])
    #expect(field.keys(typing: "\n") == ["return"])
    try field.press("b")
    #expect(field.requests == [])
    try field.press("delete", "delete")
    #expect(field.returnKey?.isEnabled == false)
    try field.serve(
      .documentChanged(DocumentChange(changedText: true), .application),
      document: TextBuffer(before: "x"))
    #expect(field.returnKey?.isEnabled == true)
    #expect(field.last.callbacks == [.textWillChange, .textDidChange])
    try field.press("return")
    #expect(field.returnKeys == 1)
  }

  @Test("When the keyboard shows another plane, the return key on it has the current state")
  func returnKeyOnPlanes() throws {
    var state = FieldState()
    state.traits.enablesReturnKeyAutomatically = true
    let field = try TypedField(state)
    try field.press("123")
    #expect(field.returnKey?.isEnabled == false)
    try field.press("1", "ABC")
    #expect(field.returnKey?.isEnabled == true)
  }

  @Test("To delete beyond the known text, the keyboard requests more text", arguments: [true, false])
  func asksForText(isEmptied: Bool) throws {
    var state = FieldState()
    state.traits.enablesReturnKeyAutomatically = true
    let field = try TypedField(state, text: TextBuffer(before: "", isCutBefore: true))
    let rest = TextBuffer(before: isEmptied ? "" : "b")
    try field.serve(.key(KeyEvent(key: "delete", gesture: .press)), rest: rest)
    #expect(field.questions == [.document(after: [.deleteBackward])])
    #expect(field.last.edits == [.deleteBackward])
    #expect(field.last.callbacks == [.textWillChange, .textDidChange])
    #expect(field.returnKey?.isEnabled == !isEmptied)
  }

  @Test("While the keyboard does not know whether the field has text, the return key stays enabled")
  func unknownText() throws {
    var state = FieldState()
    state.traits.enablesReturnKeyAutomatically = true
    let field = try TypedField(state, text: TextBuffer(before: "", isCutBefore: true))
    try field.press("delete")
    #expect(field.questions.count == 1)
    #expect(field.returnKey?.isEnabled == true)
  }

  @Test("Changed traits update the input view; the plane changes only if the keyboard type changes")
  func traitsChange() throws {
    let field = try TypedField()
    try field.press("123")
    var changed = field.field
    changed.traits.returnKeyType = .send
    try field.serve(.traitsChanged(changed))
    #expect(field.returnKey?.title == "Send")
    #expect(field.identifiers.contains("1"))
    #expect(field.last.callbacks == [.traitsDidChange, .textDidChange])
    changed.traits.keyboardType = .emailAddress
    try field.serve(.traitsChanged(changed))
    #expect(field.identifiers.contains("@"))
    #expect(field.identifiers.contains("q"))
  }

  @Test("The globe key is visible only while the host requires it")
  func standingChange() throws {
    let field = try TypedField()
    try field.serve(.standingChanged(InputModeStanding(needsInputModeSwitchKey: false)))
    #expect(!field.identifiers.contains("globe"))
    try field.press("globe")
    #expect(field.requests == [])
    try field.serve(.standingChanged(InputModeStanding(needsInputModeSwitchKey: true)))
    #expect(field.identifiers.contains("globe"))
  }
}
