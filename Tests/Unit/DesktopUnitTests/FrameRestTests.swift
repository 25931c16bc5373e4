import Testing

@testable import Desktop

@Suite("The pause after an expensive frame (Desktop.md#frame-rest)")
struct FrameRestTests {
  /// Returns the pause after a frame that took 100 ms and was shown at 1 s.
  private func rest(after keyboard: String) -> FrameRest {
    var rest = FrameRest()
    rest.markOrder(at: .milliseconds(900))
    rest.begin(for: keyboard, at: .seconds(1))
    return rest
  }

  @Test("A keyboard's next frame waits three times as long as the last frame took")
  func waits() {
    let rest = rest(after: "org.example.slow")
    #expect(rest.end(for: "org.example.slow", at: .seconds(1)) == .milliseconds(1_300))
    #expect(rest.end(for: "org.example.slow", at: .milliseconds(1_299)) == .milliseconds(1_300))
    #expect(rest.end(for: "org.example.slow", at: .milliseconds(1_300)) == nil)
  }

  @Test("Frames of another keyboard, of the system keyboard, and after a touch do not wait")
  func doesNotWait() {
    #expect(rest(after: "org.example.slow").end(for: "org.example.other", at: .seconds(1)) == nil)
    #expect(rest(after: "org.klava.system").end(for: "org.klava.system", at: .seconds(1)) == nil)
    var rest = rest(after: "org.example.slow")
    rest.end(touchedAt: .milliseconds(100))
    #expect(rest.end(for: "org.example.slow", at: .milliseconds(1_099)) == nil)
    #expect(rest.end(for: "org.example.slow", at: .milliseconds(1_100)) == .milliseconds(1_300))
  }
}
