import Testing

@testable import KeyboardHost

@Suite("The pauses after the turns of timers")
struct TurnRestsTests {
  private let first = ProcesslessKeyboard(InProcessKeyboard())
  private let second = ProcesslessKeyboard(InProcessKeyboard())

  /// Returns the pauses after a timer of the first process has run for 100 ms.
  private func restsAfterTimer() -> TurnRests {
    var rests = TurnRests()
    rests.begin(for: first)
    rests.timerRan(of: first, for: .milliseconds(100), until: .milliseconds(100))
    return rests
  }

  @Test("After a timer's turn, no timer of the same process runs for three times as long as the turn")
  func pauses() {
    var rests = restsAfterTimer()
    rests.begin(for: first)
    #expect(!rests.allowTimer(at: .milliseconds(399)))
    #expect(rests.allowTimer(at: .milliseconds(400)))
  }

  @Test("A process does not learn how long the timers of an earlier process ran")
  func endsWithProcess() {
    var rests = restsAfterTimer()
    rests.begin(for: second)
    #expect(rests.allowTimer(at: .milliseconds(100)))
    #expect(rests.nextTurn(of: second, withTimer: .milliseconds(101), at: .milliseconds(100)) == .milliseconds(101))
    // The process changed during the turn of the first process.
    rests.timerRan(of: first, for: .milliseconds(100), until: .milliseconds(200))
    #expect(rests.allowTimer(at: .milliseconds(200)))
  }
}
