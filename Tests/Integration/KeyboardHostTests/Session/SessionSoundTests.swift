import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel
import Timing

/// Tests of key sounds and haptic feedback (Behavior.md#key-sounds, Behavior.md#haptic-feedback, Behavior.md#rights).
@Suite("The session plays the sounds and the haptic feedback of keys")
struct SessionSoundTests {
  /// A fake sound player that records the requested sounds.
  final class Loudspeaker: KeySounds {
    private(set) var heard: [KeySound] = []
    func play(_ sound: KeySound) { heard.append(sound) }
    /// The haptic feedback that the session played.
    var felt: [HapticFeedback] = []
  }

  /// A session with the keyboard of `Fixtures/feedback.c` and a ``Loudspeaker``.
  struct TypingSession {
    let harness: SessionHarness
    let loudspeaker = Loudspeaker()

    init(
      requestsOpenAccess: Bool = true, hasFullAccess: Bool = false, wantsClicks: Bool = true,
      showsThatKeysClick: Bool = true
    ) throws {
      let library = try CLibrary.compile("feedback.c", defining: showsThatKeysClick ? "NONE" : "SILENT")
      harness = SessionHarness(libraries: [("org.example.feedback", library)])
      harness.source.requestsOpenAccess = requestsOpenAccess
      if hasFullAccess { harness.source.access.isFull = true }
      harness.session.feedback.sounds = loudspeaker
      harness.session.feedback.playHaptic = { [loudspeaker] in loudspeaker.felt.append($0) }
      harness.session.applySystemSettings(["clicks": .boolean(wantsClicks)])
      harness.focus()
      _ = harness.session.drainReport()
    }

    /// Presses a key.
    ///
    /// - Returns: The results of the calls that the key made, and the events of the session.
    func press(_ key: String) throws -> (results: [String], events: [SessionEvent]) {
      let before = harness.source.lines.count
      try harness.session.key(key)
      // The keyboard logs each result as a number. The host's lines about refused arguments are no numbers.
      let results = harness.source.lines.dropFirst(before).filter { Int($0) != nil }
      return (results, harness.session.drainReport().events)
    }
  }

  @Test("A keyboard whose manifest requests full access can play one sound in a turn, which depends on the kind of key")
  func heard() throws {
    let typingSession = try TypingSession()
    #expect(typingSession.harness.source.lines == ["-3"])
    for key in ["click", "delete", "modifier"] {
      let (results, events) = try typingSession.press(key)
      #expect(results == ["0"])
      #expect(events == [.click])
    }
    #expect(typingSession.loudspeaker.heard == [.click, .delete, .modifier])
    #expect(try typingSession.press("wild").results == ["-2", "-2", "-2"])
    let (results, events) = try typingSession.press("twice")
    #expect(results == ["0", "-6"])
    #expect(events == [.click])
    #expect(typingSession.loudspeaker.heard == [.click, .delete, .modifier, .delete])
  }

  @Test("The host refuses sounds unless the manifest requests full access and the input view enables clicks")
  func refused() throws {
    for (typingSession, error) in [
      (try TypingSession(requestsOpenAccess: false), "-4"), (try TypingSession(showsThatKeysClick: false), "-3"),
    ] {
      let (results, events) = try typingSession.press("click")
      #expect(results == [error])
      #expect(events.isEmpty)
      #expect(typingSession.loudspeaker.heard.isEmpty)
    }
  }

  @Test("Unless the manifest requests full access, the host plays no sound, even if the process can call the function")
  func soundWithoutRight() throws {
    let typingSession = try TypingSession()
    typingSession.harness.source.requestsOpenAccess = false
    let (results, events) = try typingSession.press("click")
    #expect(results == ["0"])
    #expect(events.isEmpty)
    #expect(typingSession.loudspeaker.heard.isEmpty)
  }

  @Test("If the user has turned key clicks off, the host plays no click, and the keyboard cannot detect this setting")
  func unwanted() throws {
    let typingSession = try TypingSession(wantsClicks: false)
    let (results, events) = try typingSession.press("click")
    #expect(results == ["0"])
    #expect(events == [.click])
    #expect(typingSession.loudspeaker.heard.isEmpty)
    // A changed setting takes effect immediately.
    typingSession.harness.session.settingsChanged(of: SystemKeyboard.identifier, to: ["clicks": .boolean(true)])
    _ = try typingSession.press("click")
    #expect(typingSession.loudspeaker.heard == [.click])
  }

  @Test("The keys of the system keyboard play the sounds of their roles, even in secure fields")
  func system() throws {
    let typingSession = try TypingSession(requestsOpenAccess: false)
    typingSession.harness.focus("abc def") { $0.traits.isSecureTextEntry = true }
    try #require(typingSession.harness.session.keyboard == SystemKeyboard.identifier)
    _ = typingSession.harness.session.drainReport()
    for key in ["a", "shift", "delete", "space"] { try typingSession.harness.session.key(key) }
    try typingSession.harness.session.key("delete", .repeat)
    try typingSession.harness.session.key("delete", .release)
    #expect(typingSession.loudspeaker.heard == [.click, .modifier, .delete, .modifier, .delete])
    #expect(typingSession.harness.session.drainReport().events.isEmpty)
  }

  @Test("The host plays at most 25 sounds in a second")
  func flood() throws {
    let typingSession = try TypingSession()
    for _ in 0..<200 { try typingSession.harness.session.key("click") }
    #expect(typingSession.loudspeaker.heard.count == 25)
    typingSession.harness.clock.move(to: typingSession.harness.clock.now + .milliseconds(200))
    for _ in 0..<50 { try typingSession.harness.session.key("click") }
    #expect(typingSession.loudspeaker.heard.count == 30)
  }

  @Test("A keyboard with full access can request one vibration in a turn")
  func felt() throws {
    let typingSession = try TypingSession(hasFullAccess: true, showsThatKeysClick: false)
    let (results, events) = try typingSession.press("error")
    #expect(results == ["0"])
    #expect(events == [.haptic])
    #expect(try typingSession.press("shake").results == ["-2", "-2", "-2"])
    let (second, both) = try typingSession.press("storm")
    #expect(second == ["0", "-6"])
    #expect(both == [.haptic])
    #expect(typingSession.loudspeaker.felt == [.error, .selection])
    #expect(typingSession.loudspeaker.heard.isEmpty)
  }

  @Test("The host refuses vibrations without full access")
  func unfelt() throws {
    let typingSession = try TypingSession()
    let (results, events) = try typingSession.press("error")
    #expect(results == ["-4"])
    #expect(events.isEmpty)
    #expect(typingSession.loudspeaker.felt.isEmpty)
  }

  @Test("The host plays at most 10 vibrations in a second")
  func storm() throws {
    let typingSession = try TypingSession(hasFullAccess: true)
    for _ in 0..<100 { try typingSession.harness.session.key("error") }
    #expect(typingSession.loudspeaker.felt.count == 10)
    typingSession.harness.clock.move(to: typingSession.harness.clock.now + .milliseconds(500))
    for _ in 0..<50 { try typingSession.harness.session.key("error") }
    #expect(typingSession.loudspeaker.felt.count == 15)
  }
}
