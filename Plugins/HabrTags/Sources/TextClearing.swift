import KlavaKit

/// Deletes the whole text of a document through a proxy, from the end to the start. Each turn deletes a part of the
/// text (Behavior.md#habrtags, Behavior.md#turn-limits).
@MainActor struct TextClearing {
  /// The state after a turn.
  enum Outcome: Hashable {
    /// The document is empty.
    case finished
    /// Text remains. Continue in another turn.
    case unfinished
    /// Text remains, but another document has the focus, or the document accepts no edits.
    case abandoned
  }

  /// The document to clear. Other documents stay unchanged.
  private let document: DocumentIdentifier

  /// The maximum number of edits in a turn. The number is below the host's limit of 10,000 edits.
  private static let maximumEdits = 8_000
  /// The maximum duration of a turn. The duration is short, because the host ends a keyboard whose turn takes too long.
  private static let maximumDuration = Duration.milliseconds(100)
  /// The number of edits after which the turn reads the clock again. The number of edits in a turn that reaches the
  /// maximum duration is a multiple of this number. If the text repeats itself with a period that divides this
  /// multiple, the text looks the same before and after the turn. ``proceed(in:)`` then ends the clearing too early. A
  /// prime number makes such a period unlikely.
  private static let editsBetweenLooks = 61

  /// Creates a value that can clear the document that has the focus.
  init(_ proxy: any TextDocumentProxy) {
    document = proxy.documentIdentifier
  }

  /// Deletes as many characters as one turn allows.
  func proceed(in proxy: any TextDocumentProxy) -> Outcome {
    guard proxy.documentIdentifier == document else { return .abandoned }
    // Move the insertion point to the end of the text: a move past the end stops at the end
    // (Behavior.md#move-insertion-point).
    proxy.adjustTextPosition(byCharacterOffset: Int.max / 2)
    let (text, extent) = (proxy.documentContextBeforeInput, proxy.contextExtent)
    let start = ContinuousClock.now
    for edit in 1..<Self.maximumEdits where proxy.hasText {
      proxy.deleteBackward()
      if edit.isMultiple(of: Self.editsBetweenLooks), ContinuousClock.now - start > Self.maximumDuration { break }
    }
    guard proxy.hasText else { return .finished }
    let isUnchanged = proxy.documentContextBeforeInput == text && proxy.contextExtent == extent
    return isUnchanged ? .abandoned : .unfinished
  }
}
