internal import TextInput

/// A keyboard's own view of the document: what it inserts it can read at once (PluginABI.md#turn-is-atomic).
struct Replica {
  private(set) var snapshot: DocumentSnapshot
  private let rules: EditingRules

  init(_ snapshot: DocumentSnapshot, rules: EditingRules) {
    self.snapshot = snapshot
    self.rules = rules
  }

  /// Applies an edit, `pending` being every edit of the turn that the host has not seen yet, with this one last; nil if
  /// the host could not help.
  ///
  /// Where the text that is held does not suffice the host makes the edits on the document itself, and sends what the
  /// document then looks like. That is a round trip more, but the keyboard always reads what will be true.
  mutating func apply(_ edit: Edit, pending: [Edit], ask: LoadedKeyboard.Ask) -> EditEffect? {
    if case .applied(let effect) = snapshot.buffer.apply(edit, rules: rules) { return effect }
    guard case .document(let document) = ask(.document(after: pending)) else { return nil }
    let hasChanged = document.buffer != snapshot.buffer
    var effect = EditEffect()
    switch edit {
    case .insertText, .deleteBackward, .setMarkedText: effect.changedText = hasChanged
    case .adjustTextPosition, .adjustTextPositionByCharacters:
      effect.changedSelection = hasChanged
      effect.endedMarking = snapshot.buffer.marking != nil && document.buffer.marking == nil
    case .unmarkText: break
    }
    snapshot = document
    return effect
  }
}
