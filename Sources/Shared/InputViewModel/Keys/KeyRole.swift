/// The role of a key. The role decides the look of the key. The role also decides the effect of a gesture that the
/// keyboard does not handle.
public enum KeyRole: Int, CaseIterable, Sendable {
  /// Types the key's title.
  case character = 0
  /// Types a space.
  case space = 1
  /// Types a line break, or triggers the field's action.
  case `return` = 2
  /// Deletes backward.
  case delete = 3
  /// The shift key, which changes to capital letters. The keyboard must change the letters itself, because the host
  /// does nothing.
  case shift = 4
  /// Changes to another plane (set of keys) of the same keyboard, such as the numbers. The keyboard must change the
  /// plane itself, because the host does nothing.
  case planeSwitch = 5
  /// The globe key. A tap changes to the next input mode; holding the key shows the list of input modes.
  case nextKeyboard = 6
  /// Hides the keyboard.
  case dismiss = 7
  /// Calls the key's action. Has no effect if the key has no action.
  case action = 8
  /// One suggestion of a ``SuggestionBar``. Types the suggestion.
  case suggestion = 9

  /// The role's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// Creates the role with the given name in an `Interface.plist`; nil if no role has the name.
  ///
  /// - Parameter name: The name.
  public init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }
}
