/// One change that a keyboard asks for through its text document proxy (BEHAVIOUR §3).
public enum Edit: Hashable, Sendable {
  /// Replaces the selection or the marked text, or goes in at the insertion point (§3.2).
  case insertText(String)
  /// Removes the selection, or one backward-deletion cluster (§3.3).
  case deleteBackward
  /// Moves the insertion point by UTF-16 code units, positive forward in storage order (§3.4).
  case adjustTextPosition(byCharacterOffset: Int)
  /// Moves the insertion point by what a person calls characters (§3.4).
  case adjustTextPositionByCharacters(Int)
  /// Replaces the marked text, or goes in at the selection; the range is UTF-16 inside the new text (§3.6).
  case setMarkedText(String, selectedRange: Range<Int>)
  /// Keeps the marked text as plain text (§3.6).
  case unmarkText
}

/// What one keyboard may do in one turn (BEHAVIOUR §3.11).
public enum TurnLimit {
  /// UTF-8 bytes inserted.
  public static let insertedBytes = 64 * 1024
  /// Edits.
  public static let edits = 10_000
}
