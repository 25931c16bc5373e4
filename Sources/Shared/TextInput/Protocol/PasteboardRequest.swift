/// What a keyboard's process asks of the pasteboard, which only full access brings.
public enum PasteboardRequest: Hashable, Sendable {
  /// The text on it.
  case string
  /// Put this text on it; nil leaves it empty.
  case setString(String?)
  /// What can be known of it without reading it.
  case status

  /// The most bytes of a text that is read or written; the ABI's `KLV_PASTEBOARD_TEXT_LIMIT`.
  public static let textLimit = 256 * 1024
  /// The most requests of one turn that are answered.
  public static let turnLimit = 64
}

/// What can be known of a pasteboard without reading it.
public struct PasteboardStatus: Hashable, Sendable {
  /// Whether there is text on it.
  public var hasStrings: Bool
  /// Another number whenever its content is another.
  public var changeCount: UInt64

  /// A pasteboard of which this is true.
  public init(hasStrings: Bool, changeCount: UInt64) {
    self.hasStrings = hasStrings
    self.changeCount = changeCount
  }
}
