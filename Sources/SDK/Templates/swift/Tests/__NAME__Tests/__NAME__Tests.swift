import Testing

@testable import __NAME__

@Suite struct PhraseTests {
  private let phrase = Phrase(identifier: "test", words: "Yes.")

  @Test("A phrase stands by itself where a line begins and after a space", arguments: [nil, "a\n", "No, ", "("])
  func standsAlone(context: String?) {
    #expect(phrase.text(after: context) == "Yes.")
  }

  @Test("A phrase is kept apart from what is before it", arguments: ["No.", "да", "👍🏽"])
  func isKeptApart(context: String) {
    #expect(phrase.text(after: context) == " Yes.")
  }

  @Test("Every phrase has its own key")
  func hasItsKey() {
    #expect(Set(Phrase.all.map(\.identifier)).count == Phrase.all.count)
  }
}

@Suite struct KeyPlaneTests {
  @Test("A field for numbers has digits, and where it is for decimal ones its language's separator")
  func hasDigits() {
    #expect(KeyPlane(keyboardType: .numberPad, language: "de-DE") == .digits(separator: nil))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "en-US") == .digits(separator: "."))
    #expect(KeyPlane(keyboardType: .decimalPad, language: "de-DE") == .digits(separator: ","))
  }

  @Test("Every other field has the phrases")
  func hasPhrases() {
    #expect(KeyPlane(keyboardType: nil, language: nil) == .phrases)
    #expect(KeyPlane(keyboardType: .emailAddress, language: "en-US") == .phrases)
  }
}
