import KeyboardHost
import Testing

/// Nothing of a failed turn remains, neither in the host nor in the keyboard's process.
@Suite struct UndoneTurnTests {
  @Test("An interface, timers and a language of a failed turn are gone on both sides")
  func undoes() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    let shown = try #require(harness.session.interface)
    try harness.session.key("undo")
    #expect(harness.session.takeReport().failures.count == 1)
    #expect(harness.session.interface == shown)
    #expect(harness.session.primaryLanguage == nil)
    #expect(harness.session.nextTimer == nil)
    #expect(harness.text == ["", ""])
    // The process knows the first interface's label, not the second's: "not found", and "done".
    try harness.session.key("label")
    #expect(harness.text == ["-50", ""])
    try harness.session.key("language")
    #expect(harness.text == ["-50en-US", ""])
    // All 64 timers of the failed turn are free again, and its first number too.
    try harness.session.key("timers")
    #expect(harness.text == ["-50en-US1", ""])
    harness.session.wait(.seconds(2), on: harness.clock)
    #expect(harness.text == ["-50en-US1!", ""])
    harness.session.end()
  }
}
