internal import ICUShims

/// An ICU iterator over the boundaries of words or sentences in a text.
final class BreakIterator {
  private let iterator: UnsafeMutableRawPointer

  /// Opens an iterator; nil if ICU has no rules for boundaries of this type.
  init?(_ type: klv_break_type, locale: String) {
    guard let iterator = klv_break_iterator_open(type, locale) else { return nil }
    self.iterator = iterator
  }

  deinit { klv_break_iterator_close(iterator) }

  /// Returns all boundaries of a text; empty for an empty text, and nil if ICU fails.
  func boundaries(of text: [UInt16]) -> [UInt32]? {
    guard !text.isEmpty else { return [] }
    return withText(text) {
      var boundaries: [UInt32] = [0]
      while case let next = klv_break_iterator_next(iterator), next >= 0 { boundaries.append(UInt32(next)) }
      return boundaries
    }
  }

  /// Returns whether there is a boundary at an offset, which is at most the length of the text.
  func isBoundary(_ offset: Int, in text: [UInt16]) -> Bool {
    withText(text) { klv_break_iterator_is_boundary(iterator, Int32(offset)) } ?? false
  }

  private func withText<Result>(_ text: [UInt16], _ body: () -> Result) -> Result? {
    text.withUnsafeBufferPointer { text in
      guard klv_break_iterator_set_text(iterator, text.baseAddress, Int32(text.count)) else { return nil }
      // The iterator keeps the address of the text. So give the iterator an empty text before Swift frees the old text.
      defer { _ = klv_break_iterator_set_text(iterator, nil, 0) }
      return body()
    }
  }
}
