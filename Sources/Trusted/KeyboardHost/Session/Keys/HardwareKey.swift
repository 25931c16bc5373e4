internal import TextModel

/// The action of a hardware key in a text field.
enum HardwareKey {
  /// The key edits the text or moves the insertion point.
  case edit(Edit)
  /// The key deletes the character after the insertion point.
  case deleteForward
  /// The key triggers a command of the application.
  case command

  /// Creates the action for the name of a key. The name is a character, or a word such as `ArrowLeft`.
  ///
  /// `Command+`, `Control+`, `Alt+` and `Shift+` may precede the name. Returns nil for an unknown name.
  init?(_ name: String) {
    guard let (modifiers, key) = Self.parts(of: name),
      modifiers.allSatisfy(["Command", "Control", "Alt", "Shift"].contains),
      let plain = Self(key: key, isShifted: modifiers.contains("Shift"))
    else { return nil }
    self =
      modifiers.contains("Command") || modifiers.contains("Control") || modifiers.contains("Alt") ? .command : plain
  }

  /// Divides a key name into its modifiers and its key; nil if the name contains no key.
  fileprivate static func parts(of name: String) -> (modifiers: [String], key: String)? {
    var parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // "+" separates the modifiers and the key, and can also be the name of the key.
    if name == "+" { parts = ["+"] } else if name.hasSuffix("++") { parts = parts.dropLast(2) + ["+"] }
    guard let key = parts.popLast(), !key.isEmpty else { return nil }
    return (parts, key)
  }

  private init?(key: String, isShifted: Bool) {
    switch key {
    case "Return", "Enter": self = .edit(.insertText("\n"))
    case "Space": self = .edit(.insertText(" "))
    case "Tab": self = .edit(.insertText("\t"))
    case "Backspace": self = .edit(.deleteBackward)
    case "Delete": self = .deleteForward
    case "ArrowLeft": self = .edit(.adjustTextPositionByCharacters(-1))
    case "ArrowRight": self = .edit(.adjustTextPositionByCharacters(1))
    case "Home": self = .edit(.adjustTextPosition(byCharacterOffset: -Int(Int32.max)))
    case "End": self = .edit(.adjustTextPosition(byCharacterOffset: Int(Int32.max)))
    case "ArrowUp", "ArrowDown", "Escape", "PageUp", "PageDown", "Insert": self = .command
    case _ where key.first == "F" && Int(key.dropFirst()).map((1...24).contains) == true: self = .command
    default:
      // Keys such as Backspace have names. No key types another control character.
      guard key.count == 1, key.firstForbiddenControl == nil else { return nil }
      self = .edit(.insertText(isShifted ? key.uppercased() : key))
    }
  }
}

extension TextDocument {
  /// Deletes the character after the insertion point. Returns edits with which the application can delete the same
  /// character.
  mutating func deleteForward() -> [Edit] {
    let start = bytesBefore
    var edits = [Edit.adjustTextPositionByCharacters(1)]
    _ = apply(edits[0])
    // Deleting forward removes a whole character. Deleting backward may remove a single combining mark, because the
    // user may have typed the mark last. So delete backward until the whole character is gone.
    while bytesBefore > start {
      _ = apply(.deleteBackward)
      edits.append(.deleteBackward)
    }
    return edits
  }
}

extension KeyboardSession {
  /// The modifiers and the key in the name of a hardware key, such as `a`, `ArrowLeft` or `Command+ArrowLeft`; nil for
  /// an unknown name.
  package static func hardwareKey(named name: String) -> (modifiers: [String], key: String)? {
    HardwareKey(name).flatMap { _ in HardwareKey.parts(of: name) }
  }
}
