/// The end of the text before the position at which the keyboard will insert its next text.
package struct InsertionContext: Hashable, Sendable {
  /// The maximum number of scalars in ``text``.
  package static let scalars = 256

  /// The last scalars before the position of the insertion.
  package var text: String
  /// Whether there is more text before ``text``.
  package var isCut: Bool

  /// Creates a context from the last ``scalars`` scalars of a text.
  package init(_ text: some StringProtocol, isCut: Bool = false) {
    let scalars = text.unicodeScalars
    let start = scalars.index(scalars.endIndex, offsetBy: -Self.scalars, limitedBy: scalars.startIndex)
    self.text = String(text[(start ?? text.startIndex)...])
    self.isCut = isCut || (start ?? text.startIndex) > text.startIndex
  }
}

extension TextBuffer {
  /// The end of the text before the marked text. If there is no marked text, the end of the text before the selection.
  package var insertionContext: InsertionContext {
    guard let marking, marking.before > 0 else { return InsertionContext(before, isCut: isCutBefore) }
    let end = before.utf16.index(before.endIndex, offsetBy: -marking.before, limitedBy: before.startIndex)
    return InsertionContext(before[..<(end ?? before.startIndex)], isCut: isCutBefore)
  }
}
