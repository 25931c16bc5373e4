/// One change that a keyboard asks for through its text document proxy (BEHAVIOUR §3).
public enum Edit: Hashable, Sendable {
  /// Replaces the selection or the marked text, or goes in at the insertion point (§3.2).
  case insertText(String)
  /// Removes the selection, or one backward-deletion cluster (§3.3).
  case deleteBackward
  /// Moves the insertion point by UTF-16 code units, positive forward in storage order (§3.4).
  case adjustTextPosition(byCharacterOffset: Int)
  /// Moves the insertion point by what a person calls characters (§3.4).
  case adjustTextPositionByCharacters(Int)
  /// Replaces the marked text, or goes in at the selection; the range is UTF-16 inside the new text (§3.6).
  case setMarkedText(String, selectedRange: Range<Int>)
  /// Keeps the marked text as plain text (§3.6).
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
    // A carriage return becomes a line break (BEHAVIOUR §3.2).
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

extension TextBuffer {
  /// The first control character that an edit may not insert here.
  ///
  /// One that stands in the text that the edit replaces, marked or selected, was there before, so it may be put back: else a
  /// person could not have a keyboard put brackets around what an application holds. Text that is not held here cannot be
  /// read by the keyboard either.
  package func firstForbiddenControl(in edit: Edit) -> Unicode.Scalar? {
    guard let text = edit.insertedText, text.firstForbiddenControl != nil else { return nil }
    let replaced = Set((markedText ?? selected).unicodeScalars.filter(\.isForbiddenControl))
    return text.unicodeScalars.first { $0.isForbiddenControl && !replaced.contains($0) }
  }
}

/// What one keyboard may do in one turn (BEHAVIOUR §3.11).
public enum TurnLimit {
  /// UTF-8 bytes inserted.
  public static let insertedBytes = 64 * 1024
  /// Edits.
  public static let edits = 10_000
}
