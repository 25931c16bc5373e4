import TextModel

/// A limit on the length of a text.
struct TextLimit {
  /// The maximum number of extended grapheme clusters.
  let characters: Int
  /// The maximum number of Unicode scalars.
  let scalars: Int
}

extension TextBuffer {
  /// The maximum number of UTF-8 bytes of the selection that a keyboard may read. A limit in characters is not enough,
  /// because a single character can have any length.
  private static let selectionBytes = 64 * 1024

  /// Returns the part of the buffer that a keyboard may read.
  ///
  /// - Parameters:
  ///   - policy: The field's policy.
  ///   - side: The limit of the text on each side of the selection.
  ///   - selection: The limit of the selection.
  func context(_ policy: ContextPolicy, side: TextLimit, selection: TextLimit) -> TextBuffer {
    let first = self.before.index(ofLastCharacters: side.characters, scalarLimit: side.scalars)
    let last = self.after.index(ofFirstCharacters: side.characters, scalarLimit: side.scalars)
    var before = self.before[(first ?? self.before.startIndex)...]
    var after = self.after[..<(last ?? self.after.endIndex)]
    switch policy {
    case .window: break
    case .paragraph:
      before = before.lastParagraph
      after = after.firstParagraph
    case .ios16: after = after.firstParagraph
    }
    let selectable = self.selected[...].prefix(bytes: Self.selectionBytes)
    let lastSelected = selectable.unicodeScalars.index(
      selectable.startIndex, offsetBy: selection.scalars, limitedBy: selectable.endIndex)
    let selected = selectable[..<(lastSelected ?? selectable.endIndex)].prefix(selection.characters)
    return TextBuffer(
      before: String(before), selected: String(selected), after: String(after), marking: marking,
      isCutBefore: isCutBefore || before.startIndex > self.before.startIndex,
      isCutAfter: isCutAfter || after.endIndex < self.after.endIndex,
      isSelectionCut: selected.endIndex < self.selected.endIndex)
  }
}

extension TextBuffer {
  /// The number of Unicode scalars that the host sends to a keyboard.
  ///
  /// The unit is the scalar because every key press needs this number, and counting extended grapheme clusters is too
  /// slow.
  var shownCharacters: Int {
    before.scalarCount + selected.scalarCount + after.scalarCount
  }
}

extension String {
  /// The number of Unicode scalars. This code counts UTF-8 continuation bytes, 32 bytes at a time, and is faster than
  /// `unicodeScalars.count`.
  fileprivate var scalarCount: Int {
    utf8.withContiguousStorageIfAvailable { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      /// Returns one byte for each of eight bytes of the text: 1 for a continuation byte, 0 for any other byte.
      ///
      /// The highest two bits of a continuation byte are 1 and 0.
      func marks(_ offset: Int) -> UInt64 {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return (word &>> 7) & ~(word &>> 6) & ones
      }
      var others = 0
      var offset = 0
      while offset &+ 32 <= bytes.count {
        let sums = marks(offset) &+ marks(offset &+ 8) &+ marks(offset &+ 16) &+ marks(offset &+ 24)
        // The highest byte of this product is the sum of the eight bytes of `sums`.
        others &+= Int((sums &* ones) &>> 56)
        offset &+= 32
      }
      for byte in bytes[offset...] where byte & 0xC0 == 0x80 { others &+= 1 }
      return bytes.count - others
    } ?? unicodeScalars.count
  }
}

extension Substring {
  /// Returns the longest prefix of whole scalars with at most this many UTF-8 bytes.
  fileprivate func prefix(bytes: Int) -> Substring {
    guard utf8.count > bytes else { return self }
    var index = utf8.index(startIndex, offsetBy: bytes)
    while utf8[index] & 0xC0 == 0x80 { utf8.formIndex(before: &index) }
    return self[..<index]
  }

  /// The text after the last line break. If no text follows the line break, the result is the line break itself, as in
  /// iOS 15.
  fileprivate var lastParagraph: Substring {
    let scalars = unicodeScalars
    guard var line = scalars.lastIndex(where: \.isNewline) else { return self }
    let rest = self[scalars.index(after: line)...]
    guard rest.isEmpty else { return rest }
    if scalars[line] == "\n", line > startIndex, scalars[scalars.index(before: line)] == "\r" {
      line = scalars.index(before: line)
    }
    return self[line...]
  }

  /// The text before the first line break.
  fileprivate var firstParagraph: Substring {
    self[..<(unicodeScalars.firstIndex(where: \.isNewline) ?? endIndex)]
  }
}
