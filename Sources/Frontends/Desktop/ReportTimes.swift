internal import Diagnostics

/// The time of the last report of each fault. The program finds a lasting fault, such as a damaged file of the user,
/// many times, but reports the fault at most once a minute.
struct ReportTimes {
  private var times: [Diagnostic: Duration] = [:]

  /// The time between two reports of the same fault.
  private static let interval = Duration.seconds(60)
  private static let maximumTimes = 100

  /// Returns whether to report a fault now: at most once a minute.
  mutating func isDue(_ diagnostic: Diagnostic, at now: Duration) -> Bool {
    if let last = times[diagnostic], now < last + Self.interval { return false }
    if times.count >= Self.maximumTimes { times = [:] }
    times[diagnostic] = now
    return true
  }
}
