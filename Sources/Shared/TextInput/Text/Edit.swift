/// One change that a keyboard asks for through its text document proxy.
public enum Edit: Hashable, Sendable {
  /// Replaces the selection or the marked text, or goes in at the insertion point.
  case insertText(String)
  /// Removes the selection, or one backward-deletion cluster.
  case deleteBackward
  /// Moves the insertion point by UTF-16 code units, positive forward in storage order.
  case adjustTextPosition(byCharacterOffset: Int)
  /// Moves the insertion point by what a person calls characters.
  case adjustTextPositionByCharacters(Int)
  /// Replaces the marked text, or goes in at the selection; the range is UTF-16 inside the new text.
  case setMarkedText(String, selectedRange: Range<Int>)
  /// Keeps the marked text as plain text.
  case unmarkText

  /// The text that comes into the document with it.
  package var insertedText: String? {
    switch self {
    case .insertText(let text), .setMarkedText(let text, _): text
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// The scalar's number as Unicode writes it, such as `001B`.
  package var fourDigits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character that no keyboard may bring, for it is no text and may act on whatever shows the
  /// document: C0 but tab and line break, DEL, C1.
  ///
  /// Characters that say in which direction text runs are not among them: Arabic and Hebrew are written with them.
  fileprivate var isForbiddenControl: Bool {
    switch value {
    // A carriage return becomes a line break (Behavior.md#insert-line-breaks).
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The first control character that no keyboard may bring into a document.
  package var firstForbiddenControl: Unicode.Scalar? { unicodeScalars.first { $0.isForbiddenControl } }
}

/// What is wrong with a text that a keyboard wants to bring into a document.
package enum TextFault: Hashable, Sendable, CustomStringConvertible {
  /// It holds this control character, which is no text and may act on whatever shows the document.
  case control(Unicode.Scalar)
  /// More than ``CombiningMarkCounter/longest`` combining marks would stand in a row.
  case endlessMarks

  /// The fault as a noun with its rule, without a full stop.
  package var description: String {
    switch self {
    case .control(let scalar): "the control character U+\(scalar.fourDigits)"
    case .endlessMarks: "more than \(CombiningMarkCounter.longest) combining marks in a row"
    }
  }
}

extension TextBuffer {
  /// What keeps an edit's text out of the document; nil if nothing does.
  ///
  /// A fault that stands in the text that the edit replaces, marked or selected, was there before, so it may be put back: else
  /// a person could not have a keyboard put brackets around what an application holds. Text that is not held here cannot be
  /// read by the keyboard either.
  package func fault(in edit: Edit) -> TextFault? {
    guard let text = edit.insertedText else { return nil }
    let run = longestMarkRun(with: text)
    guard text.firstForbiddenControl != nil || run > CombiningMarkCounter.longest else { return nil }
    let replaced = markedText ?? selected
    let controls = Set(replaced.unicodeScalars.filter(\.isForbiddenControl))
    if let control = text.unicodeScalars.first(where: { $0.isForbiddenControl && !controls.contains($0) }) {
      return .control(control)
    }
    return run > max(CombiningMarkCounter.longest, longestMarkRun(with: replaced)) ? .endlessMarks : nil
  }

  /// The longest run of combining marks in a text that takes the place of the marked or selected text, with the marks that
  /// then stand directly before and behind it, as far as they matter.
  private func longestMarkRun(with text: String) -> Int {
    // Asked first, for most texts neither begin nor end with a mark.
    let touchesBefore = text.unicodeScalars.first?.isCombiningMark ?? true
    let touchesAfter = text.unicodeScalars.last?.isCombiningMark ?? true
    var run = CombiningMarkCounter()
    var longest = 0
    func take(_ scalars: some Sequence<Unicode.Scalar>) {
      for scalar in scalars {
        _ = run.take(scalar)
        longest = max(longest, run.length)
      }
    }
    if touchesBefore { take(scalarsBeforeInsertion.suffix(CombiningMarkCounter.longest + 1)) }
    // What stands there already is no fault of the text.
    longest = 0
    take(text.unicodeScalars)
    if touchesAfter, run.length > 0 { take(scalarsAfterInsertion.prefix(CombiningMarkCounter.longest + 1)) }
    return longest
  }

  private var scalarsBeforeInsertion: Substring.UnicodeScalarView {
    let units = before.utf16
    let end = units.index(units.endIndex, offsetBy: -(marking?.before ?? 0), limitedBy: units.startIndex)
    return before.unicodeScalars[..<(end ?? units.startIndex)]
  }

  private var scalarsAfterInsertion: Substring.UnicodeScalarView {
    let units = after.utf16
    let start = units.index(units.startIndex, offsetBy: marking?.after ?? 0, limitedBy: units.endIndex)
    return after.unicodeScalars[(start ?? units.endIndex)...]
  }
}

/// What one keyboard may do in one turn.
public enum TurnLimit {
  /// UTF-8 bytes inserted.
  public static let insertedBytes = 64 * 1024
  /// Edits.
  public static let edits = 10_000
  /// Characters, counted as Unicode scalars, that are shown beyond those shown at the start of the turn. After that the
  /// keyboard's edits are still made, but it is shown no more text.
  public static let shownCharacters = 16_384
  /// Changes of single elements of the input view.
  public static let changes = 1_000
  /// UTF-8 bytes of the texts in those changes.
  public static let changedBytes = 256 * 1024
}
