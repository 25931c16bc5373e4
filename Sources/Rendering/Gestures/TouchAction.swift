package import Layout
package import TextInput

/// What is to be done because of a touch.
package enum TouchAction: Hashable, Sendable {
  /// The keyboard shown is told of this event.
  case key(KeyEvent)
  /// The person moves the insertion point by so many characters, positive forward; whatever keyboard is shown is only told
  /// that it happened.
  case moveCaret(byCharacters: Int)
}

/// What is to be shown of the touches while they last.
package struct TouchFeedback: Hashable, Sendable {
  /// The alternatives of a held key.
  package struct PopUp: Hashable, Sendable {
    /// The identifier of the key.
    package var key: String
    /// Where each of its alternatives is offered.
    package var cells: [Rect]
    /// The index of the alternative that would be chosen now; nil for the key itself.
    package var choice: Int?
  }

  /// The identifiers of the keys that are shown as pressed, those pressed first in front.
  package var pressedKeys: [String] = []
  /// The open pop-ups, the one opened first in front.
  package var popUps: [PopUp] = []
  /// Whether the space bar is a trackpad now, and the keys are shown without titles.
  package var movesCaret = false
  /// How far each scrolling area is moved, for the next layout.
  package var scrollOffsets: [ElementPath: Double] = [:]
}
