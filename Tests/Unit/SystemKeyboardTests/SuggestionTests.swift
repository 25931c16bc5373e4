import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SuggestionClient
import SuggestionEngine
import SuggestionProtocol
import SystemKeyboard
import Testing
import TextModel

/// A source of suggestions with the suggestion engine in the test's process. The test decides when an answer arrives.
private final class Suggester: WordSuggesting {
  let engine = SuggestionEngine(
    speller: nil,
    lexicon: WordTrie([
      ("the", 130), ("then", 260), ("they", 240), ("hello", 400), ("help", 360), ("don't", 300), ("world", 350),
    ]))
  var languages: [String] = []
  var queries: [SuggestionQuery] = []
  var learned: [TypedWord] = []
  var learnedLanguages: [String] = []
  var isAvailable = true
  var endings = 0
  var answers: [SuggestionAnswer] = []

  var descriptor: Int32? { nil }
  var isAsked: Bool { !answers.isEmpty }
  var canAnswer: Bool { isAvailable }

  func begin(language: String) -> Bool {
    languages.append(language)
    // Discard the answer to an earlier query, as the real source of suggestions does.
    answers = []
    return isAvailable
  }
  var keys: [KeyPosition] = []
  func setKeys(_ keys: [KeyPosition]) {
    self.keys = keys
    engine.setKeys(keys)
  }
  func ask(_ query: SuggestionQuery) {
    queries.append(query)
    answers = [engine.reply(to: query)]
  }
  func receive() -> SuggestionAnswer? { answers.popLast() }
  func learn(_ word: TypedWord, language: String) {
    learned.append(word)
    learnedLanguages.append(language)
    engine.learn(word)
  }
  func end() { endings += 1 }
}

@Suite("The system keyboard suggests and corrects words (Behavior.md#suggestions)")
struct SuggestionTests {
  private let suggester = Suggester()

