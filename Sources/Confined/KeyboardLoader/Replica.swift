internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// A keyboard's copy of the document. The keyboard immediately sees the effect of its own edits
/// (PluginABI.md#turn-is-atomic).
final class Replica {
  // Exclusivity is unchecked: no other code runs during an access to the snapshot, so no two accesses overlap.
  @exclusivity(unchecked) private(set) var snapshot: DocumentSnapshot
  private let rules: EditingRules

  init(_ snapshot: DocumentSnapshot, rules: EditingRules) {
    self.snapshot = snapshot
    self.rules = rules
  }

  /// A copy that later edits do not change.
  func copy() -> Replica { Replica(snapshot, rules: rules) }

  /// Applies an edit.
  ///
  /// If the context window has too little text, the host applies the edits to the document and sends a new snapshot.
  /// The request to the host takes time, but the keyboard always reads the correct text.
  ///
  /// - Parameters:
  ///   - edit: The edit to apply.
  ///   - pending: The turn's edits that the host has not received yet. The last pending edit is `edit`.
  ///   - ask: Sends a request to the host.
  /// - Returns: The effect of the edit, or nil if the host refused to send a snapshot.
  func apply(
    _ edit: Edit, pending: @autoclosure () -> [Edit], ask: LoadedKeyboard.Ask
  ) -> DocumentChange? {
    if case .applied(let effect) = snapshot.buffer.apply(edit, rules: rules) { return effect }
    guard case .document(let document) = ask(.document(after: pending())) else { return nil }
    let hasChanged = document.buffer != snapshot.buffer
    var effect = DocumentChange()
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
