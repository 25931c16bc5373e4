/// The amount of operations that the application may not have handled yet.
///
/// The compositor ends the connection of an application as soon as the buffer of the application's socket is full. The
/// kernel usually allows 212,992 bytes, and counts at least 766 bytes for a message. No protocol tells an input method
/// how many events wait. So the document stops sending at ``size``, and continues when the application seems to have
/// handled all operations:
/// - The application has reported its text after the last operation, and has then been quiet for a while
///   (``quietTime``). This rule does not count the reports, because toolkits send several reports for one operation, or
///   one report for several operations.
/// - Otherwise, the document assumes a number of bytes that the application handles in a second (``rate``).
struct SendWindow: Sendable {
  /// The number of bytes that the application may not have handled yet.
  private var unhandled = 0
  /// The time at which ``unhandled`` had its value.
  private var updated = Duration.zero
  /// The number of bytes that the application has not confirmed by a report, including the bytes that it has handled
  /// according to ``rate``.
  private var silent = 0
  /// The time of the last report since the window was last empty; without such a report, the time of the first operation
  /// since then.
  private var gapStart = Duration.zero
  /// The longest time between two reports, or between the first operation and the next report, since the window was last
  /// empty; nil without a report.
  private var longestGap: Duration?
  /// Whether the application has reported its text since the last operation, or there was no operation.
  private var isReported = true
  /// Whether the application has reported its text after an operation.
  private var hasReported = false
  /// Whether the window was full, and the application has not handled half of the operations since.
  private var isFull = false

  /// The number of bytes after which the document waits.
  static let size = 32_768
  /// The number of bytes beyond ``size`` that the document sends for short turns that have waited too long.
  private static let reserve = 16_384
  /// The number of bytes that the kernel counts for the operations that the document sends together, in addition to the
  /// operations.
  static let sendSize = 768
  /// The number of bytes that the kernel counts for an operation or a key press, in addition to the text.
  static let operationSize = 96
  /// The number of bytes that an application handles in a second, as the document assumes for an application that never
  /// reports its text.
  private static let rateWithoutReports = 32_768
  /// The number of bytes that an application handles in a second, as the document assumes first if the application no
  /// longer reports its text. After each ``size`` of bytes without a report, the document assumes half of the last
  /// number.
  private static let fastestRate = 8_192
  private static let slowestRate = 1_024
  /// The shortest time without a report after which an application that has reported its text has handled all
  /// operations.
  private static let quietTime = Duration.milliseconds(20)

  private var rate: Int {
    if !hasReported { return Self.rateWithoutReports }
    return isReported ? Self.slowestRate : max(Self.fastestRate >> (silent / Self.size), Self.slowestRate)
  }

  /// The time at which the document may send the next operation; nil if it may send an operation now.
  var opening: Duration? {
    guard isFull else { return nil }
    let half = updated + .seconds(1) * (unhandled - Self.size / 2) / rate
    return quiet.map { min($0, half) } ?? half
  }

  /// Whether the document may send a short turn that has waited too long, although the window is full.
  var hasReserve: Bool { unhandled < Self.size + Self.reserve }

  /// The time at which the application has handled all operations if it sends no report until then. The time is nil if
  /// the application has not reported its text since the last operation.
  private var quiet: Duration? {
    isReported ? longestGap.map { gapStart + max($0 * 3, Self.quietTime) } : nil
  }

  /// The number of key presses after which the window is full, at least 1.
  ///
  /// - Parameter bytes: The number of bytes that the window counts for the application's report about each press.
  func presses(reporting bytes: Int) -> Int { max((Self.size - unhandled) / (Self.operationSize + bytes), 1) }

  /// Removes the operations that the application has handled.
  mutating func advance(to time: Duration) {
    guard unhandled > 0 else { return }
    if let quiet, time >= quiet {
      (unhandled, silent, longestGap) = (0, 0, nil)
    } else {
      let passed = min(max(time - updated, .zero), .seconds(60))
      let handled = Int(passed / .seconds(1) * Double(rate))
      // ``updated`` stays unchanged until the application has handled a byte, so that short steps add up.
      if handled > 0 { (unhandled, updated) = (max(unhandled - handled, 0), time) }
    }
    if unhandled <= Self.size / 2 { isFull = false }
  }

  /// Adds an operation that the document sends.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes that the application gets.
  ///   - time: The current time.
  mutating func add(_ bytes: Int, at time: Duration) {
    advance(to: time)
    if unhandled == 0 { (updated, gapStart, longestGap) = (time, time, nil) }
    unhandled += bytes
    silent += bytes
    isReported = false
    if unhandled >= Self.size { isFull = true }
  }

  /// Records a report of the application.
  mutating func report(at time: Duration) {
    advance(to: time)
    if !isReported { hasReported = true }
    isReported = true
    guard unhandled > 0 else {
      silent = 0
      return
    }
    longestGap = max(longestGap ?? .zero, time - gapStart)
    gapStart = time
  }
}
