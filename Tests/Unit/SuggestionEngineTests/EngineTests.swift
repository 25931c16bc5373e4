import SuggestionEngine
import SuggestionProtocol
import TestSupport
import Testing

@Suite("Suggestions complete and correct words (Behavior.md#suggestions)")
struct EngineTests {
  /// The words of a small lexicon. A word with a higher cost is rarer.
  private static let words: [(word: String, cost: WordTrie.Cost)] = [
    ("the", 130), ("then", 260), ("them", 250), ("they", 240), ("these", 280), ("hello", 400), ("help", 360),
    ("don't", 300), ("cafe", 500), ("café", 510), ("which", 270), ("witch", 520), ("receive", 430), ("believe", 400),
    ("a", 160), ("of", 160), ("cat", 420), ("car", 380), ("morning", 390), ("good", 300),
  ]

  private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

  private func engine(learned: LearnedWords = LearnedWords()) -> SuggestionEngine {
    let engine = SuggestionEngine(speller: nil, lexicon: WordTrie(Self.words), learned: learned)
    engine.setKeys(
      Self.rows.enumerated().flatMap { row, letters in
        letters.enumerated().map { KeyPosition(String($1), x: Double($0) + Double(row) * 0.5, y: Double(row)) }
      })
    return engine
  }

  @Test(
    "The engine corrects a typing error and keeps the capitals of the typed word",
    arguments: [
      ("teh", "the"), ("Teh", "The"), ("TEH", "THE"), ("hrllo", "hello"), ("helo", "hello"), ("helllo", "hello"),
      ("dont", "don't"), ("recieve", "receive"), ("beleive", "believe"), ("whihc", "which"), ("thr", "the"),
    ])
  func corrections(typed: String, expected: String) {
    let answer = engine().reply(to: SuggestionQuery(typed: typed))
    #expect(answer.correction == expected)
    #expect(answer.suggestions.first == expected)
    #expect(!answer.isKnown)
  }

  @Test(
    "The engine does not correct a known word, or a text that resembles no word",
    arguments: ["the", "cat", "xkzzq", "hel", "q"])
  func stays(typed: String) {
    #expect(engine().reply(to: SuggestionQuery(typed: typed)).correction == nil)
  }

  /// An engine without a lexicon. Its dictionary has `error`, `errors`, `Eros` and `wonder`, but no line for `errors`.
  private static func engineWithoutLexicon() throws -> SuggestionEngine {
    let directory = try TemporaryDirectory("dictionary")
    let affixes = try directory.write("SET UTF-8\nTRY erosw\nSFX S Y 1\nSFX S 0 s .\n", to: "en.aff")
    let dictionary = "3\nerror/S\nEros\nwonder\n"
    let words = try directory.write(dictionary, to: "en.dic")
    let speller = try #require(Speller(affixes: affixes, words: words, encodings: SpellerEncodings()))
    return SuggestionEngine(speller: speller, lexicon: nil, dictionary: Array(dictionary.utf8), language: "en")
  }

  @Test(
    "Without a lexicon, the engine corrects a word to a form that the dictionary has only with its rules",
    arguments: [("errosr", "errors"), ("erors", "errors"), ("errrors", "errors"), ("wodner", "wonder")])
  func forms(typed: String, expected: String) throws {
    let answer = try Self.engineWithoutLexicon().reply(to: SuggestionQuery(typed: typed))
    #expect(answer.suggestions.first == expected)
    #expect(answer.correction == expected)
  }

  @Test("Within a sentence, the engine does not correct a capitalized word, except in German")
  func names() {
    let query = SuggestionQuery(typed: "Helo", previous: "the")
    #expect(engine().reply(to: query).correction == nil)
    let german = SuggestionEngine(speller: nil, lexicon: WordTrie(Self.words), language: "de-DE")
    #expect(german.reply(to: query).correction == "Hello")
  }

  @Test("The engine completes the beginning of a word, with the most frequent word first")
  func completions() {
    #expect(engine().reply(to: SuggestionQuery(typed: "th")).suggestions == ["the", "they", "them"])
    #expect(engine().reply(to: SuggestionQuery(typed: "Hel")).suggestions.prefix(2) == ["Help", "Hello"])
    #expect(engine().reply(to: SuggestionQuery(typed: "mornin")).suggestions.first == "morning")
  }

  @Test("The engine prefers corrections by a key beside the typed key")
  func keyDistance() {
    // The keys t and y are neighbors, so the engine prefers "cat" to "car". An engine that does not know the positions
    // of the keys prefers "car".
    #expect(engine().reply(to: SuggestionQuery(typed: "cay")).suggestions.first == "cat")
    let far = SuggestionEngine(speller: nil, lexicon: WordTrie(Self.words))
    #expect(far.reply(to: SuggestionQuery(typed: "cay")).suggestions.first == "car")
  }

  @Test("The engine adds missing accents to a word")
  func accents() {
    let engine = SuggestionEngine(speller: nil, lexicon: WordTrie([("naïve", 500), ("żółw", 500), ("ёлка", 500)]))
    for (typed, expected) in [("naive", "naïve"), ("zolw", "żółw"), ("елка", "ёлка")] {
      #expect(engine.reply(to: SuggestionQuery(typed: typed)).correction == expected)
    }
  }

