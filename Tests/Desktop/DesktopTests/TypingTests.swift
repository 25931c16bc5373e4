import DesktopSupport
import Testing

extension Desktop {
  @Suite("Typing")
  struct TypingTests {
    @Test("The system keyboard types letters, digits and signs", arguments: Place.all)
    func system(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      try stage.type("Hello, world 42!")
      try stage.expectAgreement()
      #expect(stage.text == "Hello, world 42!")
    }
  }
}
