import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing

/// Tests of switching keyboards: the user always has a way to the next keyboard (Behavior.md#next-keyboard-key).
///
/// A keyboard always knows whether it must show a globe key (Behavior.md#needs-input-mode-switch-key).
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
  func tellsChange() throws {
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
}
