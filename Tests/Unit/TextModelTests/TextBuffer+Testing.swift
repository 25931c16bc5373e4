import TextModel

extension TextBuffer {
  /// A buffer with the insertion point at `|`, or with the selection between two `|`.
  init(_ picture: String) {
    let parts = picture.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    self.init(before: parts[0], selected: parts.count == 3 ? parts[1] : "", after: parts[parts.count - 1])
  }

  /// The buffer after the edits; nil if an edit needs text that the buffer does not have.
  func after(_ edits: Edit..., rules: EditingRules = EditingRules()) -> TextBuffer? {
    var buffer = self
    for edit in edits where buffer.apply(edit, rules: rules) == .needsText { return nil }
    return buffer
  }

  func effect(of edit: Edit, rules: EditingRules = EditingRules()) -> EditOutcome {
    var buffer = self
    return buffer.apply(edit, rules: rules)
  }
}
