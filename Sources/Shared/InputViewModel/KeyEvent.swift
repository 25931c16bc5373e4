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

/// A gesture of the user on a key, or on the keyboard as a whole.
package struct KeyEvent: Hashable, Sendable {
  /// The kind of gesture.
  package enum Gesture: Hashable, Sendable {
    /// A tap: the user pressed the key and released it inside.
    case press
    /// The release of a held key.
    case release
    /// A press of half a second.
    case longPress
    /// A repetition while the user holds a key that repeats (``Key/repeats``). The first press of the key is a
    /// ``press``.
    case `repeat`
    /// A repetition after the user has held the key for more than three seconds. A delete key now deletes whole
    /// words.
    case repeatWord
    /// The user slid from the held key to the alternative at this index, and released it there.
    case alternative(Int)
    /// A swipe across the keyboard.
    case swipe(SwipeDirection)
  }

  /// The identifier of the key; nil for a swipe that did not begin on a key.
  package var key: String?
  /// The gesture.
  package var gesture: Gesture

  /// Creates an event.
  package init(key: String?, gesture: Gesture) {
    self.key = key
    self.gesture = gesture
  }
}
