/// The direction of a swipe over the keyboard.
public enum SwipeDirection: Int, CaseIterable, Sendable {
  /// Toward the left edge.
  case left = 0
  /// Toward the right edge.
  case right = 1
  /// Toward the top edge.
  case up = 2
  /// Toward the bottom edge.
  case down = 3
}

/// What a person did to a key, or to the keyboard as a whole.
public struct KeyEvent: Hashable, Sendable {
  /// What was done.
  public enum Gesture: Hashable, Sendable {
    /// The key was tapped: pressed and let go inside.
    case press
    /// A key that was held was let go.
    case release
    /// The key was held for half a second.
    case longPress
    /// A key that repeats is held on (``Key/repeats``); the first time it was pressed comes as ``press``.
    case `repeat`
    /// A key that repeats is held for more than three seconds: a delete key now takes whole words.
    case repeatWord
    /// The finger slid from the held key to the alternative at this index, and let go there.
    case alternative(Int)
    /// The finger moved across the keyboard.
    case swipe(SwipeDirection)
  }

  /// The identifier of the key; nil for a swipe that began on no key.
  public var key: String?
  /// What was done to it.
  public var gesture: Gesture

  /// An event of this gesture on this key.
  public init(key: String?, gesture: Gesture) {
    self.key = key
    self.gesture = gesture
  }
}
