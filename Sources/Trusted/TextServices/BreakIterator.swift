internal import CICU

/// An iterator of ICU over the boundaries in a text.
final class BreakIterator {
  private let iterator: OpaquePointer

  /// Opens an iterator; nil if ICU has no rules of this type.
  init?(_ type: UBreakIteratorType, locale: String) {
    var status = U_ZERO_ERROR
    guard let iterator = klv_ubrk_open(type, locale, &status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      return nil
    }
    self.iterator = iterator
  }

  deinit { klv_ubrk_close(iterator) }

  /// Returns all boundaries of a text; empty for an empty text.
  func boundaries(of text: [UInt16]) -> [UInt32]? {
    guard !text.isEmpty else { return [] }
    return use(text) {
      var boundaries: [UInt32] = [0]
      while case let next = klv_ubrk_next(iterator), next >= 0 { boundaries.append(UInt32(next)) }
      return boundaries
    }
  }

  /// Returns whether there is a boundary at an offset, which is at most the length of the text.
  func isBoundary(_ offset: Int, in text: [UInt16]) -> Bool {
    use(text) { klv_ubrk_is_boundary(iterator, Int32(offset)) != 0 } ?? false
  }

  private func use<Result>(_ text: [UInt16], _ body: () -> Result) -> Result? {
    text.withUnsafeBufferPointer { text in
      var status = U_ZERO_ERROR
      klv_ubrk_set_text(iterator, text.baseAddress, Int32(text.count), &status)
      guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
      // The iterator keeps the address of the text, so it gets another text before this one is freed.
      defer { klv_ubrk_set_text(iterator, nil, 0, &status) }
      return body()
    }
  }
}
