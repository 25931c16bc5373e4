import KeyboardProtocol
import TextModel
import Timing
import KeyboardHost
import SystemKeyboard
import Testing
import InputViewModel

/// Clicks of keys (Behavior.md#key-sounds, and the row of Behavior.md#rights).
@Suite("The sounds of keys")
struct SessionSoundTests {
  /// Remembers what it was to play.
  final class Loudspeaker: KeySounds {
    private(set) var heard: [KeySound] = []
    func play(_ sound: KeySound) { heard.append(sound) }
  }

  /// A session over `Fixtures/feedback.c`, with somebody who listens.
  struct TypingSession {
    let harness: SessionHarness
    let loudspeaker = Loudspeaker()

    init(requestsOpenAccess: Bool = true, wantsClicks: Bool = true, showsThatKeysClick: Bool = true) throws {
      let library = try CLibrary.compile("feedback.c", defining: showsThatKeysClick ? "NONE" : "SILENT")
      harness = SessionHarness(libraries: [("org.example.feedback", library)])
      harness.source.requestsOpenAccess = requestsOpenAccess
      harness.session.sounds = loudspeaker
      harness.session.takeSystemSettings(["clicks": .boolean(wantsClicks)])
      harness.focus()
      _ = harness.session.takeReport()
    }

    /// Presses a key: what its calls returned, and what happened.
    func press(_ key: String) throws -> (results: [String], events: [SessionEvent]) {
      let before = harness.source.lines.count
      try harness.session.key(key)
      return (Array(harness.source.lines.dropFirst(before)), harness.session.takeReport().events)
    }
  }

  @Test("a keyboard that requests open access is heard, each kind of key by its own sound, once a turn")
  func heard() throws {
    let seat = try TypingSession()
    #expect(seat.harness.source.lines == ["-3"])
    for key in ["click", "delete", "modifier"] {
      let (results, events) = try seat.press(key)
      #expect(results == ["0"])
      #expect(events == [.click])
    }
    #expect(seat.loudspeaker.heard == [.click, .delete, .modifier])
    #expect(try seat.press("wild").results == ["-2", "-2", "-2"])
    let (results, events) = try seat.press("twice")
    #expect(results == ["0", "-6"])
    #expect(events == [.click])
    #expect(seat.loudspeaker.heard == [.click, .delete, .modifier, .delete])
  }

  @Test("any other keyboard is refused, and so is one whose keys do not click")
  func refused() throws {
    for (seat, error) in [
      (try TypingSession(requestsOpenAccess: false), "-4"), (try TypingSession(showsThatKeysClick: false), "-3"),
    ] {
      let (results, events) = try seat.press("click")
      #expect(results == [error])
      #expect(events.isEmpty)
      #expect(seat.loudspeaker.heard.isEmpty)
    }
  }

  @Test("a process that was told that it may is not believed where its manifest says no")
  func notBelieved() throws {
    let seat = try TypingSession()
    seat.harness.source.requestsOpenAccess = false
    let (results, events) = try seat.press("click")
    #expect(results == ["0"])
    #expect(events.isEmpty)
    #expect(seat.loudspeaker.heard.isEmpty)
  }

  @Test("nobody who does not want clicks hears any, and the keyboard does not learn that")
  func unwanted() throws {
    let seat = try TypingSession(wantsClicks: false)
    let (results, events) = try seat.press("click")
    #expect(results == ["0"])
    #expect(events == [.click])
    #expect(seat.loudspeaker.heard.isEmpty)
    // The choice takes effect at once.
    seat.harness.session.settingsChanged(of: SystemKeyboard.identifier, to: ["clicks": .boolean(true)])
    _ = try seat.press("click")
    #expect(seat.loudspeaker.heard == [.click])
  }

  @Test("the keys of the system keyboard sound as their roles say, without an event, in secure fields too")
  func system() throws {
    let seat = try TypingSession(requestsOpenAccess: false)
    seat.harness.focus("abc def") { $0.traits.isSecureTextEntry = true }
    try #require(seat.harness.session.keyboard == SystemKeyboard.identifier)
    _ = seat.harness.session.takeReport()
    for key in ["a", "shift", "delete", "space"] { try seat.harness.session.key(key) }
    try seat.harness.session.key("delete", .repeat)
    try seat.harness.session.key("delete", .release)
    #expect(seat.loudspeaker.heard == [.click, .modifier, .delete, .modifier, .delete])
    #expect(seat.harness.session.takeReport().events.isEmpty)
  }

  @Test("a flood of sounds is no louder than a fast typist")
  func flood() throws {
    let seat = try TypingSession()
    for _ in 0..<200 { _ = try seat.press("click") }
    #expect(seat.loudspeaker.heard.count == 25)
    seat.harness.clock.move(to: seat.harness.clock.now + .milliseconds(200))
    for _ in 0..<50 { _ = try seat.press("click") }
    #expect(seat.loudspeaker.heard.count == 30)
  }
}
