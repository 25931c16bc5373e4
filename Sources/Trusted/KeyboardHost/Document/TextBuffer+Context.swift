import TextInput

/// How much of a text is read.
struct TextLimit {
  /// Characters, as a user counts them.
  let characters: Int
  /// Unicode scalars.
  let scalars: Int
}

extension TextBuffer {
  /// The most UTF-8 bytes of the selection that a keyboard may read, for a single character has no end of its own.
  private static let selectionBytes = 64 * 1024

  /// The part of a buffer that a keyboard may read.
  ///
  /// - Parameters:
  ///   - policy: The field's policy.
  ///   - side: The most of the text on each side.
  ///   - selection: The most of the selection.
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
  /// How many characters a keyboard is shown, counted as Unicode scalars: on the way of every key press, counting
  /// what a person calls characters takes too long.
  var shownCharacters: Int {
    before.scalarCount + selected.scalarCount + after.scalarCount
  }
}

extension String {
  /// As `unicodeScalars.count`, by the bytes that go on with a scalar: eight of them are looked at together.
  fileprivate var scalarCount: Int {
    utf8.withContiguousStorageIfAvailable { bytes in
      var others = 0
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // The highest two bits of such a byte are 1 and 0; the product's highest byte is the sum of all bytes.
        let marks = (word &>> 7) & ~(word &>> 6) & 0x0101_0101_0101_0101
        others &+= Int((marks &* 0x0101_0101_0101_0101) &>> 56)
        offset &+= 8
      }
      for byte in bytes[offset...] where byte & 0xC0 == 0x80 { others &+= 1 }
      return bytes.count - others
    } ?? unicodeScalars.count
  }
}

extension Substring {
  /// The start of a text, at most so many bytes of whole scalars.
  fileprivate func prefix(bytes: Int) -> Substring {
    guard utf8.count > bytes else { return self }
    var index = utf8.index(startIndex, offsetBy: bytes)
    while utf8[index] & 0xC0 == 0x80 { utf8.formIndex(before: &index) }
    return self[..<index]
  }

  /// The text behind the last line break; directly behind one, the line break itself, as iOS 15 shows it.
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
