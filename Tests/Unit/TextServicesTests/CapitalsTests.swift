import Testing
import TextModel
import TextServices

@Suite("Automatic capitals at the start of words and sentences (Behavior.md#automatic-capitals)")
struct CapitalsTests {
  /// A row: a text, whether a word starts after it, and whether a sentence starts after it.
  typealias Row = (text: String, word: Bool, sentence: Bool)

  private static let englishRows: [Row] = [
    ("", true, true), ("   ", true, true), ("\n", true, true), ("(", true, true), ("“", true, true),
    ("Tea", false, false), ("Tea ", true, false), ("Tea.", false, false), ("Tea. ", true, true),
    ("Tea.\u{A0}", true, true), ("Tea.\t", true, true), ("Tea?", false, false), ("Tea? ", true, true),
    ("Tea! ", true, true), ("Tea?! ", true, true), ("Tea... ", true, true), ("Tea… ", true, true),
    ("Tea…", false, false),
    ("Tea ... ", true, true), ("Tea . ", true, false), (". ", true, false), ("Tea, ", true, false),
    ("Tea; ", true, false), ("Tea: ", true, false), ("Tea - ", true, false), ("Tea 👍 ", true, false),
    ("Tea\n", true, true), ("Tea,\n", true, true), ("Tea \n  ", true, true), ("Tea\r\n", true, true),
    ("Tea\u{2029}", true, true),
    ("(Tea.) ", true, true), ("“Tea.” ", true, true), ("\"Tea.\" ", true, true), ("\"Tea\". ", true, true),
    ("\"Tea\" ", true, false), ("Tea. (", true, true), ("Tea. \"", true, true), ("Tea (", true, false),
    ("Tea.\"", false, false), ("Tea-", false, false), ("don'", false, false),
    ("e.g. ", true, false), ("(e.g. ", true, false), ("In the U.S. ", true, false), ("In the U.S.. ", true, true),
    ("In the U.S ", true, false), ("at 5 p.m. ", true, false), ("a Ph.D. ", true, false), ("e.", false, false),
    ("See example.com. ", true, true), ("Mr.", false, false), ("Plan B. ", true, true),
    ("3.", false, false), ("3.1", false, false), ("It has 3. ", true, true), ("In 2024. ", true, true),
    ("¿", true, true), ("Hola. ¿", true, true), ("Hola, ¿", true, false), ("¡", true, true),
    ("你好。", false, true), ("你好！」", false, true), ("你好，", false, false), ("หนึ่ง", false, false),
    ("क्या? ", true, true), ("है। ", true, true), ("Нет. ", true, true), ("т.е. ", true, false),
  ]

  @Test(
    "In languages without special rules, the English rules determine where words and sentences start",
    arguments: englishRows)
  func english(row: Row) { expect(row, language: "en") }

  private static let otherRows: [(language: String, row: Row)] = [
    ("de", ("Liebe Ada,\n", true, false)), ("de", ("Liebe Ada,  \n ", true, false)),
    ("de", ("Liebe Ada\n", true, true)),
    ("de-AT", ("Am 3. ", true, false)), ("de", ("Am 12. ", true, false)), ("de", ("Im Jahr 2024. ", true, true)),
    ("de", ("Raum B3. ", true, true)), ("de", ("z.B. ", true, false)), ("cs", ("Dne 3. ", true, false)),
    ("fi", ("3. ", true, false)), ("pl", ("Mam 3. ", true, true)), ("ru", ("Их 3. ", true, true)),
    ("fr", ("\"Thé.\" ", true, false)), ("fr", ("« Thé. » ", true, false)), ("fr", ("\"Thé\". ", true, true)),
    ("fr", ("Ça va ? ", true, true)), ("el", ("Τι; ", true, true)), ("el", ("Τι;", false, false)),
    ("hy", ("Բառ. ", true, false)), ("hy", ("Բառ։ ", true, true)), ("en", ("Τι; ", true, false)),
  ]

  @Test("In some languages, special rules determine where words and sentences start", arguments: otherRows)
  func others(language: String, row: Row) { expect(row, language: language) }

  private func expect(_ row: Row, language: String) {
    let services = TextServices()
    for (type, expected) in [
      (.none, false), (.words, row.word), (.sentences, row.sentence), (.allCharacters, true),
    ] as [(TextAutocapitalizationType, Bool)] {
      let found = services.capitalizesNextLetter(type, after: InsertionContext(row.text), language: language)
      #expect(found == expected, "\(type) after \(row.text.debugDescription)")
    }
  }

  @Test("If only white space and opening marks before a letter are known, the letter starts no sentence")
  func cut() {
    let services = TextServices()
    for text in ["", " ", "\n", "("] {
      let context = InsertionContext(text, isCut: true)
      #expect(!services.capitalizesNextLetter(.sentences, after: context, language: "en"))
    }
    let long = InsertionContext(String(repeating: " ", count: 10_000))
    #expect(long.isCut && long.text.count == InsertionContext.scalars)
    #expect(InsertionContext("Well. " + String(repeating: "a", count: InsertionContext.scalars)).isCut)
  }

  @Test("Automatic capitals ignore the marked text, because the next typed text replaces it")
  func marked() {
    let buffer = TextBuffer(before: "Tea. ka", marking: .init(before: 2, after: 0))
    #expect(buffer.insertionContext == InsertionContext("Tea. "))
    #expect(TextBuffer(before: "Tea", selected: "x").insertionContext == InsertionContext("Tea"))
  }

  @Test(
    "Fields for addresses, codes and secrets have no automatic capitals",
    arguments: [
      (.default, nil, false, .sentences), (.twitter, nil, false, .sentences), (.asciiCapable, nil, false, .sentences),
      (.URL, nil, false, .none), (.emailAddress, nil, false, .none), (.default, nil, true, .none),
      (.default, "username", false, .none), (.default, "oneTimeCode", false, .none),
      (.default, "name", false, .sentences),
    ] as [(KeyboardType, String?, Bool, TextAutocapitalizationType)])
  func fields(type: KeyboardType, content: String?, isSecure: Bool, expected: TextAutocapitalizationType) {
    var traits = TextInputTraits()
    traits.keyboardType = type
    traits.textContentType = content.flatMap { TextContentType(name: $0) }
    traits.isSecureTextEntry = isSecure
    #expect(traits.capitals(requesting: .sentences) == expected)
    #expect(traits.capitals(requesting: .words) == (expected == .none ? .none : .words))
    #expect(traits.capitals(requesting: .allCharacters) == (isSecure ? .none : .allCharacters))
  }
}