  private func field(
    _ text: TextBuffer = TextBuffer(), isTerminal: Bool = false,
    preferences: (inout TypingPreferences) -> Void = { _ in },
    traits change: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> TypedField {
    var state = FieldState()
    state.traits.autocapitalizationType = .none
    change(&state.traits)
    let keyboard = SystemKeyboard(suggester: suggester)
    keyboard.isInTerminal = isTerminal
    let field = try TypedField(state, text: text, keyboard: keyboard, isAutomatic: true)
    preferences(&keyboard.preferences)
    try field.serve(.appear(state), document: text)
    try answer(field)
    return field
  }

  /// Delivers the answers to all queries so far.
  private func answer(_ field: TypedField) throws { try field.serve(.timer(0)) }

  /// Types a text, and lets the suggestions arrive after each key.
  private func type(_ text: String, in field: TypedField) throws {
    for character in text {
      try field.type(String(character))
      try answer(field)
    }
  }

  /// Leaves the field, and returns the words that the keyboard learned from it.
  private func leave(_ field: TypedField, _ text: TextBuffer? = nil) throws -> [String] {
    suggester.learned = []
    try field.serve(.disappear)
    #expect(suggester.learned.isEmpty)
    field.keyboard.leave(text ?? field.buffer)
    return suggester.learned.map(\.word)
  }

  @Test("The bar shows completions, marks a correction, and is empty if there is nothing to suggest")
  func bars() throws {
    let field = try field()
    #expect(field.bar == ["the", "they", "then"])
    try type("hel", in: field)
    #expect(field.bar == ["help", "hello"])
    try type("ol", in: field)
    #expect(field.bar == ["“helol”", "*hello", "help"])
    try type("qx", in: field)
    #expect(field.bar == [])
  }

  @Test(
    "After a key of the additional row, a space corrects no word until the user types again",
    arguments: [(nil, "teh "), ("h", "tehh ")])
  func keyOfApplication(typed: String?, text: String) throws {
    let field = try field { $0.showsDesktopKeys = true }
    try field.serve(.settingsChanged([:]))
    try answer(field)
    try type("teh", in: field)
    #expect(field.bar?.contains("*the") == true)
    try field.press("left")
    try answer(field)
    #expect(field.bar == [])
    if let typed { try field.type(typed) }
    try field.press("space")
    #expect(field.text == text)
  }

  @Test("A space or punctuation corrects the word, and one delete restores what the user typed")
  func correction() throws {
    for (typed, corrected, end) in [("teh", "the", " "), ("hlep", "help", "."), ("wrold", "world", "?")] {
      let field = try field()
      try type(typed + end, in: field)
      #expect(field.text == corrected + end)
      try field.press("delete")
      #expect(field.text == typed + end)
      // Then the keyboard does not correct the word again, and the next press of delete removes a character.
      try field.press("delete")
      #expect(field.text == typed)
      #expect(try leave(field) == [typed])
      #expect(suggester.learned == [TypedWord(typed, isKnown: false, isChosen: true)])
    }
  }

  @Test(
    "The keyboard does not correct a word again in the field in which the user restored it", arguments: ["teh", "Teh"])
  func restored(first: String) throws {
    let field = try field()
    try type("\(first) ", in: field)
    try field.press("delete", "delete")
    try answer(field)
    #expect(field.bar?.contains { $0.hasPrefix("*") } == false)
    try type(" teh ", in: field)
    #expect(field.text == "\(first) teh ")
  }

  @Test(
    "No correction removes an apostrophe that can be a closing quotation mark", arguments: ["the'", "teh'", "helo'"])
  func closingQuote(typed: String) throws {
    let field = try field()
    try type(typed, in: field)
    #expect(field.bar == [])
    try type(" ", in: field)
    #expect(field.text == typed.dropLast() + "’ ")
    #expect(try leave(field) == [])
    let other = try self.field()
    try type("don'", in: other)
    #expect(other.bar == ["don’t"])
  }

  @Test(
    "The keyboard does not correct the beginning of an address", arguments: ["https", "http", "Www", "mailto", "ssh"])
  func addresses(word: String) throws {
    let field = try field()
    for letter in word { try field.type(String(letter)) }
    try answer(field)
    let query = try #require(suggester.queries.last)
    suggester.answers = [SuggestionAnswer(number: query.number, suggestions: ["HTTP"], correction: "HTTP")]
    try answer(field)
    #expect(field.bar == ["HTTP"])
    try field.type(":")
    #expect(field.text == word + ":")
  }

  @Test(
    "Only a space corrects a single letter: before a mark, it can be an abbreviation", arguments: [" ", ".", ")"])
  func singleLetter(end: String) throws {
    let field = try field()
    try field.type("i")
    try answer(field)
    let query = try #require(suggester.queries.last)
    suggester.answers = [SuggestionAnswer(number: query.number, suggestions: ["I"], correction: "I")]
    try answer(field)
    try field.type(end)
    #expect(field.text == (end == " " ? "I " : "i\(end)"))
  }

  @Test("Suggestions and corrections have the kind of apostrophe that the keyboard types in the field")
  func apostrophes() throws {
    let field = try field()
    try type("dont ", in: field)
    #expect(field.text == "don’t ")
    let straight = try self.field(traits: { $0.smartQuotesType = .no })
    try type("dont ", in: straight)
    #expect(straight.text == "don't ")
    let off = try self.field(preferences: { $0.punctuation = false })
    try type("dont ", in: off)
    #expect(off.text == "don't ")
  }

  @Test("If no suggestions have arrived, a key press does not wait, and the keyboard does not correct the word")
  func late() throws {
    let field = try field()
    try field.type("teh world ")
    #expect(field.text == "teh world ")
    // Now an answer for an earlier word arrives, which the keyboard must ignore.
    try answer(field)
    #expect(field.bar == ["the", "they", "then"])
  }

  @Test("A tap on a suggestion replaces the word and adds a space, which punctuation removes")
  func choosing() throws {
    let field = try field()
    try type("hel", in: field)
    try field.press("suggestions.1")
    #expect(field.text == "hello ")
    try type(" ", in: field)
    #expect(field.text == "hello ")
    try field.press("suggestions.0")
    #expect(field.text == "hello the ")
    try field.press("123", ",")
    #expect(field.text == "hello the,")
    #expect(try leave(field) == ["hello", "the"])
    #expect(suggester.learned.last?.previous == "hello")
  }

  @Test("If the user taps the typed word in the bar, the word stays")
  func keeping() throws {
    let field = try field()
    try type("teh", in: field)
    try field.press("suggestions.0")
    #expect(field.text == "teh ")
    try field.press("suggestions.7", "suggestions.x")
    #expect(field.text == "teh ")
    #expect(try leave(field) == ["teh"])
    #expect(suggester.learned == [TypedWord("teh", isKnown: false, isChosen: true)])
  }

  @Test("Suggestions have capitals as the typed word has, or as the shift key demands")
  func capitals() throws {
    let field = try field(traits: { $0.autocapitalizationType = .sentences })
    #expect(field.bar == ["The", "They", "Then"])
    try type("Teh ", in: field)
    #expect(field.text == "The ")
  }

  @Test("When the user leaves the field, the keyboard learns each typed word together with the word before it")
  func learning() throws {
    let field = try field()
    try type("hello klava, klava\n", in: field)
    #expect(suggester.learned.isEmpty && suggester.endings == 0)
    _ = try leave(field)
    #expect(
      suggester.learned == [
        TypedWord("hello", isKnown: true), TypedWord("klava", after: "hello", isKnown: false),
        TypedWord("klava", isKnown: false),
      ])
    #expect(suggester.endings == 1)
  }

