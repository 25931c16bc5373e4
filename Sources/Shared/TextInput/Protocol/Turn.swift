/// One event for a keyboard; all of its consequences come back in one ``TurnResult``.
public struct Turn: Hashable, Sendable {
  /// Grows by one with each turn of one keyboard process; an answer with another serial is refused.
  public var serial: UInt64
  /// What happened.
  public var event: TurnEvent
  /// The document, where it is another than the keyboard last saw.
  public var document: DocumentSnapshot?

  /// A turn of these parts.
  public init(serial: UInt64, event: TurnEvent, document: DocumentSnapshot? = nil) {
    self.serial = serial
    self.event = event
    self.document = document
  }
}

/// What a keyboard is told.
public enum TurnEvent: Hashable, Sendable {
  /// Open the library, make the controller and load it: the first event of a process.
  case load(LaunchConfiguration)
  /// A field has the focus and the keyboard is shown.
  case appear(FieldState)
  /// The keyboard is hidden; its field is gone.
  case disappear
  /// The person used a key.
  case key(KeyEvent)
  /// A timer that the keyboard asked for has run out.
  case timer(UInt64)
  /// Someone else changed the document; the turn brings the new one.
  case documentChanged(DocumentChange)
  /// The field's traits changed while it has the focus.
  case traitsChanged(FieldState)
  /// Size or appearance changed.
  case environmentChanged(KeyboardEnvironment)
  /// The person changed settings; all of them, defaults included.
  case settingsChanged([String: SettingValue])
  /// The input mode's standing changed.
  case standingChanged(InputModeStanding)
  /// Memory is three quarters used up.
  case memoryWarning
  /// Let go of everything: the process ends.
  case destroy
}

extension TurnEvent {
  /// What happened, without with what; raw values stand for it in frames and in a keyboard's journal.
  package enum Kind: Int, CaseIterable, Sendable {
    /// ``TurnEvent/load(_:)``.
    case load = 0
    /// ``TurnEvent/appear(_:)``.
    case appear = 1
    /// ``TurnEvent/disappear``.
    case disappear = 2
    /// ``TurnEvent/key(_:)``.
    case key = 3
    /// ``TurnEvent/timer(_:)``.
    case timer = 4
    /// ``TurnEvent/documentChanged(_:)``.
    case documentChanged = 5
    /// ``TurnEvent/traitsChanged(_:)``.
    case traitsChanged = 6
    /// ``TurnEvent/environmentChanged(_:)``.
    case environmentChanged = 7
    /// ``TurnEvent/settingsChanged(_:)``.
    case settingsChanged = 8
    /// ``TurnEvent/standingChanged(_:)``.
    case standingChanged = 9
    /// ``TurnEvent/memoryWarning``.
    case memoryWarning = 10
    /// ``TurnEvent/destroy``.
    case destroy = 11

    /// The event's name, as a report shows it.
    package var name: String { String(describing: self) }
  }

  /// What happened, without with what.
  package var kind: Kind {
    switch self {
    case .load: .load
    case .appear: .appear
    case .disappear: .disappear
    case .key: .key
    case .timer: .timer
    case .documentChanged: .documentChanged
    case .traitsChanged: .traitsChanged
    case .environmentChanged: .environmentChanged
    case .settingsChanged: .settingsChanged
    case .standingChanged: .standingChanged
    case .memoryWarning: .memoryWarning
    case .destroy: .destroy
    }
  }
}

/// Who changed a document; raw values are the ABI's `KLV_CAUSE_…`.
public enum ChangeCause: Int, CaseIterable, Sendable {
  /// This keyboard.
  case keyboard = 0
  /// The person: the caret moved, a hardware key, another keyboard.
  case person = 1
  /// The application.
  case application = 2
}

/// What changed in a document that a keyboard did not change itself.
public struct DocumentChange: Hashable, Sendable {
  /// Who changed it.
  public var cause: ChangeCause
  /// Whether the text changed.
  public var changedText: Bool
  /// Whether the selection changed.
  public var changedSelection: Bool
  /// Whether marked text became plain.
  public var endedMarking: Bool

