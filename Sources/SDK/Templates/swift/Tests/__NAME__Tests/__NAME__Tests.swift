import Testing

@testable import __NAME__

@Suite struct PhraseTests {
  private let phrase = Phrase(identifier: "test", words: "Yes.")

  @Test("No space precedes a phrase at the start or after a blank or bracket", arguments: [nil, "a\n", "No, ", "("])
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
  @Test("A field for numbers has digits, and a field for decimal numbers also has its language's separator")
  func hasDigits() {
    #expect(KeyPlane(keyboardType: .numberPad, language: "de-DE") == .digits(separator: nil))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "en-US") == .digits(separator: "."))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "de-DE") == .digits(separator: ","))
  }

  @Test("Every other field shows the phrases")
  func hasPhrases() {
    #expect(KeyPlane(keyboardType: nil, language: nil) == .phrases)
    #expect(KeyPlane(keyboardType: .emailAddress, language: "en-US") == .phrases)
  }
}
