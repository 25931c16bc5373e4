import KeyboardHost
import Testing

/// Tests that a failed turn leaves no trace in the host or in the keyboard's process.
@Suite struct UndoneTurnTests {
  @Test("The host and the process discard the input view, timers and language of a failed turn")
  func undoes() throws {
    let harness = try DemandingKeyboard.harness()
    harness.focus()
    let shown = try #require(harness.session.inputView)
    try harness.session.key("undo")
    #expect(harness.session.drainReport().failures.count == 1)
    #expect(harness.session.inputView == shown)
    #expect(harness.session.primaryLanguage == nil)
    #expect(harness.session.nextTimer == nil)
    #expect(harness.text == ["", ""])
    // The process knows only the label of the first input view. So the calls return -5 (not found) and then 0 (done).
    try harness.session.key("label")
    #expect(harness.text == ["-50", ""])
    try harness.session.key("language")
    #expect(harness.text == ["-50en-US", ""])
    // All 64 timers of the failed turn are free again, so the first new timer gets number 1.
    try harness.session.key("timers")
    #expect(harness.text == ["-50en-US1", ""])
    harness.session.wait(.seconds(2), on: harness.clock)
    #expect(harness.text == ["-50en-US1!", ""])
    harness.session.end()
  }
}
