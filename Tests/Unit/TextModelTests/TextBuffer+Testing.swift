import TextModel

extension TextBuffer {
  /// A buffer around the insertion point `|`, or the selection between two of them.
  init(_ picture: String) {
    let parts = picture.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    self.init(before: parts[0], selected: parts.count == 3 ? parts[1] : "", after: parts[parts.count - 1])
  }

  /// The buffer after the edits; nil if one of them needs text that is not held.
  func after(_ edits: Edit..., rules: EditingRules = EditingRules()) -> TextBuffer? {
    var buffer = self
    for edit in edits where buffer.apply(edit, rules: rules) == .needsText { return nil }
    return buffer
  }

  /// The effect of one edit.
  func effect(of edit: Edit, rules: EditingRules = EditingRules()) -> EditOutcome {
    var buffer = self
    return buffer.apply(edit, rules: rules)
  }
}
