/// A request to the pasteboard, from a keyboard with full access.
package enum PasteboardRequest: Hashable, Sendable {
  /// Reads the text.
  case string
  /// Sets the text; nil clears the pasteboard.
  case setString(String?)
  /// Reads the state of the pasteboard, but not its text.
  case status

  /// The maximum size in bytes of a text that a request may read or write: the ABI's `KLV_PASTEBOARD_TEXT_LIMIT`.
  package static let maximumTextBytes = 256 * 1024
  /// The maximum number of requests that the host answers in one turn.
  package static let maximumPerTurn = 64
}

/// The state of a pasteboard without its text.
package struct PasteboardStatus: Hashable, Sendable {
  /// Whether the pasteboard has text.
  package var hasStrings: Bool
  /// A number that changes whenever the content of the pasteboard changes.
  package var changeCount: UInt64

  /// Creates a state.
  package init(hasStrings: Bool, changeCount: UInt64) {
    self.hasStrings = hasStrings
    self.changeCount = changeCount
  }
}
