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
  /// Toward the top left corner.
  case upLeft = 4
  /// Toward the top right corner.
  case upRight = 5
  /// Toward the bottom left corner.
  case downLeft = 6
  /// Toward the bottom right corner.
  case downRight = 7

  /// Whether the direction is toward a corner. Only keys get diagonal swipes.
  package var isDiagonal: Bool { rawValue > Self.down.rawValue }
}

/// A gesture of the user on a key, or on the keyboard as a whole.
package struct KeyEvent: Hashable, Sendable {
  /// The kind of gesture.
  package enum Gesture: Hashable, Sendable {
    /// A tap: the user pressed the key and lifted the finger on the key.
    case press
    /// The release of a held key.
    case release
    /// The user has held the key for the key's hold delay, which is half a second by default.
    case longPress
    /// A repetition while the user holds a key that repeats (``Key/repeats``). The first press of a repeating key is a
    /// ``press``.
    case `repeat`
    /// A repetition after the user has held the key for more than three seconds. If the key is a delete key, each such
    /// repetition deletes a whole word.
    case repeatWord
    /// The user slid from the held key to the alternative at this index, and lifted the finger on this alternative.
    case alternative(Int)
    /// A swipe across the keyboard.
    case swipe(SwipeDirection)
    /// Touches of fingers on a key that gets touches (``Key/receivesTouches``). A key that gets touches gets no other
    /// gesture.
    indirect case touches(KeyTouches)

    /// Whether the gesture is a group of touches.
    package var isTouch: Bool { if case .touches = self { true } else { false } }

    /// Whether the gesture is a press, or contains the start of a touch.
    package var isPress: Bool {
      if case .touches(let touches) = self { touches.touches.contains { $0.phase == .began } } else { self == .press }
    }
  }

  /// The position of a key in an input view.
  package struct Position: Hashable, Sendable {
    /// The index of the key in the input view: ``InputViewTree/index(of:)``.
    package var index: Int
    /// The number of the input view, which changes when the keyboard sets another input view. Events from a frontend
    /// contain the number that the host assigned: ``InputViewTree/generation``. Events for a keyboard's process contain
    /// the number that the keyboard's process assigned to the input view.
    package var generation: UInt32

    /// Creates a position.
    package init(index: Int, generation: UInt32) {
      self.index = index
      self.generation = generation
    }
  }

  /// The identifier of the key; nil for a swipe that did not begin on a key. If an event has a position, the host sends
  /// the event to the keyboard's process without the identifier.
  package var key: String?
  /// The position of the key in the input view that the host shows; nil if only the key's identifier is known.
  package var position: Position?
  /// The gesture that the user made.
  package var gesture: Gesture

  /// Creates an event.
  package init(key: String?, at position: Position? = nil, gesture: Gesture) {
    self.key = key
    self.position = position
    self.gesture = gesture
  }
}
