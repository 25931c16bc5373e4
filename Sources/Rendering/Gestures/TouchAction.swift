package import InputViewModel
package import Layout

/// An effect of a touch, which the caller of the recognizer performs.
package enum TouchAction: Hashable, Sendable {
  /// Send an event to the keyboard.
  case key(KeyEvent)
  /// Move the insertion point by a number of characters. A positive number moves the insertion point forward. The
  /// keyboard gets no key event for the move, but it gets the callbacks for the change of the document.
  case moveInsertionPoint(byCharacters: Int)
}

/// The visible state of all touches.
package struct TouchFeedback: Hashable, Sendable {
  /// The pop-up with the alternatives of a held key.
  package struct PopUp: Hashable, Sendable {
    /// The identifier of the key.
    package var key: String
    /// The frames of the alternatives.
    package var cells: [Rect]
    /// The index of the chosen alternative; nil for the key itself.
    package var choice: Int?
  }

  /// The identifiers of the pressed keys, earliest first.
  package var pressedKeys: [String] = []
  /// The open pop-ups, earliest first.
  package var popUps: [PopUp] = []
  /// Whether a finger on the space bar moves the insertion point. While the insertion point moves, show keys without
  /// titles.
  package var movesInsertionPoint = false
  /// The scroll offset of each area in points, for the next layout.
  package var scrollOffsets: [ElementPath: Double] = [:]
}
