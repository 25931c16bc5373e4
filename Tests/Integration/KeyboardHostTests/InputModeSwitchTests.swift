import KeyboardProtocol
import KeyboardHost
import SystemKeyboard
import Testing

/// The person always has a way to the next keyboard, and a keyboard always knows whether it must show one
/// (Behavior.md#next-keyboard-key, Behavior.md#needs-input-mode-switch-key).
@Suite struct InputModeSwitchTests {
  @Test("A globe key leads on, whatever its keyboard makes of it")
  func leadsOn() throws {
    let harness = try DemandingKeyboard.harness(showsGlobe: true)
    harness.focus("a")
    #expect(!harness.session.addsGlobeKey)
    // The keyboard takes the key press for its own and does nothing.
    try harness.session.key("globe")
    #expect(harness.session.keyboard == SystemKeyboard.identifier)
    #expect(harness.session.shownBecause == nil)
    harness.session.end()
  }

  @Test("Where the keyboard shows no globe key the host adds one, and only while there is another keyboard")
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

  @Test("A keyboard is told at once when it need not show the key any more, and once")
  func tellsChange() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    try harness.session.key("standing")
    #expect(harness.text == ["needs it", ""])
    _ = harness.session.takeReport()
    harness.source.offersSystem = false
    harness.session.choicesChanged()
    #expect(harness.session.takeReport().callbacks == [.standingDidChange])
    harness.session.choicesChanged()
    #expect(harness.session.takeReport().callbacks.isEmpty)
    harness.focus()
    try harness.session.key("standing")
    #expect(harness.text == ["needs none", ""])
    harness.session.end()
  }
}
