package import KeyboardHost
package import TextInput

/// What one line of a script does (CommandLine.md#steps).
package enum PlayCommand: Sendable {
  /// A text field gets the focus.
  case focus(FocusedFieldOptions)
  /// It loses it.
  case blur
  /// The person picks a keyboard from the list, by any unambiguous part of its identifier.
  case keyboard(String)
  /// The person taps the globe key so many times.
  case advance(Int)
  /// The person does something to a key, named by title or identifier, so many times.
  case key(String, KeyEvent.Gesture, count: Int)
  /// The person holds a key and slides to one of its alternatives, so many times.
  case alternative(AlternativeChoice, of: String, count: Int)
  /// The person swipes over the keyboard, from no key, so many times.
  case swipe(SwipeDirection, count: Int)
  /// The person presses the key for each character.
  case type(String)
  /// The person presses a key of a hardware keyboard.
  case hardware(String)
  /// The person moves the selection: offset and length in characters.
  case select(offset: Int, length: Int)
  /// The application changes its text.
  case edit(before: String, selected: String, after: String)
  /// The field's traits, or the keyboard's environment, change while the field has the focus.
  case traits(TraitsChange, EnvironmentChange?)
  /// The person sets one of a keyboard's settings; nil lets its default hold again.
  case setting(keyboard: String, key: String, value: SettingValue?)
  /// The person grants or withdraws full access.
  case access(keyboard: String, isGranted: Bool)
  /// The host lacks or refuses something from now on, and keyboards start afresh.
  case host(FaultInjection)
  /// The person copies a text, in whatever application; nil empties the pasteboard.
  case pasteboard(String?)
  /// A proxy call as if from a keyboard: its name and its arguments.
  case proxy([String])
  /// Time passes.
  case wait(Duration)
  /// An application forgets a context identifier; without its name, that of the field that has the focus.
  case clearContext(String, application: String?)
  /// The state after the lines before is compared with what the script says.
  case expect(Expectation)
  /// Nothing: the line only asks to be shown something.
  case nothing
}

/// Which of a key's alternatives is meant.
package enum AlternativeChoice: Hashable, Sendable {
  /// The one that is written so.
  case text(String)
  /// The one at this place, counted from 0.
  case index(Int)
}

/// One line of a script, read.
package struct PlayLine: Sendable {
  /// What it does.
  package var command: PlayCommand
  /// Whether its answer lists the keys shown.
  package var showsKeys = false
}