  /// A change of this kind.
  public init(cause: ChangeCause, changedText: Bool, changedSelection: Bool, endedMarking: Bool = false) {
    self.cause = cause
    self.changedText = changedText
    self.changedSelection = changedSelection
    self.endedMarking = endedMarking
  }
}

/// What is true of the input mode, right from the first moment.
public struct InputModeStanding: Hashable, Sendable {
  /// Whether the keyboard must show a key to the next input mode.
  public var needsInputModeSwitchKey: Bool
  /// Whether the person gave the keyboard full access.
  public var hasFullAccess: Bool

  /// A standing of these two.
  public init(needsInputModeSwitchKey: Bool = true, hasFullAccess: Bool = false) {
    self.needsInputModeSwitchKey = needsInputModeSwitchKey
    self.hasFullAccess = hasFullAccess
  }
}

/// The field that has the focus.
public struct FieldState: Hashable, Sendable {
  /// Its traits.
  public var traits: TextInputTraits
  /// Whether line breaks are text.
  public var isMultiline: Bool
  /// Where the keyboard is shown.
  public var environment: KeyboardEnvironment
  /// What is true of the input mode.
  public var standing: InputModeStanding

  /// A field with these traits.
  public init(
    traits: TextInputTraits = TextInputTraits(), isMultiline: Bool = true,
    environment: KeyboardEnvironment = KeyboardEnvironment(), standing: InputModeStanding = InputModeStanding()
  ) {
    self.traits = traits
    self.isMultiline = isMultiline
    self.environment = environment
    self.standing = standing
  }

  /// The rules by which edits of this field work.
  package var editingRules: EditingRules {
    EditingRules(isMultiline: isMultiline, deletesSmartly: traits.deletesSmartly)
  }
}

/// All that a keyboard's process must know to start.
public struct LaunchConfiguration: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  public var bundleIdentifier: String
  /// The absolute path of the library, which `CFBundleExecutable` names.
  public var libraryPath: String
  /// `NSExtensionPrincipalClass`: a class (Swift) or symbol (C); empty for a keyboard of actions alone.
  public var principalClass: String
  /// `PrimaryLanguage`, as a BCP 47 tag.
  public var primaryLanguage: String
  /// The languages that the person prefers, best first, as BCP 47 tags.
  public var preferredLanguages: [String]
  /// `KLVActions`: the signature of each exported action.
  public var actions: [String: String]
  /// The `Interface.plist`, if the bundle has one.
  public var interface: Interface?
  /// The keyboard's settings, defaults included.
  public var settings: [String: SettingValue]
  /// What is true of the input mode.
  public var standing: InputModeStanding
  /// Bytes of memory of its own at which the process is ended.
  public var memoryLimit: UInt64
  /// `RequestsOpenAccess`: whether its keys may click.
  public var mayGiveFeedback: Bool
  /// Names of host interfaces that the keyboard does not get, as if this host were older: for tests of how it does without.
  public var withheldInterfaces: [String]

  /// A configuration of these parts.
  public init(
    bundleIdentifier: String, libraryPath: String, principalClass: String, primaryLanguage: String = "en-US",
    preferredLanguages: [String] = [], actions: [String: String] = [:], interface: Interface? = nil,
    settings: [String: SettingValue] = [:], standing: InputModeStanding = InputModeStanding(),
    memoryLimit: UInt64 = KeyboardLimits().memory, mayGiveFeedback: Bool = false, withheldInterfaces: [String] = []
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.libraryPath = libraryPath
    self.principalClass = principalClass
    self.primaryLanguage = primaryLanguage
    self.preferredLanguages = preferredLanguages
    self.actions = actions
    self.interface = interface
    self.settings = settings
    self.standing = standing
    self.memoryLimit = memoryLimit
    self.mayGiveFeedback = mayGiveFeedback
    self.withheldInterfaces = withheldInterfaces
  }
}
