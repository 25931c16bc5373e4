internal import InputViewModel
internal import KeyboardLayouts
internal import KeyboardStore
internal import Translations

/// A key of a plane, by its function. ``KeyPlane`` defines the position of the key.
enum PlaneKey: Hashable, Sendable {
  /// Types a letter, as a capital while shift is on.
  case letter(Character)
  /// Types its title. `function` is the special meaning of the text on a pad; nil if the text has its usual meaning.
  case text(String, function: Function? = nil)
  /// Types the symbols of a keyboard layout.
  case symbol(LayoutKey)
  /// Changes the shift state.
  case shift
  /// Shows another plane.
  case plane(KeyPlane.Name)
  /// Types a space.
  case space
  /// Types a line break, or performs the field's action (Behavior.md#insert-line-breaks).
  case `return`
  /// Deletes the character before the insertion point.
  case delete
  /// Advances to the next input mode, or shows the list of input modes if the user holds the key.
  case globe
  /// Dismisses the keyboard.
  case dismiss
  /// Shows the emoji plane.
  case emoji
  /// Shows the texts that the user copied.
  case clipboard
  /// Sends the application the press of a key that types no text, or changes a modifier.
  case terminal(TerminalKey)

  /// The meaning of a text on a pad.
  enum Function: Hashable, Sendable {
    case decimalSeparator
    /// A telephone pauses before it dials the next digit.
    case pause
    /// A telephone waits for the user before it dials the next digit.
    case wait

    /// Returns the name of the key for a screen reader.
    func name(_ names: SystemKeyTexts) -> String {
      switch self {
      case .decimalSeparator: names.decimalSeparator
      case .pause: names.pause
      case .wait: names.wait
      }
    }
  }

  /// Returns the identifier of the key in key events. For a key that types text, the identifier is this text. A key
  /// that types no text has a fixed identifier.
  func identifier(shift: ShiftState) -> String {
    switch self {
    case .letter(let letter): shift.isOn ? letter.uppercased() : String(letter)
    case .text(let text, _): text
    case .symbol(let key): key.symbol(shift).identifier
    case .shift: "shift"
    case .plane(let name): name.title
    case .space: "space"
    case .return: "return"
    case .delete: "delete"
    case .globe: "globe"
    case .dismiss: "dismiss"
    case .emoji: "emoji"
    case .clipboard: "clipboard"
    case .terminal(let key): key.rawValue
    }
  }

  /// Returns the alternatives that the key offers when the user holds it.
  func alternatives(shift: ShiftState) -> [String] {
    switch self {
    case .letter, .text: KeyAlternatives.alternatives(to: identifier(shift: shift))
    case .symbol(let key): key.alternatives(shift).map(\.title)
    case .shift, .plane, .space, .return, .delete, .globe, .dismiss, .emoji, .clipboard, .terminal: []
    }
  }

  /// Returns the key as an element of the input view.
  func key(
    weight: Double, _ state: PlaneState, returnKey: ReturnKey, services: EmojiServices, language: String? = nil,
    composing table: ComposeTable? = nil
  ) -> Key {
    let shift = state.shift
    let identifier = identifier(shift: shift)
    let texts = services.texts
    let names = texts.keys
    func key(
      _ title: String, _ role: KeyRole, spoken: String? = nil, isEnabled: Bool = true, isSelected: Bool = false,
      repeats: Bool? = nil
    ) -> Key {
      Key(
        title, identifier: identifier, role: role, accessibilityLabel: spoken, weight: weight,
        alternatives: alternatives(shift: shift), repeats: repeats, isEnabled: isEnabled, isSelected: isSelected)
    }
    switch self {
    case .letter: return key(identifier, .character)
    case .text(let text, let function):
      return key(text, .character, spoken: function?.name(names) ?? services.name(ofSymbol: text))
    case .symbol(let layoutKey):
      return key(
        state.sequence.title(of: layoutKey.symbol(shift), composing: table), .character,
        spoken: services.name(of: layoutKey.symbol(shift)),
        isSelected: state.sequence.keysyms.last == layoutKey.symbol(shift).keysym
          && layoutKey.symbol(shift).startsSequence)
    case .shift: return key(shift.symbol, .shift, spoken: shift.spoken(texts), isSelected: shift.isOn)
    case .plane(let name):
      return key(name == .letters ? state.lettersTitle : name.title, .planeSwitch, spoken: name.spoken(names))
    case .space:
      // If the space bar is narrow, show a symbol, because a word would be too small to read.
      let title = weight < 1.75 ? "␣" : language ?? services.spaceTitle
      return key(
        title, .space,
        spoken: language.map { texts.list(names.space, $0) } ?? (title == names.space ? nil : names.space))
    case .return: return key(returnKey.title, .return, spoken: returnKey.spoken, isEnabled: returnKey.isEnabled)
    case .delete: return key("⌫", .delete, spoken: names.delete)
    case .globe: return key("🌐", .nextKeyboard, spoken: names.nextKeyboard)
    case .dismiss: return key("⌨︎", .dismiss, spoken: names.dismissKeyboard)
    case .emoji: return key("☺︎", .planeSwitch, spoken: texts.emoji)
    case .clipboard: return key(texts.clip, .planeSwitch, spoken: texts.copiedTexts)
    case .terminal(let terminal):
      // A locked modifier stays on after the next key, so its key must look different.
      let isLocked = state.lockedModifiers.contains(terminal)
      return key(
        isLocked ? terminal.title.uppercased() : terminal.title, .action,
        spoken: isLocked ? texts.list(terminal.spoken(names), names.locked) : terminal.spoken(names),
        isSelected: state.modifiers.contains(terminal), repeats: terminal.repeats)
    }
  }
}
