import TextModel

extension TextBuffer {
  /// Creates a buffer from a text in which `|` marks the insertion point, or two `|` enclose the selection.
  init(_ picture: String) {
    let parts = picture.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    self.init(before: parts[0], selected: parts.count == 3 ? parts[1] : "", after: parts[parts.count - 1])
  }

  /// Returns the buffer after the edits; nil if an edit needs text that the buffer does not have.
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
