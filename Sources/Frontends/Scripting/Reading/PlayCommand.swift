package import InputViewModel
package import KeyboardHost
package import KeyboardProtocol

/// The step of one line of a script (CommandLine.md#steps).
package enum PlayCommand: Sendable {
  /// The application gives a text field the focus.
  case focus(FocusedFieldOptions)
  /// The application removes the focus from the field.
  case blur
  /// The user chooses a keyboard from the list of input modes, by an unambiguous part of its identifier.
  case keyboard(String)
  /// The user taps the globe key the given number of times.
  case advance(Int)
  /// The user makes a gesture on the key with this title or identifier, a number of times.
  case key(String, KeyEvent.Gesture, count: Int)
  /// The user holds a key and slides the finger to one of its alternatives, a number of times.
  case alternative(AlternativeChoice, of: String, count: Int)
  /// The user swipes a number of times, from a key or from a point outside all keys. With `returns`, each swipe starts
  /// on a key and returns to this key.
  case swipe(SwipeDirection, returns: Bool = false, on: String?, count: Int)
  /// The user draws a circle that begins on a key, a number of times.
  case circle(ScriptCircle, on: String, count: Int)
  /// Fingers touch the keyboard, move along paths, and lift.
  case drag([ScriptDrag])
  /// The user presses the key of each character.
  case type(String)
  /// The user presses a key of a hardware keyboard.
  case hardware(String)
  /// The user undoes the last steps of typing.
  case undo(Int)
  /// The user selects text. The offset and the length of the selection are in characters.
  case select(offset: Int, length: Int)
  /// The application changes its text.
  case edit(before: String, selected: String, after: String)
  /// The field's traits, or the keyboard's environment, change while the field has the focus.
  case traits(TraitsChange, EnvironmentChange?)
  /// The user changes a keyboard's setting; nil restores the default.
  case setting(keyboard: String, key: String, value: SettingValue?)
  /// The user grants or revokes full access.
  case access(keyboard: String, isGranted: Bool)
  /// The host injects the given faults from now on, and restarts the keyboards.
  case host(FaultInjection)
  /// The user copies a text in an application; nil empties the pasteboard.
  case pasteboard(String?)
  /// The user copies a password in an application that marks the text as a password.
  case concealed(String)
  /// The probe, a test keyboard, makes a proxy call. The first string is the name of the call, and the other strings
  /// are its arguments.
  case proxy([String])
  /// The script waits for a time.
  case wait(Duration)
  /// An application clears a context identifier. If `application` is nil, the application of the focused field clears
  /// the identifier.
  case clearContext(String, application: String?)
  /// The player compares the state after the previous lines with an expectation.
  case expect(Expectation)
  /// The line has no step, and only requests output.
  case nothing
}

/// The choice of an alternative of a key.
package enum AlternativeChoice: Hashable, Sendable {
  /// The alternative that has this text.
  case text(String)
  /// The alternative at this index, from 0.
  case index(Int)
}

/// The path of a finger.
package struct ScriptDrag: Hashable, Sendable {
  /// The points, at least one.
  package var path: [DragPoint]
  /// The name of the key whose center is the origin of the points; nil if the origin is the keyboard's top left corner.
  package var key: String?

  /// Creates the path of a finger.
  package init(_ path: [DragPoint], on key: String? = nil) {
    self.path = path
    self.key = key
  }
}

/// The direction of a circle.
package enum ScriptCircle: String, CaseIterable, Sendable {
  /// Like the hands of a clock.
  case clockwise
  /// Against the hands of a clock.
  case counterclockwise

  /// The names of both directions, for an error message.
  static let names = "clockwise or counterclockwise"
}

/// A point of a finger's path.
package struct DragPoint: Hashable, Sendable {
  /// The distance from the origin to the right, in points.
  package var x: Double
  /// The distance from the origin downward, in points.
  package var y: Double
  /// The time since the start of the path.
  package var time: Duration

  /// Creates a point of a path.
  package init(x: Double, y: Double, time: Duration) {
    self.x = x
    self.y = y
    self.time = time
  }
}

/// One parsed line of a script.
package struct PlayLine: Sendable {
  /// The step of the line.
  package var command: PlayCommand
  /// Whether the answer lists the shown keys.
  package var showsKeys = false
}
