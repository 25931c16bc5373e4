import TextInput

extension TextBuffer {
  /// The most UTF-8 bytes of one side or of the selection, for a single character has no end of its own.
  private static let contextBytes = 64 * 1024

  /// The part of a buffer that a keyboard may read (BEHAVIOUR §3.7).
  func context(_ policy: ContextPolicy, _ window: Int, _ selectionLimit: Int) -> TextBuffer {
    var before = self.before.suffix(window).suffix(bytes: Self.contextBytes)
    var after = self.after.prefix(window).prefix(bytes: Self.contextBytes)
    switch policy {
    case .window: break
    case .paragraph:
      before = before.lastParagraph
      after = after.firstParagraph
    case .ios16: after = after.firstParagraph
    }
    let selected = self.selected.prefix(selectionLimit).prefix(bytes: Self.contextBytes)
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
    before.unicodeScalars.count + selected.unicodeScalars.count + after.unicodeScalars.count
  }
}

extension Substring {
  /// The end of a text, at most so many bytes of whole scalars.
  fileprivate func suffix(bytes: Int) -> Substring {
    guard utf8.count > bytes else { return self }
    var index = utf8.index(endIndex, offsetBy: -bytes)
    while utf8[index] & 0xC0 == 0x80 { utf8.formIndex(after: &index) }
    return self[index...]
  }

  /// The start of a text, at most so many bytes of whole scalars.
  fileprivate func prefix(bytes: Int) -> Substring {
    guard utf8.count > bytes else { return self }
    var index = utf8.index(startIndex, offsetBy: bytes)
    while utf8[index] & 0xC0 == 0x80 { utf8.formIndex(before: &index) }
    return self[..<index]
  }

  /// What follows the last line break; directly behind one, the line break itself, as iOS 15 shows it.
  fileprivate var lastParagraph: Substring {
    guard let line = lastIndex(where: \.isNewline) else { return self }
    let rest = self[index(after: line)...]
    return rest.isEmpty ? self[line...] : rest
  }

  /// What stands before the first line break.
  fileprivate var firstParagraph: Substring {
    prefix { !$0.isNewline }
  }
}
