internal import KeyboardHost

/// A key press on a hardware keyboard that triggers a command of the application. Corresponds to `UIKeyCommand`.
public struct KeyCommand: Hashable, Sendable {
  /// The modifier keys of a command. Corresponds to `UIKeyModifierFlags`.
  public struct ModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits, one for each modifier key.
    public let rawValue: Int

    /// Creates flags from bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The Command key. On most hardware keyboards of Linux machines, the Super key is the Command key.
    public static let command = ModifierFlags(rawValue: 1)
    /// The Control key.
    public static let control = ModifierFlags(rawValue: 2)
    /// The Alt key. UIKit calls this key `alternate`.
    public static let alternate = ModifierFlags(rawValue: 4)
    /// The Shift key.
    public static let shift = ModifierFlags(rawValue: 8)

    fileprivate static let names: [(name: String, flag: ModifierFlags)] = [
      ("Command", .command), ("Control", .control), ("Alt", .alternate), ("Shift", .shift),
    ]
  }

  /// The key: a character, or a name such as `ArrowUp`, `Escape` or `PageDown`.
  public var input: String
  /// The modifier keys of the command.
  public var modifierFlags: ModifierFlags
  /// The title in the list of commands that the application shows while the user holds Command; nil hides the command.
  public var discoverabilityTitle: String?

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - input: The key: a character, or a name such as `ArrowUp`.
  ///   - modifierFlags: The modifier keys.
  ///   - discoverabilityTitle: The title in the list of commands; nil hides the command.
  public init(input: String, modifierFlags: ModifierFlags = [], discoverabilityTitle: String? = nil) {
    self.input = input
    self.modifierFlags = modifierFlags
    self.discoverabilityTitle = discoverabilityTitle
  }

  /// The name of the key press, such as `Command+ArrowUp`. ``InputSession/pressHardwareKey(_:)`` accepts the same
  /// names.
  public var name: String {
    let modifiers = ModifierFlags.names.filter { modifierFlags.contains($0.flag) }.map(\.name)
    return (modifiers + [input]).joined(separator: "+")
  }

  /// Creates the command with a name such as `Command+ArrowUp`; nil for a name with an unknown key or an unknown
  /// modifier. ``InputSession/pressHardwareKey(_:)`` accepts the same names.
  ///
  /// - Parameters:
  ///   - name: The name of the key press.
  ///   - discoverabilityTitle: The title in the list of commands; nil hides the command.
  public init?(name: String, discoverabilityTitle: String? = nil) {
    guard let (modifiers, key) = KeyboardSession.hardwareKey(named: name) else { return nil }
    var flags: ModifierFlags = []
    for part in modifiers {
      guard let flag = ModifierFlags.names.first(where: { $0.name == part })?.flag else { return nil }
      flags.insert(flag)
    }
    self.init(input: key, modifierFlags: flags, discoverabilityTitle: discoverabilityTitle)
  }

  /// Returns whether a key press triggers the command. `a` and `A` are the same key, because ``modifierFlags`` says
  /// whether Shift is held.
  func handles(_ press: KeyCommand) -> Bool {
    modifierFlags == press.modifierFlags && input.lowercased() == press.input.lowercased()
  }
}