  @Test(
    "A word that begins a sentence is learned without the capital of the sentence (Behavior.md#learned-capitals)",
    arguments: [
      ("Klava klava ", ["klava", "klava"]), ("the Klava ", ["the", "Klava"]), ("the, Klava ", ["the", "Klava"]),
      ("the. Klava ", ["the", "klava"]), ("“Klava ", ["klava"]), ("KlavaX ", ["KlavaX"]), ("KLAVA ", ["KLAVA"]),
      ("The ", ["the"]),
    ] as [(String, [String])])
  func sentenceCapitals(typed: String, learned: [String]) throws {
    let field = try field()
    try type(typed, in: field)
    #expect(try leave(field) == learned)
  }

  @Test(
    "A kept word that begins a sentence is learned without the capital",
    arguments: ["delete", "undo", "suggestions.0"])
  func keptSentenceCapital(_ way: String) throws {
    let field = try field()
    try type("the. Teh", in: field)
    switch way {
    case "delete":
      try type(" ", in: field)
      try field.press("delete")
    case "undo":
      try type(" ", in: field)
      let change = DocumentChange(changedText: true)
      try field.serve(.documentChanged(change, .user), document: TextBuffer(before: "the. Teh"))
    default: try field.press(way)
    }
    #expect(try leave(field) == ["the", "teh"])
    #expect(suggester.learned.last == TypedWord("teh", isKnown: false, isChosen: true))
  }

  /// The possible fates of a typed word before the user leaves the field.
  enum Fate: CaseIterable {
    case stays, deleted, undone, editedByApplication, clearedByApplication, sent, clearedInPart, becameSecure
    case inSecureField, otherKeyboardDeletes, noSuggestions, crash
  }

