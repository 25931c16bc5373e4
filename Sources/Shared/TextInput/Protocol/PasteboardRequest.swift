/// A request of a keyboard's process to the pasteboard. It needs full access.
public enum PasteboardRequest: Hashable, Sendable {
  /// Reads the text.
  case string
  /// Sets the text; nil clears the pasteboard.
  case setString(String?)
  /// Reads the state without the text.
  case status

  /// The largest text in bytes that a request may read or write: the ABI's `KLV_PASTEBOARD_TEXT_LIMIT`.
  public static let textLimit = 256 * 1024
  /// The number of requests that the host answers in one turn.
  public static let turnLimit = 64
}

/// The state of a pasteboard without its text.
public struct PasteboardStatus: Hashable, Sendable {
  /// Whether the pasteboard has text.
  public var hasStrings: Bool
  /// A number that changes with the content.
  public var changeCount: UInt64

  /// Creates a state.
  public init(hasStrings: Bool, changeCount: UInt64) {
    self.hasStrings = hasStrings
    self.changeCount = changeCount
  }
}
