import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing

/// Tests that the user can always switch to the next keyboard (Behavior.md#next-keyboard-key).
///
/// These tests also check that a keyboard always knows whether it must show a globe key
/// (Behavior.md#needs-input-mode-switch-key).
@Suite struct InputModeSwitchTests {
  @Test("A globe key switches keyboards even if the keyboard reports that it handled the key press")
  func leadsOn() throws {
    let harness = try DemandingKeyboard.harness(showsGlobe: true)
    harness.focus("a")
    #expect(!harness.session.addsGlobeKey)
    // The keyboard reports that it handled the key press, but does nothing.
    try harness.session.key("globe")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.session.shownBecause == nil)
    harness.session.end()
  }

  @Test("The host adds a globe key if the keyboard shows none and there is another keyboard")
  func addsGlobe() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus("a")
    #expect(harness.session.addsGlobeKey)
    harness.source.offersSystem = false
    harness.session.choicesChanged()
    #expect(!harness.session.addsGlobeKey)
    harness.source.offersSystem = true
    harness.session.choicesChanged()
    try harness.session.key("globe")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    harness.session.end()
  }

  @Test("If a keyboard no longer needs a globe key, the host notifies the keyboard once and without delay")
  func unneededGlobeKey() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("standing")
    #expect(harness.text == ["needs it", ""])
    _ = harness.session.drainReport()
    harness.source.offersSystem = false
    harness.session.choicesChanged()
    #expect(harness.session.drainReport().callbacks == [.standingDidChange])
    harness.session.choicesChanged()
    #expect(harness.session.drainReport().callbacks.isEmpty)
    harness.focus()
    try harness.session.key("standing")
    #expect(harness.text == ["needs none", ""])
    harness.session.end()
  }

  /// Returns a session with the keyboard of `Fixtures/standing.c`.
  private func standing(full: Bool = false, offersSystem: Bool = true) throws -> SessionHarness {
    let harness = SessionHarness(libraries: [("org.example.standing", try CLibrary.compile("standing.c"))])
    harness.source.access = ProcessAccess(isFull: full, reachesLocalNetwork: false)
    harness.source.offersSystem = offersSystem
    return harness
  }

  @Test(
    "From its load event on, a keyboard knows whether it needs a globe key and whether it has full access",
    arguments: [
      (false, true, "globe confined"), (true, true, "globe full"), (false, false, "no globe confined"),
      (true, false, "no globe full"),
    ])
  func factsAtLoad(full: Bool, offersSystem: Bool, text: String) throws {
    let harness = try standing(full: full, offersSystem: offersSystem)
    for key in ["loaded", "now"] {
      harness.focus()
      try harness.session.key(key)
      #expect(harness.text == [text, ""])
    }
    harness.session.end()
  }

  @Test("If the user grants full access, a fresh process knows about the grant from its load event on")
  func grantedFullAccess() throws {
    let harness = try standing()
    harness.focus()
    try harness.session.key("now")
    harness.source.access = ProcessAccess(isFull: true, reachesLocalNetwork: false)
    harness.session.accessChanged(of: "org.example.standing")
    harness.focus()
    try harness.session.key("loaded")
    #expect(harness.text == ["globe full", ""])
    harness.session.end()
  }

  @Test("If a keyboard changes the language of its input mode, the application immediately gets the new language")
  func changesLanguage() throws {
    let harness = try standing()
    harness.focus()
    #expect(harness.session.primaryLanguage == nil)
    try harness.session.key("polish")
    #expect(harness.session.primaryLanguage == "pl-PL")
    try harness.session.key("invalid")
    #expect(harness.session.primaryLanguage == "pl-PL")
    try harness.session.key("manifest")
    #expect(harness.session.primaryLanguage == nil)
    #expect(harness.text == ["set pl-PLrefused pl-PLset en-US", ""])
    harness.session.end()
  }
}
