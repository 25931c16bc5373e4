package import KeyboardProtocol
package import TextModel

/// The callbacks, events, failures, edits and key presses of a session since the last report.
package struct SessionReport: Sendable {
  /// The callbacks that the keyboards received, in order.
  package var callbacks: [KeyboardCallback] = []
  /// The events that are not callbacks, in order.
  package var events: [SessionEvent] = []
  /// The failures of keyboards, in order.
  package var failures: [SessionFailure] = []
  /// The edits that keyboards and the user made, in order (Behavior.md#the-document). An application that owns its text
  /// applies these edits itself, and reports its text with
  /// ``KeyboardSession/replaceText(before:selected:after:endsMarking:keepsHistory:)``.
  package var edits: [Edit] = []
  /// The first keyboard that made some of these edits; nil if no keyboard made edits.
  package var keyboard: String?
  /// Whether one step of the user removed the whole text of a field that had more than one character. After the removal
  /// of the whole text, the frontend tells the user how to restore the text (Behavior.md#undo).
  package var hasClearedText = false
  /// The key presses that the system keyboard sends to the application, in order. `editsBefore` is the number of
  /// ``edits`` before the key press.
  package var keyPresses: [(editsBefore: Int, press: KeyPress)] = []

  /// Whether the report has no callbacks, events, failures, edits and key presses.
  package var isEmpty: Bool {
    callbacks.isEmpty && events.isEmpty && failures.isEmpty && edits.isEmpty && keyPresses.isEmpty
  }

  /// Creates an empty report.
  package init() {}

  mutating func add(_ new: [KeyboardCallback]) { if callbacks.isEmpty { callbacks = new } else { callbacks += new } }

  /// Adds edits of a keyboard or of the user, and the effects of these edits.
  mutating func add(_ new: [Edit], _ change: DocumentChange, clearedText: Bool) {
    if edits.isEmpty { edits = new } else { edits += new }
    if change.returnKeys > 0 { events += Array(repeating: .return, count: change.returnKeys) }
    if clearedText { hasClearedText = true }
  }
}

/// An event on which a frontend or an application may act. The raw value is the event's name in a script.
package enum SessionEvent: String, CaseIterable, Sendable {
  /// The keyboard requested the next input mode.
  case advanceToNextInputMode
  /// The keyboard requested the list of input modes.
  case handleInputModeList
  /// The keyboard requested its dismissal.
  case dismissKeyboard
  /// The user or the keyboard pressed Return in a single-line field. The press triggers the field's action.
  case `return`
  /// The user pressed a hardware key that triggers a command of the application, such as Escape or `Control+c`.
  case keyCommand
  /// The host started a fresh process for a keyboard whose process had ended (Behavior.md#restarts).
  case restarted
  /// The keyboard requested a key sound, and has the right to play key sounds. The user's setting decides whether the
  /// host plays the sound.
  case click
  /// A keyboard with full access requested haptic feedback. The user's setting decides whether the device vibrates.
  case haptic
  /// A timer of a keyboard fired.
  case timer
}

/// A failure of one keyboard.
package struct SessionFailure: Hashable, Sendable {
  /// The kind of a failure.
  package enum Kind: Hashable, Sendable, CustomStringConvertible {
    /// The keyboard's process ended, for the given reason.
    case ended(KeyboardEndError)
    /// The process ended between turns, another program killed it, or the host ended it because it delayed a key press
    /// (Behavior.md#restarts). The host starts a fresh process, which gets the user's gesture.
    case foundEnded(KeyboardEndError)
    /// One turn failed, and the host undid the turn. The keyboard keeps running.
    case turn(KeyboardError)
    /// The host refused the edits of a turn.
    case edits(EditError)

    /// The failure as a text for the user, without a final period.
    package var description: String {
      switch self {
      case .ended(let end), .foundEnded(let end): "\(end)"
      case .turn(let failure): failure.message
      case .edits(let refusal): "\(refusal)"
      }
    }
  }

  /// The identifier of the keyboard that failed.
  package var identifier: String
  /// The kind of the failure.
  package var kind: Kind
}

/// The reason why a session could not perform a call.
package enum SessionError: Error, Hashable, Sendable {
  /// No field has the focus.
  case noField
  /// No keyboard is visible, because the user or the application dismissed it.
  case noKeyboard
  /// The shown keyboard does not have the requested key. `keys` contains the names of the shown keyboard's keys.
  case noKey(String, shown: String, keys: [String])
  /// The key is disabled.
  case keyDisabled(String)
  /// No key of the shown keyboard types this character.
  case noCharacter(Character, shown: String)
  /// No enabled keyboard has this identifier.
  case notEnabled(String)
  /// The keyboard failed too often. The session has stored the user's choice. The host can start the keyboard after the
  /// time `left`.
  case failedTooOften(String, left: Duration)
  /// The keyboard is in quarantine, or has unusable files. The session has stored the user's choice. The host starts
  /// the keyboard after the user enables it or repairs its files.
  case quarantined(String)
  /// The range of characters is not inside the text. The text has `characters` characters.
  case outOfRange(offset: Int, length: Int, characters: Int)
  /// The history of the field has fewer steps than the user wants to undo.
  case tooFewSteps(Int, available: Int)
  /// No hardware key has this name.
  case noHardwareKey(String)
  /// The host refuses a call of the probe, because the field is protected. The value is the reason for the protection.
  case refused(ShownBecause)
}
