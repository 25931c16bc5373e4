internal import TextInput

/// A keyboard's own view of the document: what it inserts it can read at once (ARCHITECTURE, "A key press").
struct Replica {
  private(set) var snapshot: DocumentSnapshot
  private let rules: EditingRules

  init(_ snapshot: DocumentSnapshot, rules: EditingRules) {
    self.snapshot = snapshot
    self.rules = rules
  }

  /// Applies an edit, `all` being every edit of the turn with this one last; nil if the host could not help.
  ///
  /// Where the text that is held does not suffice the host makes the edits on the document itself, and sends what the
  /// document then looks like. That is a round trip more, but the keyboard always reads what will be true.
  mutating func apply(_ edit: Edit, all: [Edit], ask: LoadedKeyboard.Ask) -> EditEffect? {
    switch snapshot.buffer.apply(edit, rules: rules) {
    case .applied(let effect):
      return effect
    case .needsText:
      guard case .document(let document) = ask(.document(after: all)) else { return nil }
      var effect = EditEffect()
      switch edit {
      case .insertText, .deleteBackward, .setMarkedText: effect.changedText = true
      case .adjustTextPosition, .adjustTextPositionByCharacters: effect.changedSelection = true
      case .unmarkText: break
      }
      snapshot = document
      return effect
    }
  }
}
