public import InputViewModel

/// The results of a call of a session, which the application applies.
public struct InputUpdate: Sendable {
  /// The edits that the application applies to the text of its field, in order.
  public var edits: [TextEdit] = []
  /// The edits that the application applies to the field that lost the focus during the call, in order. Only
  /// ``InputSession/becomeFirstResponder(_:)`` returns edits of the previous field. Usually, these edits turn the
  /// marked text of the previous field into normal text.
  public var editsOfPreviousField: [TextEdit] = []
  /// The notifications about the keyboard's frame, in order.
  public var notifications: [KeyboardNotification] = []
  /// The events other than edits and notifications, in order.
  public var events: [Event] = []
  /// Whether the shown keyboard or its input view changed, so that the application must read
  /// ``InputSession/inputView`` again.
  public var inputViewDidChange = false
  /// Whether the application must read ``InputSession/pressedKeys`` again, because the pressed keys changed.
  public var pressedKeysDidChange = false
  /// Whether one step of the user removed the whole text. After such a step, the application can offer
  /// ``InputSession/undo(_:)``.
  public var hasClearedText = false
  /// The failure of a keyboard, or the reason why the session refused the call; nil if the call succeeded.
  public var error: HostError?
  /// Messages about problems that did not make the call fail.
  public var warnings: [String] = []

  /// Creates an empty update.
  public init() {}

  /// Whether the update contains no results.
  public var isEmpty: Bool {
    edits.isEmpty && editsOfPreviousField.isEmpty && notifications.isEmpty && events.isEmpty && !inputViewDidChange
      && !pressedKeysDidChange && error == nil && warnings.isEmpty
  }

  /// An event that an application may act on.
  public enum Event: Hashable, Sendable {
    /// The user pressed Return in a single-line field.
    case `return`
    /// The user pressed a key command of the field.
    case keyCommand(KeyCommand)
    /// The user or the keyboard requested the list of input modes. Show ``InputSession/availableInputModes``.
    case inputModeList
    /// The input mode changed. Corresponds to `UITextInputMode.currentInputModeDidChangeNotification`.
    case currentInputModeDidChange(InputMode?)
    /// The user's list of input modes changed.
    case activeInputModesDidChange
    /// The keyboard requests that the application hide the keyboard.
    case dismissKeyboard
    /// The process of the keyboard with this identifier ended. The session starts another process at the next key
    /// press.
    case processEnded(String)
    /// The host restarted a keyboard's process.
    case restarted
    /// A key sound, which the application plays if the user wants sounds.
    case click
    /// Haptic feedback that a keyboard requested.
    case haptic(HapticFeedback)
    /// A timer of a keyboard fired.
    case timer
  }
}

/// An input mode of the user: a keyboard, or one of the keyboard layouts. Corresponds to `UITextInputMode`.
public struct InputMode: Hashable, Sendable {
  /// The identifier of the input mode.
  public var identifier: String
  /// The name of the input mode, in the user's language. The name may come from a keyboard's author, so sanitize the
  /// name before you write it to a terminal.
  public var displayName: String
  /// The language of the input mode as a BCP 47 tag; nil if it is not known.
  public var primaryLanguage: String?
}

/// An error with a permanent code.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code, such as `KLV-0704`.
  public var code: String
  /// A sentence that says what is wrong.
  public var message: String
  /// Text that says how the user can correct the error.
  public var remedy: String

  /// A general sentence about the error. Every error with the same code has the same sentence, so the
  /// sentence quotes no name, key or typed text.
  package var generalMessage: String

  /// The code, what is wrong and what to do.
  public var description: String { "\(code): \(message) \(remedy)" }
}
