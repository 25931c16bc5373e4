@testable import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

@Suite("A password field that the application makes readable")
struct RevealedSecretTests {
  @Test(
    "Autocorrection is off in the field, so the system keyboard learns no word (Behavior.md#learned-words)")
  func isNotLearned() {
    var field = TextField(document: TextDocument())
    field.change { $0.traits.isSecureTextEntry = true }
    _ = field.document.apply(.insertText("correct horse"))
    field.change { $0.traits.isSecureTextEntry = false }
    #expect(field.state(InputModeStanding()).traits.autocorrectionType == .no)
    #expect(field.traits.autocorrectionType == .default)
    let other = TextField(document: TextDocument(before: "correct horse"))
    #expect(other.state(InputModeStanding()).traits.autocorrectionType == .default)
  }
}
