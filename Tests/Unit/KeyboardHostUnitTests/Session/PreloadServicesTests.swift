import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

@Suite struct PreloadServicesTests {
  @Test("A keyboard that loads during several pauses of the user has the service limits of one turn")
  func hasLimitsOfOneTurn() throws {
    var answered = 0
    let loading = FakeKeyboard(nil) { _, ask in
      if ask(.lexicon) != .refused(.tooLarge) { answered += 1 }
      return nil
    }
    loading.slowEvent = .load
    let shown = FakeKeyboard(InputViewTree(root: .column([.key(Key("a"))])))
    let source = FakeKeyboardSource([InputMode("shown"), InputMode("loading")]) { $0 == "shown" ? shown : loading }
    source.preloads = true
    let session = source.makeSession()
    session.focus(TextField(document: TextDocument()))
    let pauses = LexiconLimit.turnRequests + 3
    for _ in 0..<pauses {
      session.prepare(while: IdleTime(endedBy: []))
      try session.key("a")
    }
    #expect(loading.turns.count == pauses)
    #expect(answered == LexiconLimit.turnRequests)
  }
}
