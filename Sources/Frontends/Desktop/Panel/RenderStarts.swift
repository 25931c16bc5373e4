internal import HelperLauncher
internal import Timing

/// The recent starts and failures of render processes. The panel consults this record before each start of a render
/// process.
struct RenderStarts {
  /// The number of failures of a keyboard's render processes that the panel tolerates within a minute. After this
  /// number of failures, the panel waits before it starts another process.
  private static let tolerableFailures = 5
  private static let minute = Duration.seconds(60)
  /// The maximum number of render processes that the panel starts per second. The limit is needed because applications
  /// and keyboards can change the content of the panel very often.
  private static let startsPerSecond = 10

  /// The time for which the panel draws a keyboard without its pictures after they failed.
  private static let timeWithoutPictures = Duration.seconds(600)

  private var limiter = RateLimiter(perSecond: startsPerSecond, at: .zero)
  /// The times of the failures, by keyboard.
  private var failures: [String: [Duration]] = [:]
  /// The keyboards whose pictures took too long or made a render process fail (Desktop.md#failed-pictures). Until the
  /// time in the value, the render processes of the keyboard get no pictures.
  private var withoutPictures: [String: Duration] = [:]
  /// The error of the last failure; nil before the first failure, and after a failure without an error.
  private(set) var lastError: HelperError?

  /// Whether the panel must wait before it starts another render process for a keyboard, because too many render
  /// processes of the keyboard failed.
  func areTooManyFailures(of keyboard: String, at now: Duration) -> Bool {
    failures[keyboard, default: []].count { $0 >= now - Self.minute } >= Self.tolerableFailures
  }

  /// Records the start of a render process for a keyboard, if the process may start now.
  ///
  /// - Returns: The time to wait before the next attempt; nil if the panel must start the process now.
  mutating func begin(_ keyboard: String, at now: Duration) -> Duration? {
    guard !areTooManyFailures(of: keyboard, at: now) else { return Self.minute }
    guard limiter.available(at: now) > 0 else { return .seconds(1) / Self.startsPerSecond }
    limiter.spend(1)
    return nil
  }

  /// Records that a render process of a keyboard failed, and forgets the failures that are older than a minute.
  ///
  /// - Parameter isTooSlow: Whether the process took too long for its first frame. The user has then waited long enough,
  ///   so such a failure is one failure too many.
  mutating func addFailure(
    of keyboard: String, _ error: HelperError? = nil, isTooSlow: Bool = false, at now: Duration
  ) {
    failures = failures.mapValues { $0.filter { $0 >= now - Self.minute } }.filter { !$0.value.isEmpty }
    failures[keyboard, default: []] += Array(repeating: now, count: isTooSlow ? Self.tolerableFailures : 1)
    lastError = error
  }

  // MARK: Pictures

  /// Whether the render processes of a keyboard get no pictures.
  func leavesOutPictures(of keyboard: String, at now: Duration) -> Bool {
    withoutPictures[keyboard].map { $0 > now } ?? false
  }

  /// Records that the pictures of a keyboard failed.
  mutating func addPictureFailure(of keyboard: String, at now: Duration) {
    withoutPictures = withoutPictures.filter { $0.value > now }
    withoutPictures[keyboard] = now + Self.timeWithoutPictures
  }

  /// Gives all keyboards their pictures again.
  mutating func retryPictures() { withoutPictures = [:] }
}
