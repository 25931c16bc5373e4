/// What the times of operations, of reports and of changes of the primary selection say about the user's touches and
/// selections in the application.
///
/// Many applications report their field when the user touches it, even if the report contains nothing new. Other programs
/// can change the primary selection, but cannot cause such a report.
struct SelectionEvidence: Sendable {
  /// The time of the last report that no operation explains; nil if the document has sent an operation since this report.
  private var unaskedReport: Duration?
  /// The time of the last report about an operation or with a new text.
  private var lastReport: Duration
  private var lastOperation = Duration.zero - quietTime
  /// The time at which the primary selection last got a text.
  private var lastOffer = Duration.zero - quietTime

  /// The time after an operation during which a report can be a repeated report about this operation.
  private static let quietTime = Duration.milliseconds(300)
  /// The time since the last operation and the last report after which the user may have touched the application.
  private static let timeOfTouch = Duration.milliseconds(400)

  /// Creates a value for a field that got the focus at a time.
  init(activatedAt time: Duration?) { lastReport = time ?? .zero - Self.quietTime }

  /// Records that the document sends an operation.
  mutating func recordOperation(at time: Duration) { (unaskedReport, lastOperation) = (nil, time) }

  /// Records that the primary selection has another text.
  mutating func recordOffer(at time: Duration) { lastOffer = time }

  /// Records a touch that the application does not report.
  mutating func recordTouch(at time: Duration) { unaskedReport = time }

  /// Records a report.
  ///
  /// - Parameters:
  ///   - isNew: Whether the report is about an operation, or contains another text or insertion point than the report
  ///     before.
  ///   - isAtRest: Whether the application had reported the effects of all operations.
  mutating func recordReport(isNew: Bool, isAtRest: Bool, at time: Duration) {
    if isAtRest, time >= lastOperation + Self.quietTime { unaskedReport = time }
    // After a touch, GTK can repeat its last report, so this report says nothing about the insertion point.
    if isNew { lastReport = time }
  }

  /// Whether the user may have moved the insertion point without a report.
  func mayHaveMoved(at time: Duration) -> Bool { time >= max(lastOperation, lastReport) + Self.timeOfTouch }

  /// Whether the user touched the field when the primary selection changed.
  func confirms(_ change: Duration) -> Bool {
    let delay = ApplicationDocument.selectionDelay
    return unaskedReport.map { change - delay...change + delay ~= $0 } == true
  }

  /// Whether a change of the primary selection can be an unreported selection of the user, because neither an operation nor
  /// a new report followed it.
  func permits(_ change: Duration) -> Bool {
    change >= lastOperation + Self.quietTime && change >= lastReport - ApplicationDocument.selectionDelay
  }

  /// Whether a removal of the primary selection ends the selection of the field. The removal says nothing about an older
  /// selection if another program has offered a text since then, or about a selection that the application reported later.
  ///
  /// - Parameters:
  ///   - removal: The time of the removal.
  ///   - offer: The time at which the primary selection got the selected text; nil if the application reported the
  ///     selection.
  func endsSelection(_ removal: Duration, offeredAt offer: Duration?) -> Bool {
    guard let offer else {
      return lastReport < removal && lastOffer <= lastReport + ApplicationDocument.selectionDelay
    }
    return lastOffer <= offer
  }

  /// Whether the primary selection has not changed recently, so that no program changes it again and again.
  func hasQuietPrimarySelection(at time: Duration) -> Bool { time >= lastOffer + Self.quietTime }
}
