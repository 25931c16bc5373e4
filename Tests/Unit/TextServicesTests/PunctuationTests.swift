import Testing
import TextModel
import TextServices

@Suite("Typed punctuation becomes the punctuation of the language (Behavior.md#smart-punctuation)")
struct PunctuationTests {
  /// Types a text character by character, and returns the result.
  private func type(
    _ text: String, after before: String = "", in traits: TextInputTraits = TextInputTraits(), language: String = "en"
  ) -> String {
    let services = TextServices()
    var result = before
    var last: PunctuationReplacement?
    for character in text {
      last = services.replacement(
        of: String(character), after: InsertionContext(result), last: last, in: traits, language: language)
      if let last {
        result.removeLast(last.deletions)
        result += last.text
      } else {
        result.append(character)
      }
    }
    return result
  }

  @Test(
    "Hyphens become dashes, and straight quotes become quotation marks",
    arguments: [
      ("-", "-"), ("--", "–"), ("---", "—"), ("----", "—-"), ("a - b", "a - b"), ("1--2", "1–2"), ("- -", "- -"),
      ("\"a\"", "“a”"), ("\"a\" \"b\"", "“a” “b”"), ("(\"a\")", "(“a”)"), ("a--\"b\"", "a–“b”"), ("\"¿a?\"", "“¿a?”"),
      ("'a'", "‘a’"), ("don't", "don’t"), ("the dogs' bed", "the dogs’ bed"), ("\"'a' b\"", "“‘a’ b”"), ("'90", "‘90"),
      ("6' 2\"", "6’ 2”"),
    ])
  func english(typed: String, text: String) { #expect(type(typed) == text) }

  @Test(
    "Each language has its own quotation marks",
    arguments: [
      ("de", "„a“ ‚b‘ geht’s"), ("de-CH", "„a“ ‚b‘ geht’s"), ("fr", "«a» ’b’ geht’s"), ("it", "«a» ’b’ geht’s"),
      ("sv", "”a” ’b’ geht’s"), ("pl", "„a” ’b’ geht’s"), ("ru", "«a» ’b’ geht’s"), ("ja", "「a」 ’b’ geht’s"),
      ("", "“a” ‘b’ geht’s"), ("xx", "“a” ‘b’ geht’s"), ("en-GB", "“a” ‘b’ geht’s"), ("nb", "«a» ‘b’ geht’s"),
    ])
  func languages(language: String, text: String) {
    #expect(type("\"a\" 'b' geht's", language: language) == text)
  }

  @Test(
    "Two spaces after a word become a period and a space",
    arguments: [
      ("a  ", "a. "), ("a   ", "a.  "), ("5  ", "5. "), ("é  ", "é. "), ("(a)  ", "(a). "), ("“a”  ", "“a”. "),
      ("👍  ", "👍. "), ("50%  ", "50%. "), ("a.  ", "a.  "), ("e.g.  ", "e.g.  "), ("a,  ", "a,  "), ("a?  ", "a?  "),
      ("-  ", "-  "), ("  ", "  "), ("a\n  ", "a\n  "), ("", ""),
    ])
  func periods(typed: String, text: String) { #expect(type(typed) == text) }

  @Test("In Armenian, two spaces become the Armenian full stop")
  func armenian() { #expect(type("ա  ", language: "hy") == "ա։ ") }

  @Test(
    "In fields for codes, addresses and secrets, typed text stays unchanged",
    arguments: KeyboardType.allCases)
  func fields(keyboardType: KeyboardType) {
    var traits = TextInputTraits()
    traits.keyboardType = keyboardType
    let isProse = [.default, .twitter].contains(keyboardType)
    #expect(type("\"a\"--", in: traits) == (isProse ? "“a”–" : "\"a\"--"))
    #expect(type("a  ", in: traits) == (isProse || keyboardType == .asciiCapable ? "a. " : "a  "))
    traits.smartQuotesType = .yes
    traits.smartDashesType = .yes
    #expect(type("\"a\"--", in: traits) == "“a”–")
    traits.isSecureTextEntry = true
    #expect(type("\"a\"--  ", in: traits) == "\"a\"--  ")
    #expect(type("a  ", in: traits) == "a  ")
  }

  @Test("If a trait has the value `no`, the keyboard does not make the replacement that the trait controls")
  func off() {
    var traits = TextInputTraits()
    traits.smartQuotesType = .no
    #expect(type("\"a\"--'", in: traits) == "\"a\"–'")
    traits.smartQuotesType = .default
    traits.smartDashesType = .no
    #expect(type("\"a\"--", in: traits) == "“a”--")
    traits.textContentType = TextContentType(name: "username")
    #expect(type("\"a\"  ", in: traits) == "\"a\"  ")
  }

  @Test("The keyboard does not replace a dash that the user typed, or a character if the text before it is unknown")
  func stays() {
    let services = TextServices()
    func replacement(_ text: String, _ context: InsertionContext) -> PunctuationReplacement? {
      services.replacement(of: text, after: context, last: nil, in: TextInputTraits(), language: "en")
    }
    #expect(replacement("-", InsertionContext("a–")) == nil)
    #expect(replacement("-", InsertionContext("a--")) == nil)
    for text in ["\"", "'", " ", "-"] { #expect(replacement(text, InsertionContext("", isCut: true)) == nil) }
    #expect(replacement("--", InsertionContext("-")) == nil)
  }
}
