package import TextInput

/// What happened in a session since somebody last looked.
package struct SessionReport: Sendable {
  /// What the keyboards were told, in order.
  package var callbacks: [KeyboardCallback] = []
  /// What else happened, in order.
  package var events: [SessionEvent] = []
  /// What went wrong, in order: a keyboard's failures, with whose they are.
  package var failures: [SessionFailure] = []

  /// Nothing happened.
  package init() {}
}

/// Something that a frontend or an application may want to act on; the raw value is its name in a script.
package enum SessionEvent: String, CaseIterable, Sendable {
  /// The keyboard asked for the next input mode.
  case advanceToNextInputMode
  /// The keyboard asked for the list of input modes to be shown.
  case handleInputModeList
  /// The keyboard asked to be dismissed.
  case dismissKeyboard
  /// Return was pressed in a field of one line: its action.
  case `return`
  /// A hardware key with Command or Control was pressed: the application's key command.
  case keyCommand
  /// A process that had ended while nobody used it was started again.
  case restarted
  /// The keyboard asked for the sound of a key, and may have it; whether it is heard is the person's choice.
  case click
  /// A timer ran out.
  case timer
}

/// A failure of one keyboard.
package struct SessionFailure: Hashable, Sendable {
  /// What failed.
  package enum Kind: Hashable, Sendable, CustomStringConvertible {
    /// The keyboard's process is gone, for this reason.
    case ended(KeyboardEnd)
    /// Its process had ended while nobody used it; it is started again, and nothing that the person did is lost.
    case foundEnded(KeyboardEnd)
    /// One turn failed and was undone; the keyboard goes on.
    case turn(KeyboardFailure)
    /// Its edits were refused.
    case edits(EditRefusal)

    /// The failure as a person reads it, without a full stop.
    package var description: String {
      switch self {
      case .ended(let end), .foundEnded(let end): "\(end)"
      case .turn(let failure): failure.message
      case .edits(let refusal): "\(refusal)"
      }
    }
  }

  /// Whose failure it is.
  package var identifier: String
  /// What failed.
  package var kind: Kind
}

/// Why a session could not do what it was asked.
package enum SessionError: Error, Hashable, Sendable {
  /// No field has the focus.
  case noField
  /// The keyboard was dismissed.
  case noKeyboard
  /// The keyboard shown has no such key; those that it has are named.
  case noKey(String, shown: String, keys: [String])
  /// The key cannot be pressed now.
  case keyDisabled(String)
  /// No key of the keyboard shown types this character.
  case noCharacter(Character, shown: String)
  /// No enabled keyboard has this identifier.
  case notEnabled(String)
  /// The keyboard failed too often of late: it is chosen, and is not started before this time has passed.
  case failedTooOften(String, left: Duration)
  /// The keyboard is in quarantine, or its files cannot be used: it is chosen, and is not started until that is mended.
  case quarantined(String)
  /// The range does not lie in the text.
  case outOfRange(offset: Int, length: Int, characters: Int)
  /// There is no hardware key of this name.
  case noHardwareKey(String)
  /// The call is refused as a third-party keyboard would be, for this reason.
  case refused(ShownBecause)
}
