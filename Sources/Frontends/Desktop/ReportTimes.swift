internal import Diagnostics

/// The times at which klava-desktop last reported faults that it finds again and again, such as a damaged file of the
/// user.
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
