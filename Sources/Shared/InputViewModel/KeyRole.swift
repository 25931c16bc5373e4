/// The role of a key. The role decides the key's look, and the key's effect if the keyboard does not handle the
/// gesture.
public enum KeyRole: Int, CaseIterable, Sendable {
  /// Types the key's title.
  case character = 0
  /// Types a space.
  case space = 1
  /// Types a line break, or triggers the field's action.
  case `return` = 2
  /// Deletes backward.
  case delete = 3
  /// Changes to capital letters, if the keyboard implements the change.
  case shift = 4
  /// Changes to another plane of the same keyboard, if the keyboard implements the change.
  case planeSwitch = 5
  /// The globe key. A tap changes to the next input mode; holding the key shows the list of input modes.
  case nextKeyboard = 6
  /// Hides the keyboard.
  case dismiss = 7
  /// Calls the key's action. Has no effect if the key has no action.
  case action = 8
  /// One entry of a ``SuggestionBar``. Types the suggestion.
  case suggestion = 9

  /// The role's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// Creates the role with this name in an `Interface.plist`; nil if no role has the name.
  ///
  /// - Parameter name: The name.
  public init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }
}
