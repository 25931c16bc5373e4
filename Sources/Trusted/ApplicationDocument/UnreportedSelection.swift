internal import TextModel

/// A selection of the user in an application that reports only one end of each selection (Desktop.md#no-selection).
struct UnreportedSelection: Sendable {
  /// The text that the application reported for the selection; nil without a selection that is not reported.
  private(set) var reported: FieldText?
  /// The same text with the selection.
  private var selected = FieldText()
  /// The selected text; empty if no report can follow that belongs to the selection.
  private var text = ""
  /// The time until which a report can belong to the selection.
  private var deadline = Duration.zero

  /// Whether there is no selection, or the document has sent an operation since the selection.
  var isEnded: Bool { text.isEmpty }

  /// Creates a value without a selection.
  init() {}

  /// Creates a selection for the next report.
  init(_ text: String, at time: Duration) {
    self.text = text
    deadline = time + ApplicationDocument.selectionDelay
  }

  /// Records a report that the document does not predict.
  ///
  /// The report belongs to the selection if the selected text is on one side of the reported insertion point. The first
  /// report after the selection also belongs to it if the whole text contains the selected text once, because GTK 4.8 does
  /// not report that a selection has moved the insertion point.
  mutating func update(for report: FieldText, at time: Duration) {
    guard report != reported else { return }
    let isFirst = reported.take() == nil
    guard !text.isEmpty, time <= deadline, report.selected.isEmpty,
      let start = start(in: report, isAnywhere: isFirst)
    else { return }
    let all = (report.before + report.after).utf8
    let first = all.index(all.startIndex, offsetBy: start)
    let end = all.index(first, offsetBy: text.utf8.count)
    selected = FieldText(
      before: String(decoding: all[..<first], as: UTF8.self), selected: text,
      after: String(decoding: all[end...], as: UTF8.self))
    reported = report
  }

  /// The offset of the selected text in a reported text in bytes; nil if the text is not there or is ambiguous.
  private func start(in report: FieldText, isAnywhere: Bool) -> Int? {
    let size = text.utf8.count
    let isBefore = report.before.utf8.suffix(size).hasBytes(of: text.utf8)
    let isAfter = report.after.utf8.prefix(size).hasBytes(of: text.utf8)
    if isBefore != isAfter { return report.before.utf8.count - (isBefore ? size : 0) }
    let (all, part) = (Array((report.before + report.after).utf8), Array(text.utf8))
    guard isAnywhere, !isBefore, let first = all.firstRange(of: part),
      all[(first.lowerBound + 1)...].firstRange(of: part) == nil
    else { return nil }
    return first.lowerBound
  }

  /// Returns a reported text with the selection, or without it if the report does not belong to the selection.
  func text(for report: FieldText) -> FieldText { report == reported ? selected : report }

  /// Ends the selection, because the document sends an operation.
  mutating func end() { text = "" }
}
