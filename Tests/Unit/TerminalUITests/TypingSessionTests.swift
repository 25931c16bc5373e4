import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SuggestionClient
import SuggestionProtocol
import SystemKeyboard
import SystemSupport
import TerminalUI
import Testing

@Suite("A user of the simulator")
struct TypingSessionTests {
  /// A source of suggestions that answers a query immediately. Its descriptor is always readable.
  private final class Suggester: WordSuggesting {
    private let file: Descriptor
    private var query: SuggestionQuery?

    init() throws { file = try Descriptor(open("/dev/null", O_RDONLY)) }

    var descriptor: Int32? { file.number }
    var isAsked: Bool { query != nil }
    var canAnswer: Bool { true }
    func begin(language: String) -> Bool { true }
    func setKeys(_ keys: [KeyPosition]) {}
    func ask(_ query: SuggestionQuery) { self.query = query }
    func receive() -> SuggestionAnswer? {
      let correction = query?.typed.lowercased() == "teh" ? "the" : nil
      return query.take().map {
        SuggestionAnswer(number: $0.number, suggestions: correction.map { [$0] } ?? [], correction: correction)
      }
    }
    func learn(_ word: TypedWord, language: String) {}
    func end() {}
  }

  @Test("The keyboard corrects words even if many keys arrive at the same time", arguments: [true, false])
  func corrections(isHardware: Bool) throws {
    let test = TestTypingSession(system: SystemKeyboard(suggester: try Suggester()))
    test.typingSession.focus(width: 390)
    test.typingSession.pick(SystemKeyboard.identifier)
    for character in "teh " {
      if isHardware {
        test.typingSession.hardwareKey(String(character))
      } else {
        let key =
          test.session.inputView?.key(character == " " ? "space" : String(character))
          ?? test.session.inputView?.key(character.uppercased())
        test.typingSession.perform(KeyEvent(key: key?.identifier, gesture: .press))
      }
    }
    #expect(test.text.lowercased() == "the |")
  }

  @Test("With the setting `split`, a wide keyboard has two halves, each with a space bar", arguments: [500.0, 900])
  func split(width: Double) {
    let test = TestTypingSession()
    test.session.applySystemSettings(["split": .boolean(true)])
    test.typingSession.focus(width: width)
    test.typingSession.pick(SystemKeyboard.identifier)
    let bars = test.typingSession.inputView?.keys.filter { $0.role == .space } ?? []
    #expect(bars.count == (width < 600 ? 1 : 2))
    for bar in bars { test.typingSession.perform(KeyEvent(key: bar.identifier, gesture: .press)) }
    for bar in bars { test.typingSession.touched(KeyEvent(key: bar.identifier, gesture: .press)) }
    #expect(test.text.count > bars.count * 2 - 1 && test.typingSession.notices.isEmpty)
  }
}
