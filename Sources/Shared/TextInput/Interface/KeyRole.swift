/// What a key is for; it says how the key looks, and what it does when the keyboard has no action of its own for it.
public enum KeyRole: Int, CaseIterable, Sendable {
  /// Types its title.
  case character = 0
  /// Types a space.
  case space = 1
  /// Types a line break, or is the field's action.
  case `return` = 2
  /// Deletes backward.
  case delete = 3
  /// Capital letters.
  case shift = 4
  /// Another plane of the same keyboard.
  case planeSwitch = 5
  /// The globe key: advances to the next input mode; held, shows the list of them.
  case nextKeyboard = 6
  /// Dismisses the keyboard.
  case dismiss = 7
  /// Whatever its action does; nothing by itself.
  case action = 8
  /// One entry of a ``SuggestionBar``; types its title.
  case suggestion = 9

  /// The role's name in an `Interface.plist`.
  public var name: String { String(describing: self) }

  /// The role with this name in an `Interface.plist`.
  public init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }
}
