import Testing

@testable import __NAME__

@Suite struct PhraseTests {
  private let phrase = Phrase(identifier: "test", words: "Yes.")

  @Test(
    "No space precedes a phrase in an empty field, after white space or after a bracket",
    arguments: [nil, "a\n", "No, ", "("])
  func standsAlone(context: String?) {
    #expect(phrase.text(after: context) == "Yes.")
  }

  @Test("A space separates a phrase from the text before it", arguments: ["No.", "да", "👍🏽"])
  func isKeptApart(context: String) {
    #expect(phrase.text(after: context) == " Yes.")
  }

  @Test("Every phrase has its own key")
  func hasItsKey() {
    #expect(Set(Phrase.all.map(\.identifier)).count == Phrase.all.count)
  }
}

@Suite struct KeyPlaneTests {
  @Test("A number pad has digits, and a decimal pad also has the decimal separator of the language")
  func hasDigits() {
    #expect(KeyPlane(keyboardType: .numberPad, language: "de-DE") == .digits(separator: nil))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "en-US") == .digits(separator: "."))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "de-DE") == .digits(separator: ","))
  }

  @Test("In a text field, the keyboard shows the phrases")
  func hasPhrases() {
    #expect(KeyPlane(keyboardType: nil, language: nil) == .phrases)
    #expect(KeyPlane(keyboardType: .emailAddress, language: "en-US") == .phrases)
  }
}
