internal import TextModel

/// A selection of the user that the application reports only partly, or not at all (Desktop.md#no-selection).
struct UnreportedSelection: Sendable {
  /// The text that the application reported for the selection; nil without a selection that is not reported.
  private(set) var reported: FieldText?
  /// The same text with the selection.
  private var selected = FieldText()
  /// The selected text; empty without a selection, or if the document has sent an operation since the selection.
  private var text = ""
  /// The time at which the primary selection got the text.
  private(set) var change = Duration.zero
  /// Whether the user touched the field when the text was selected.
  var isConfirmed = false
  /// Whether the application reports only the part of a selection in one line.
  private var isReportedPartly = false
  /// The time until which a report can belong to the selection.
  private var deadline = Duration.zero

  /// The minimum size in bytes of the part of a reported line before or after the insertion point. Such a part shows that
  /// a selected text of several lines belongs to the field. In Qt, which reports only one line of a selection, one byte
  /// is enough.
  private static let minimumLine = 8

  /// Whether there is no selection, or the document has sent an operation since the selection.
  var isEnded: Bool { text.isEmpty }

  /// Creates a value without a selection.
  init() {}

  /// Creates a selection for the next report.
  ///
  /// - Parameters:
  ///   - change: The time at which the primary selection got the text.
  ///   - isConfirmed: Whether the user touched the field at this time.
  ///   - isReportedPartly: Whether the application reports only the part of a selection in one line.
  ///   - time: The current time.
  init(_ text: String, since change: Duration, isConfirmed: Bool, isReportedPartly: Bool, at time: Duration) {
    self.text = text
    self.isReportedPartly = isReportedPartly
    self.change = change
    self.isConfirmed = isConfirmed
    deadline = time + ApplicationDocument.selectionDelay
  }

  /// The selected text, if it is unknown where this text is; otherwise nil.
  var unplaced: String? { text.isEmpty || reported != nil ? nil : text }

  /// Records a report that the document does not predict.
  mutating func update(for report: FieldText, at time: Duration) {
    guard report != reported else { return }
    let isFirst = reported.take() == nil
    guard isConfirmed, !text.isEmpty, time <= deadline,
      let found = selection(atInsertionPointOf: report) ?? (isFirst ? onlySelection(in: report) : nil)
    else { return }
    (selected, reported) = (found, report)
  }

  /// Returns the report with the selected text directly before or after its insertion point; nil if the text is not
  /// there, or on both sides. GTK and Qt report only the line with the insertion point, so the text can be longer than
  /// the report.
  private func selection(atInsertionPointOf report: FieldText) -> FieldText? {
    let (before, after) = (report.before.utf8, report.after.utf8)
    guard report.selected.isEmpty else { return selection(insteadOf: report) }
    let size = text.utf8.count
    let isBefore = before.suffix(size).hasBytes(of: text.utf8)
    let isAfter = after.prefix(size).hasBytes(of: text.utf8)
    if isBefore != isAfter { return selection(at: before.count - (isBefore ? size : 0), in: report) }
    let minimum = isReportedPartly ? 1 : Self.minimumLine
    let startsBefore = before.count >= minimum && endsWithLine(report.before)
    let endsAfter = after.count >= minimum && startsWithLine(report.after)
    guard !isBefore, startsBefore != endsAfter else { return nil }
    return startsBefore
      ? FieldText(selected: text, after: report.after) : FieldText(before: report.before, selected: text)
  }

  /// Returns the report with the selected text instead of the reported selection.
  ///
  /// If one end of the selection is in another line, Qt reports the end of the line in its place, even if this end is in
  /// an earlier line. If the insertion point is at the start of the line, only the line break before it belongs to the
  /// selection.
  private func selection(insteadOf report: FieldText) -> FieldText? {
    guard isReportedPartly, report.after.isEmpty, !text.utf8.hasBytes(of: report.selected.utf8) else {
      return nil
    }
    if startsWithLine(report.selected) { return FieldText(before: report.before, selected: text) }
    return endsWithLine(report.before) ? FieldText(selected: text, after: report.selected) : nil
  }

  /// Whether the selected text has several lines, and the last one is `line`.
  private func endsWithLine(_ line: String) -> Bool { text.utf8.reversed().starts(with: "\n\(line)".utf8.reversed()) }
  /// Whether the selected text has several lines, and the first one is `line`.
  private func startsWithLine(_ line: String) -> Bool { text.utf8.starts(with: "\(line)\n".utf8) }

  /// Returns the report with the selected text as its selection; nil unless the report contains the text exactly once.
  /// GTK 4.8 does not report that a selection has moved the insertion point.
  private func onlySelection(in report: FieldText) -> FieldText? {
    let (all, part) = (Array((report.before + report.after).utf8), Array(text.utf8))
    guard report.selected.isEmpty, let first = all.firstRange(of: part),
      all[(first.lowerBound + 1)...].firstRange(of: part) == nil
    else { return nil }
    return selection(at: first.lowerBound, in: report)
  }

  /// Returns the report with the text at an offset in bytes as its selection.
  private func selection(at offset: Int, in report: FieldText) -> FieldText {
    let all = (report.before + report.after).utf8
    let first = all.index(all.startIndex, offsetBy: offset)
    let end = all.index(first, offsetBy: text.utf8.count)
    return FieldText(
      before: String(decoding: all[..<first], as: UTF8.self), selected: text,
      after: String(decoding: all[end...], as: UTF8.self))
  }

  /// Returns a reported text with the selection, or without it if the report does not belong to the selection.
  func text(for report: FieldText) -> FieldText { report == reported ? selected : report }

  /// Ends the selection, because the document sends an operation.
  mutating func end() { text = "" }
}

/// A turn that may have replaced a selected text whose place is unknown (Desktop.md#restored-selection).
struct ReplacedSelection: Sendable {
  /// The time of the insertion.
  private let start: Duration
  /// The text that the field has after the insertion, unless the insertion replaces a selected text. The text is nil if
  /// the document knows no text of the field, because GTK may not have reported the text.
  private let prediction: FieldText?
  /// The time of the first key press after the insertion; nil before this press.
  private var end: Duration?
  /// Whether the primary selection was removed after the insertion and before the key press.
  private var isRemoved = false
  /// Whether the application has reported another text than ``prediction`` before the key press.
  private var isUnexpected = false

  /// Whether the insertion has replaced the selected text.
  var isConfirmed: Bool { isRemoved && isUnexpected }

  /// Creates a value for a turn that begins with an insertion.
  init(at time: Duration, predicting text: FieldText?) { (start, prediction) = (time, text) }

  /// Records a key press, with the text before it. A later removal of the primary selection is not an effect of the
  /// insertion.
  mutating func recordPress(in text: FieldText, at time: Duration) {
    guard end == nil else { return }
    (end, isUnexpected) = (time, text != prediction)
  }

  /// Records a removal of the primary selection. GTK removes it before it reports the new text.
  mutating func recordRemoval(at time: Duration) {
    if start <= time, time <= end ?? time { isRemoved = true }
  }
}
