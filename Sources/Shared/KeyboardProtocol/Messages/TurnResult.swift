package import InputViewModel
package import TextModel

/// The outcome of one turn: edits, requests and callbacks, or a failure.
package struct TurnResult: Hashable, Sendable {
  /// The serial number of the turn.
  package var serial: UInt64
  /// The edits in order. The host applies either all edits or none.
  package var edits: [Edit]
  /// The requests from the keyboard that are not edits.
  package var requests: [KeyboardRequest]
  /// The number that the keyboard's process gave the input view at the end of the turn. The host's key events contain
  /// the number of the input view.
  package var generation: UInt32
  /// The callbacks that the loader called in the keyboard, in order.
  package var callbacks: [KeyboardCallback]
  /// The reason why the turn failed; nil if the turn succeeded. The host discards the result of a failed turn.
  package var failure: KeyboardError?

  /// Creates a result.
  package init(
    serial: UInt64, edits: [Edit] = [], requests: [KeyboardRequest] = [], generation: UInt32 = 0,
    callbacks: [KeyboardCallback] = [], failure: KeyboardError? = nil
  ) {
    self.serial = serial
    self.edits = edits
    self.requests = requests
    self.generation = generation
    self.callbacks = callbacks
    self.failure = failure
  }
}

/// A request from a keyboard to its host, other than an edit.
package enum KeyboardRequest: Hashable, Sendable {
  /// Changes to the next input mode: `advanceToNextInputMode()`.
  case advanceToNextInputMode
  /// Shows the list of input modes to the user: `handleInputModeList(from:with:)`.
  case showInputModeList
  /// Hides the keyboard: `dismissKeyboard()`.
  case dismissKeyboard
  /// Shows an input view.
  case setInputView(InputViewTree)
  /// Changes one element of the current input view.
  case change(ElementChange)
  /// Sets the controller's `primaryLanguage`, as a BCP 47 tag; nil restores the manifest's language.
  case setPrimaryLanguage(String?)
  /// Starts a timer that fires after `seconds` seconds, once or repeatedly.
  case startTimer(identifier: UInt64, seconds: Double, repeats: Bool)
  /// Cancels a timer.
  case cancelTimer(identifier: UInt64)
  /// Adds a line to the keyboard's log.
  case log(level: LogLevel, message: String)
  /// Plays a sound, if the user has turned key sounds on.
  case playSound(KeySound)
  /// Plays haptic feedback, if the keyboard has full access and the user has turned vibrations on.
  case playHaptic(HapticFeedback)
}

/// The importance of a log line. Raw values equal the ABI's `KLV_LOG_…`.
package enum LogLevel: Int, CaseIterable, Sendable {
  /// A detail for the author.
  case debug = 0
  /// Information for the author or the user.
  case info = 1
  /// An unusual condition that the keyboard handled.
  case notice = 2
  /// A failure.
  case error = 3
  /// A bug of the keyboard.
  case fault = 4
}

/// A method of the controller that the host calls. If UIKit has the method, the case has the name of UIKit's method.
package enum KeyboardCallback: Int, CaseIterable, Sendable {
  /// The controller has loaded.
  case viewDidLoad = 0
  /// The keyboard will appear.
  case viewWillAppear = 1
  /// The keyboard has appeared.
  case viewDidAppear = 2
  /// The keyboard will disappear.
  case viewWillDisappear = 3
  /// The keyboard has disappeared.
  case viewDidDisappear = 4
  /// The text will change.
  case textWillChange = 5
  /// The text has changed.
  case textDidChange = 6
  /// The selection will change.
  case selectionWillChange = 7
  /// The selection has changed.
  case selectionDidChange = 8
  /// The traits of the field have changed.
  case traitsDidChange = 9
  /// Marked text became plain text without a request from the keyboard.
  case markedTextDidEnd = 10
  /// The size or appearance of the keyboard's area has changed.
  case environmentDidChange = 11
  /// Settings have changed.
  case settingsDidChange = 12
  /// `needsInputModeSwitchKey` or `hasFullAccess` has changed.
  case standingDidChange = 13
  /// The process uses three quarters of its memory limit.
  case didReceiveMemoryWarning = 14

  /// The name of the callback in scripts and traces.
  package var name: String { String(describing: self) }

  /// Returns the callbacks for a change of the document, in the order that Behavior.md#document-changes states.
  package static func callbacks(for change: DocumentChange, _ cause: ChangeCause) -> [KeyboardCallback] {
    let reportsText = change.reportsText(cause)
    return (reportsText ? [.textWillChange] : []) + (change.changedSelection ? [.selectionWillChange] : [])
      + (reportsText ? [.textDidChange] : []) + (change.changedSelection ? [.selectionDidChange] : [])
      + (change.endedMarking ? [.markedTextDidEnd] : [])
  }
}

extension DocumentChange {
  /// Whether the host calls `textWillChange` and `textDidChange`. The host calls both methods for a change of the text.
  /// As on iOS, the host also calls both methods if the user or the application moved the selection.
  package func reportsText(_ cause: ChangeCause) -> Bool { changedText || changedSelection && cause != .keyboard }
}

/// The reason why a keyboard failed.
package struct KeyboardError: Error, Hashable, Sendable {
  /// The step in which a keyboard failed.
  package enum Step: Int, CaseIterable, Sendable {
    /// Opening the library or finding its symbols.
    case library = 0
    /// Calling the keyboard's function `create`.
    case create = 1
    /// Calling the keyboard's function `load`.
    case load = 2
    /// Handling an event.
    case event = 3
    /// Calling an action that the input view names.
    case action = 4
    /// Checking the limits of a turn. The turn exceeded a limit.
    case limit = 5
    /// Checking the version of the ABI. The keyboard's major version differs from the host's major version.
    case version = 6
    /// Checking inserted text. The text has a forbidden control character or too many combining marks in a row.
    case text = 7
    /// Finding or reading the library's record `klv_keyboard`.
    case entry = 8
  }

  /// The step that failed.
  package var step: Step
  /// The error code that the keyboard returned; 0 if it returned none.
  package var code: Int32
  /// A description of the failure for the user.
  package var message: String

  /// Creates a failure. Keeps only the first 512 Unicode scalars of the message.
  package init(step: Step, code: Int32 = 0, message: String) {
    self.step = step
    self.code = code
    // Limit the message's length, because the message comes from a keyboard's process, and the host stores and shows
    // the message.
    self.message = String(String.UnicodeScalarView(message.unicodeScalars.prefix(Self.maximumMessageLength)))
  }

  /// The maximum number of Unicode scalars in a message.
  private static let maximumMessageLength = 512
}
