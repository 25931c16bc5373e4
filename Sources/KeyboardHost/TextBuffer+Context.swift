import TextInput

extension TextBuffer {
  /// The part of a buffer that a keyboard may read (BEHAVIOUR §3.7).
  func context(_ policy: ContextPolicy, _ window: Int, _ selectionLimit: Int) -> TextBuffer {
    var before = self.before.suffix(window)
    var after = self.after.prefix(window)
    switch policy {
    case .window: break
    case .paragraph:
      before = before.lastParagraph
      after = after.firstParagraph
    case .ios16: after = after.firstParagraph
    }
    let selected = self.selected.prefix(selectionLimit)
    return TextBuffer(
      before: String(before), selected: String(selected), after: String(after), marking: marking,
      isCutBefore: isCutBefore || before.startIndex > self.before.startIndex,
      isCutAfter: isCutAfter || after.endIndex < self.after.endIndex,
      isSelectionCut: selected.endIndex < self.selected.endIndex)
  }
}

extension Substring {
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