  @Test(
    "The keyboard learns a word only if the text contains it when the user leaves the field or sends the text",
    arguments: Fate.allCases)
  func fates(fate: Fate) throws {
    let field = try field()
    try type("klava the ", in: field)
    let change = DocumentChange(changedText: true)
    var expected: [String] = []
    var text: TextBuffer?
    switch fate {
    case .stays: expected = ["klava", "the"]
    case .deleted: for _ in 0..<10 { try field.press("delete") }
    case .undone: try field.serve(.documentChanged(change, .user), document: TextBuffer(before: "kla"))
    case .editedByApplication:
      try field.serve(.documentChanged(change, .application), document: TextBuffer(before: "klavas the "))
      expected = ["the"]
    case .clearedByApplication: try field.serve(.documentChanged(change, .application), document: TextBuffer())
    case .sent:
      try field.press("return")
      try field.serve(.documentChanged(change, .application), document: TextBuffer())
      expected = ["klava", "the"]
    case .clearedInPart:
      try field.press("return")
      try field.serve(.documentChanged(change, .application), document: TextBuffer(before: "the\n"))
      expected = ["the"]
    case .becameSecure:
      var state = field.field
      state.traits.isSecureTextEntry = true
      try field.serve(.traitsChanged(state))
      state.traits.isSecureTextEntry = false
      try field.serve(.traitsChanged(state))
    case .inSecureField: break
    case .otherKeyboardDeletes:
      try field.serve(.disappear)
      try field.serve(.appear(field.field), document: TextBuffer(before: "klava "))
      expected = ["klava"]
    case .noSuggestions:
      field.keyboard.preferences.suggestions = false
      try field.serve(.settingsChanged([:]))
    case .crash:
      try field.serve(.destroy)
    }
    if fate == .inSecureField {
      try field.serve(.disappear)
      field.keyboard.leave(nil)
      #expect(suggester.learned.isEmpty)
    } else {
      if fate == .otherKeyboardDeletes { text = TextBuffer(before: "klava ") }
      #expect(try leave(field, text) == expected)
    }
    // The keyboard does not learn words of this field in the next field.
    field.keyboard.leave(TextBuffer(before: "klava the "))
    #expect(suggester.learned.count == expected.count)
  }

