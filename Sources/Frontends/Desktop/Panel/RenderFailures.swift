internal import HelperLauncher

/// The recent failures of render processes, by keyboard.
struct RenderFailures {
  /// If a keyboard's render processes fail this many times within a minute, the panel waits before it starts another
  /// process.
  private static let tolerable = 5

  private var times: [String: [ContinuousClock.Instant]] = [:]
  /// The error of the last failure; nil before the first failure, and after a failure without an error.
  private(set) var last: HelperError?

  /// Whether the panel must wait before it starts another render process for a keyboard.
  func areTooMany(of keyboard: String) -> Bool { times[keyboard, default: []].count >= Self.tolerable }

  /// Records that a render process of a keyboard failed now.
  mutating func add(_ keyboard: String, _ error: HelperError? = nil) {
    times[keyboard, default: []].append(.now)
    last = error
  }

  /// Forgets the failures that are older than a minute.
  mutating func forgetOld() {
    let minute = ContinuousClock.now - .seconds(60)
    times = times.mapValues { $0.filter { $0 >= minute } }.filter { !$0.value.isEmpty }
  }
}