  @Test("In English, the engine corrects i to I", arguments: [("en-US", "I"), ("de", nil)] as [(String, String?)])
  func pronoun(language: String, correction: String?) {
    let engine = SuggestionEngine(speller: nil, lexicon: WordTrie([("i", 200), ("in", 200)]), language: language)
    #expect(engine.reply(to: SuggestionQuery(typed: "i")).correction == correction)
    #expect(engine.reply(to: SuggestionQuery(typed: "I")).correction == nil)
  }

  @Test(
    "No correction removes an apostrophe inside a word, and without a dictionary, the engine corrects no elision",
    arguments: ["j'ai", "j’ai", "l'ecole", "dont'sa"])
  func elision(typed: String) {
    let engine = SuggestionEngine(
      speller: nil, lexicon: WordTrie([("jai", 500), ("lecole", 600), ("ai", 300), ("j'lai", 500), ("dontsa", 400)]),
      language: "fr")
    #expect(engine.reply(to: SuggestionQuery(typed: typed)).correction == nil)
  }

  @Test("The engine treats a missing accent on the first letter like one on another letter")
  func firstAccent() {
    let engine = SuggestionEngine(speller: nil, lexicon: WordTrie([("żółw", 554), ("zola", 647)]))
    #expect(engine.reply(to: SuggestionQuery(typed: "zolw")).correction == "żółw")
  }

  @Test("The engine keeps a typographic apostrophe")
  func apostrophe() {
    let answer = engine().reply(to: SuggestionQuery(typed: "dno’t"))
    #expect(answer.suggestions.first == "don’t" && answer.correction == "don’t")
  }

  @Test("The engine learns words and pairs of words with typographic apostrophes")
  func learnedApostrophe() {
    let engine = engine()
    for _ in 0..<2 { engine.learn(TypedWord("y’all", after: "don’t", isKnown: false)) }
    for typed in ["y’all", "y'all"] { #expect(engine.reply(to: SuggestionQuery(typed: typed)).isKnown) }
    #expect(engine.reply(to: SuggestionQuery(typed: "", previous: "don’t")).suggestions.first == "y'all")
    var words = LearnedWords(words: [.init("y’all", count: 2)])
    #expect(words.knows("y'all") && words.forget("y’all") && words.words == [])
  }

  @Test("After a word, the engine first suggests words that the user typed after this word before, then frequent words")
  func nextWords() {
    let engine = engine()
    #expect(engine.reply(to: SuggestionQuery(typed: "")).suggestions == ["the", "of", "they"])
    #expect(engine.reply(to: SuggestionQuery(typed: "", capitalizes: true)).suggestions.first == "The")
    engine.learn(TypedWord("morning", after: "good", isKnown: true))
    #expect(engine.reply(to: SuggestionQuery(typed: "", previous: "Good")).suggestions.first == "morning")
    #expect(engine.reply(to: SuggestionQuery(typed: "", previous: "cat")).suggestions.first == "the")
  }

  @Test("If the user typed a word twice, the engine completes the word and no longer corrects it")
  func learning() {
    let engine = engine()
    #expect(engine.reply(to: SuggestionQuery(typed: "helo")).correction == "hello")
    engine.learn(TypedWord("helo", isKnown: false))
    #expect(engine.reply(to: SuggestionQuery(typed: "helo")).correction == "hello")
    engine.learn(TypedWord("helo", isKnown: false))
    let answer = engine.reply(to: SuggestionQuery(typed: "helo"))
    #expect(answer.isKnown && answer.correction == nil)
    engine.learn(TypedWord("klavatura", isKnown: false, isChosen: true))
    #expect(engine.reply(to: SuggestionQuery(typed: "klavat")).suggestions.first == "klavatura")
  }

  @Test("The engine limits the number of learned words, and can forget a word")
  func limits() {
    var learned = LearnedWords()
    for number in 0..<(LearnedWords.maximumWords + 10) {
      learned.learn(TypedWord("w\(number)", after: "x", isKnown: false))
    }
    #expect(learned.words.count == LearnedWords.maximumWords)
    #expect(learned.words.first?.text == "w10")
    let (first, second) = (learned.forget("w11"), learned.forget("w11"))
    #expect(first && !second)
    #expect(!learned.words.contains { $0.text == "w11" } && !learned.pairs.contains { $0.text == "x w11" })
    learned.learn(TypedWord(String(repeating: "a", count: 65), isKnown: false))
    learned.learn(TypedWord("two words", isKnown: false))
    #expect(!learned.words.contains { $0.text.count > 60 || $0.text.contains(" ") })
    #expect(LearnedWords(words: [.init("a b", count: 1), .init("a", count: 0), .init("", count: 1)]).words.isEmpty)
  }

  @Test("For a long or unusual text, the answer of the engine stays within its limits")
  func strange() {
    let engine = engine()
    for typed in [String(repeating: "a", count: 10_000), "👩‍👩‍👧", "\u{0}", "e\u{301}\u{301}", "'", "’’’"] {
      #expect(engine.reply(to: SuggestionQuery(typed: typed)).suggestions.count <= SuggestionAnswer.maximumSuggestions)
    }
  }
}