  @Test("The keyboard does not learn text of another keyboard or of the application")
  func foreignText() throws {
    let field = try field(TextBuffer(before: "hunter kla"))
    try type("va the ", in: field)
    try field.serve(
      .documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: "hunter klava the kazoo")
    )
    try answer(field)
    try type(" ", in: field)
    #expect(try leave(field) == ["the"])
    #expect(suggester.learned == [TypedWord("the", isKnown: true)])
  }

  @Test("The keyboard learns a word in the language that the field had when the user typed the word")
  func languages() throws {
    let field = try field()
    try type("klava ", in: field)
    field.documentLanguage = "ru"
    try field.serve(.documentChanged(DocumentChange(changedText: true), .user), document: field.buffer)
    try answer(field)
    try type("pechat ", in: field)
    #expect(Set(try leave(field)) == ["klava", "pechat"])
    #expect(Set(suggester.learnedLanguages) == ["en-US", "ru"])
  }

  @Test("An undo directly after a correction rejects the correction", arguments: ["teh", "te"])
  func undo(restored: String) throws {
    let field = try field()
    try type("teh ", in: field)
    #expect(field.text == "the ")
    try field.serve(
      .documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: restored))
    try answer(field)
    try type("teh".dropFirst(restored.count) + " ", in: field)
    #expect(field.text == "teh ")
  }

  @Test("If a change by the user does not restore the typed word, it does not reject the correction")
  func otherChange() throws {
    let field = try field()
    try type("teh ", in: field)
    try field.serve(.documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: "the"))
    try answer(field)
    try type(" teh ", in: field)
    #expect(field.text == "the the ")
  }

  @Test("If traits or settings change before the suggestions for a word have arrived, the keyboard repeats its query")
  func asksAgain() throws {
    var state = FieldState()
    state.traits.autocapitalizationType = .none
    for event in [TurnEvent.traitsChanged(state), .settingsChanged([:])] {
      let field = try field()
      try field.type("h")
      try field.serve(event)
      #expect(field.bar == [])
      try answer(field)
      #expect(field.bar == ["help", "hello"])
    }
  }

  @Test("Changed settings take effect immediately in the current field")
  func liveSettings() throws {
    let field = try field(traits: { $0.autocapitalizationType = .sentences })
    #expect(field.identifiers.contains("Q") && field.bar != nil)
    field.keyboard.preferences = .none
    try field.serve(.settingsChanged([:]))
    #expect(field.identifiers.contains("q") && field.bar == nil)
    field.keyboard.preferences = TypingPreferences()
    try field.serve(.settingsChanged([:]))
    try answer(field)
    #expect(field.identifiers.contains("Q") && field.bar == ["The", "They", "Then"])
  }

  @Test(
    "In fields for secrets, numbers, addresses and code, and in terminals, the keyboard suggests and learns nothing")
  func fields() throws {
    let changes: [(inout TextInputTraits) -> Void] = [
      { $0.isSecureTextEntry = true }, { $0.autocorrectionType = .no }, { $0.keyboardType = .URL },
      { $0.keyboardType = .emailAddress }, { $0.keyboardType = .phonePad }, { $0.keyboardType = .numberPad },
      { $0.keyboardType = .decimalPad }, { $0.keyboardType = .numbersAndPunctuation },
      { $0.keyboardType = .namePhonePad },
      { $0.textContentType = .init(rawValue: "username") }, { $0.textContentType = .init(rawValue: "one-time-code") },
    ]
    for change in changes {
      let field = try field(traits: change)
      #expect(field.bar == nil)
      try field.serve(.key(KeyEvent(key: "suggestions.0", gesture: .press)))
      #expect(field.text == "")
    }
    #expect(try field(isTerminal: true).bar == nil)
    #expect(suggester.queries.isEmpty && suggester.learned.isEmpty && suggester.languages.isEmpty)
  }

  @Test("If the source of suggestions fails, the keyboard removes the bar and corrects no word")
  func failure() throws {
    let field = try field()
    try type("teh", in: field)
    #expect(field.bar != nil)
    suggester.isAvailable = false
    try answer(field)
    #expect(field.bar == nil)
    try type(" ", in: field)
    #expect(field.text == "teh ")
  }

  @Test("The user's settings turn suggestions and corrections off")
  func settings() throws {
    let noBar = try field(preferences: { $0.suggestions = false })
    #expect(noBar.bar == nil)
    let noCorrection = try field(preferences: { $0.corrections = false })
    try type("teh", in: noCorrection)
    #expect(noCorrection.bar?.first == "the")
    try type(" ", in: noCorrection)
    #expect(noCorrection.text == "teh ")
    suggester.isAvailable = false
    #expect(try field().bar == nil)
  }

  @Test(
    "The keyboard suggests nothing inside a word, with a selection, in an address or beside unknown text",
    arguments: [
      TextBuffer(before: "te", after: "h"), TextBuffer(before: "te", selected: "x"), TextBuffer(before: "a.te"),
      TextBuffer(before: "@te"), TextBuffer(before: "x2te"), TextBuffer(before: "te", isCutBefore: true),
      TextBuffer(before: String(repeating: "a", count: 40)), TextBuffer(before: "te\u{301}\u{301}"),
    ])
  func places(text: TextBuffer) throws {
    let field = try field(text)
    #expect(field.bar == [])
    #expect(suggester.queries.isEmpty)
  }

  @Test("After a change of the document, the keyboard asks for suggestions in the document's language")
  func changes() throws {
    let field = try field()
    field.documentLanguage = "ru"
    try field.serve(
      .documentChanged(DocumentChange(changedText: true), .user), document: TextBuffer(before: "good hel"))
    try answer(field)
    #expect(field.bar == ["help", "hello"])
    #expect(suggester.queries.last?.previous == "good")
    #expect(suggester.languages.last == "ru")
  }

  @Test("The source of suggestions gets the positions of the letter keys")
  func positions() throws {
    _ = try field()
    let keys = Dictionary(suggester.keys.map { ($0.character, $0) }) { first, _ in first }
    #expect(keys.count == 26)
    let (q, w, a) = (try #require(keys["q"]), try #require(keys["w"]), try #require(keys["a"]))
    #expect(q.x < w.x && q.y == w.y && q.y < a.y)
  }

  @Test("If the user chose the typed word before white space, the return key does not correct the word")
  func keepsBeforeSpace() throws {
    let field = try field(TextBuffer(before: "teh", after: " end"))
    try answer(field)
    #expect(field.bar?.first == "“teh”")
    try field.press("suggestions.0")
    #expect(field.bar?.first != "“teh”")
    try field.press("return")
    #expect(field.text.hasPrefix("teh"))
  }
}
