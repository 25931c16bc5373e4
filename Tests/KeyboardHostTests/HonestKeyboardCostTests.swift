import KeyboardHost
import Testing

/// What it costs to be held, in a release build on a machine that does nothing else: part of `make endurance` alone.
@Suite(.enabled(if: HonestKeyboardTests.runs >= 50), .serialized) struct HonestKeyboardCostTests {
  private static let holds = HonestKeyboardTests.Hold.possible.filter { $0 != .withoutFilter && $0 != .paths }

  @Test("A held keyboard starts at most 3.5 ms later and answers at most 5 % later", arguments: HonestKeyboard.allCases)
  func costs(_ kind: HonestKeyboard) throws {
    var starts: [HonestKeyboardTests.Hold: [Duration]] = [:]
    var turns: [HonestKeyboardTests.Hold: [Duration]] = [:]
    let clock = ContinuousClock()
    // By turns and none always first, so that what else the machine does falls on all of them.
    for round in 0..<min(HonestKeyboardTests.runs, 200) {
      for place in Self.holds.indices {
        let hold = Self.holds[(place + round) % Self.holds.count]
        let program = try KeyboardProgram(libraryPath: kind.library, policy: hold.policy)
        let begin = clock.now
        let keyboard = try RunningHonestKeyboard(kind, program)
        _ = try keyboard.press("ok")
        starts[hold, default: []].append(begin.duration(to: clock.now))
        for _ in 0..<200 {
          let begin = clock.now
          _ = try keyboard.press("ok")
          turns[hold, default: []].append(begin.duration(to: clock.now))
        }
      }
    }
    for hold in Self.holds {
      let (start, turn) = (Self.median(starts[hold]), Self.quick(turns[hold]))
      print(
        """
        \(kind), held by \(hold): start \(Self.microseconds(start)) µs, turn \(Self.microseconds(turn)) µs, \
        median \(Self.microseconds(Self.median(turns[hold]))) µs
        """)
      #expect(start <= Self.median(starts[.nothing]) + .microseconds(3500))
      #expect(turn <= Self.quick(turns[.nothing]) * 1.05)
    }
  }

  private static func microseconds(_ time: Duration) -> String {
    String((time / .microseconds(1) * 10).rounded() / 10)
  }

  private static func median(_ times: [Duration]?) -> Duration { part(1, of: 2, times) }

  /// The time that a quarter of them keep to: whether the other side still ran or had to be woken, which depends on
  /// where the kernel puts the two processes, splits the rest.
  private static func quick(_ times: [Duration]?) -> Duration { part(1, of: 4, times) }

  private static func part(_ numerator: Int, of denominator: Int, _ times: [Duration]?) -> Duration {
    let sorted = (times ?? []).sorted()
    return sorted.isEmpty ? .zero : sorted[sorted.count * numerator / denominator]
  }
}
