import KlavaKit

/// Deleting all of a text through a proxy that can only delete backward, some of it in each turn (Behavior.md#habrtags,
/// Behavior.md#turn-limits).
struct TextClearing {
  /// What is left after a turn.
  enum Outcome: Hashable {
    /// Nothing.
    case finished
    /// More; ask again in a turn of its own.
    case unfinished
    /// More, but this is not the document that the person cleared, or it takes no edits.
    case abandoned
  }

  /// The document that the person cleared; another that has the focus later is none of our business.
  private let document: DocumentIdentifier

  /// Edits in one turn: well under the host's limit of 10,000.
  private static let maximumEdits = 8_000
  /// How long one turn may delete; the host ends a keyboard that does not answer in time.
  private static let maximumDuration = Duration.milliseconds(100)
  /// How many edits go by between two looks at the clock. A prime: no window of text is deleted whole by a multiple of it.
  private static let editsBetweenLooks = 61

  /// Begins to clear the document that has the focus.
  init(_ proxy: any TextDocumentProxy) {
    document = proxy.documentIdentifier
  }

  /// Deletes what one turn allows.
  func proceed(in proxy: any TextDocumentProxy) -> Outcome {
    guard proxy.documentIdentifier == document else { return .abandoned }
    // To the end, wherever the point is: out of range stops there (Behavior.md#move-insertion-point).
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
