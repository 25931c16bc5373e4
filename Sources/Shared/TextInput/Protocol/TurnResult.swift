/// All consequences of one turn, in order.
public struct TurnResult: Hashable, Sendable {
  /// The serial of the turn that this answers.
  public var serial: UInt64
  /// The edits, in the order in which the keyboard asked for them; all are applied or none.
  public var edits: [Edit]
  /// What else the keyboard asked for.
  public var requests: [KeyboardRequest]
  /// What the keyboard was told, in order.
  public var callbacks: [KeyboardCallback]
  /// Why the turn failed, if it did; then nothing of it is applied.
  public var failure: KeyboardFailure?

  /// A result of these parts.
  public init(
    serial: UInt64, edits: [Edit] = [], requests: [KeyboardRequest] = [], callbacks: [KeyboardCallback] = [],
    failure: KeyboardFailure? = nil
  ) {
    self.serial = serial
    self.edits = edits
    self.requests = requests
    self.callbacks = callbacks
    self.failure = failure
  }
}

/// What a keyboard asks of its host, besides edits.
public enum KeyboardRequest: Hashable, Sendable {
  /// `advanceToNextInputMode()`.
  case advanceToNextInputMode
  /// `handleInputModeList(from:with:)`: show the person the list.
  case showInputModeList
  /// `dismissKeyboard()`.
  case dismissKeyboard
  /// Show this interface from now on.
  case setInterface(Interface)
  /// Change one element of the interface shown.
  case change(ElementChange)
  /// The controller's `primaryLanguage`, as a BCP 47 tag; nil for the manifest's.
  case setPrimaryLanguage(String?)
  /// Call back after so many seconds, again and again if it repeats.
  case startTimer(identifier: UInt64, seconds: Double, repeats: Bool)
  /// Forget this timer.
  case cancelTimer(identifier: UInt64)
  /// Keep this line in the keyboard's log.
  case log(level: LogLevel, message: String)
  /// Play this sound, if the person wants to hear keys.
  case playSound(KeySound)
}

/// How important a line of a log is; raw values are the ABI's `KLV_LOG_…`.
public enum LogLevel: Int, CaseIterable, Sendable {
  /// For the author.
  case debug = 0
  /// Worth knowing.
  case info = 1
  /// Unusual, but handled.
  case notice = 2
  /// Something failed.
  case error = 3
  /// A bug.
  case fault = 4
}

/// A method of the controller that was called; the names are UIKit's where UIKit has one.
public enum KeyboardCallback: Int, CaseIterable, Sendable {
  /// The view was loaded.
  case viewDidLoad = 0
  /// The keyboard is about to be shown.
  case viewWillAppear = 1
  /// The keyboard is shown.
  case viewDidAppear = 2
  /// The keyboard is about to be hidden.
  case viewWillDisappear = 3
  /// The keyboard is hidden.
  case viewDidDisappear = 4
  /// The text is about to change.
  case textWillChange = 5
  /// The text changed.
  case textDidChange = 6
  /// The selection is about to change.
  case selectionWillChange = 7
  /// The selection changed.
  case selectionDidChange = 8
  /// The field's traits changed.
  case traitsDidChange = 9
  /// Marked text ended although the keyboard did not ask for that.
  case markedTextDidEnd = 10
  /// Size or appearance changed.
  case environmentDidChange = 11
  /// Settings changed.
  case settingsDidChange = 12
  /// `needsInputModeSwitchKey` or `hasFullAccess` changed.
  case standingDidChange = 13
  /// Memory is three quarters used up.
  case didReceiveMemoryWarning = 14

  /// The callback's name, as a script and a trace show it.
  public var name: String { String(describing: self) }
}

/// Why a keyboard could not do what it was asked.
public struct KeyboardFailure: Error, Hashable, Sendable {
  /// Which step failed.
  public enum Step: Int, CaseIterable, Sendable {
    /// Opening the library or finding its symbols.
    case library = 0
    /// The keyboard's `create`.
    case create = 1
    /// The keyboard's `load`.
    case load = 2
    /// Serving an event.
    case event = 3
    /// Calling an action that the interface names.
    case action = 4
    /// A limit of a turn was passed.
    case limit = 5
    /// The ABI's major version is another than the host's.
    case version = 6
    /// Text was inserted that holds a control character.
    case text = 7
  }

  /// Which step failed.
  public var step: Step
  /// The keyboard's own code for it, or 0.
  public var code: Int32
  /// What is wrong, for a person to read.
  public var message: String

  /// A failure of this step.
  public init(step: Step, code: Int32 = 0, message: String) {
    self.step = step
    self.code = code
    // It comes from a keyboard's process and goes to files and screens of the person's.
    self.message = String(String.UnicodeScalarView(message.unicodeScalars.prefix(Self.messageLimit)))
  }

  /// Scalars of a message; what is longer is cut.
  private static let messageLimit = 512
}
