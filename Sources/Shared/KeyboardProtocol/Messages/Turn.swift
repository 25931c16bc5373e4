package import InputViewModel
package import TextModel

/// One event for a keyboard. The keyboard's process returns the results of the event in one ``TurnResult``.
package struct Turn: Hashable, Sendable {
  /// The serial number, which grows by one with each turn of one process. The host refuses a result whose serial number
  /// differs from the serial number of the turn.
  package var serial: UInt64
  /// Whether the host discarded the result of the keyboard's previous turn. If the host discarded the result, the
  /// keyboard loader restores the input view, the timers and the language to their state before the previous turn.
  package var undoesLast: Bool
  /// The event that the keyboard handles in this turn.
  package var event: TurnEvent
  private var content: Content

  /// The document of a turn. Most turns have no document. The type is indirect, so that copying a turn without a
  /// document copies only a few bytes.
  private indirect enum Content: Hashable, Sendable {
    case unchanged
    case document(DocumentSnapshot)

    init(_ document: DocumentSnapshot?) { self = document.map(Content.document) ?? .unchanged }
  }

  /// The document; nil if the document has not changed since an earlier turn of this keyboard.
  package var document: DocumentSnapshot? {
    get { if case .document(let document) = content { document } else { nil } }
    set { content = Content(newValue) }
  }

  /// Whether the turn has a document.
  package var hasDocument: Bool { if case .unchanged = content { false } else { true } }

  /// Creates a turn.
  package init(serial: UInt64, undoesLast: Bool = false, event: TurnEvent, document: DocumentSnapshot? = nil) {
    self.serial = serial
    self.undoesLast = undoesLast
    self.event = event
    content = Content(document)
  }
}

/// An event for a keyboard.
///
/// Cases with large values are indirect, so that copying the event of a key press copies only a few bytes.
package enum TurnEvent: Hashable, Sendable {
  /// The process must load the library and create the controller. The event `load` is the first event of each process.
  indirect case load(LaunchConfiguration)
  /// A field has the focus, and the keyboard appears.
  indirect case appear(FieldState)
  /// The host hides the keyboard. After `disappear`, the keyboard has no field.
  case disappear
  /// The user made a gesture on a key.
  indirect case key(KeyEvent)
  /// A timer of the keyboard fired, or the keyboard requested the turn (``requestNumber``).
  case timer(UInt64)
  /// The document changed. The turn contains the changed document.
  case documentChanged(DocumentChange, ChangeCause)
  /// The traits of the field changed while the field had the focus.
  indirect case traitsChanged(FieldState)
  /// The size or appearance of the keyboard's area changed.
  indirect case environmentChanged(KeyboardEnvironment)
  /// The user changed settings. The event contains all settings, including defaults.
  case settingsChanged([String: SettingValue])
  /// The user granted or revoked full access, or the requirement to show a globe key changed.
  case standingChanged(InputModeStanding)
  /// The process uses three quarters of its memory limit.
  case memoryWarning
  /// The keyboard must free all resources. The process ends after the event `destroy`.
  case destroy
}

extension TurnEvent {
  /// The number in the event ``timer(_:)`` of a turn that the keyboard requested (PluginABI.md#turn-requests). No timer
  /// has this number.
  package static let requestNumber: UInt64 = 0

  /// Whether a keyboard with a field may edit the document in a turn for this event.
  package var mayEdit: Bool {
    switch self {
    case .key, .timer, .documentChanged, .traitsChanged: true
    case .load, .appear, .disappear, .environmentChanged, .settingsChanged, .standingChanged, .memoryWarning, .destroy:
      false
    }
  }

  /// The kind of an event. Frames and a keyboard's journal contain the raw values.
  package enum Kind: Int, CaseIterable, Sendable {
    /// The event ``TurnEvent/load(_:)``.
    case load = 0
    /// The event ``TurnEvent/appear(_:)``.
    case appear = 1
    /// The event ``TurnEvent/disappear``.
    case disappear = 2
    /// The event ``TurnEvent/key(_:)``.
    case key = 3
    /// The event ``TurnEvent/timer(_:)``.
    case timer = 4
    /// The event ``TurnEvent/documentChanged(_:_:)``.
    case documentChanged = 5
    /// The event ``TurnEvent/traitsChanged(_:)``.
    case traitsChanged = 6
    /// The event ``TurnEvent/environmentChanged(_:)``.
    case environmentChanged = 7
    /// The event ``TurnEvent/settingsChanged(_:)``.
    case settingsChanged = 8
    /// The event ``TurnEvent/standingChanged(_:)``.
    case standingChanged = 9
    /// The event ``TurnEvent/memoryWarning``.
    case memoryWarning = 10
    /// The event ``TurnEvent/destroy``.
    case destroy = 11

    /// The name of the event in reports.
    package var name: String { String(describing: self) }
  }

  /// The kind of this event.
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

/// The cause of a document's change. Raw values equal the ABI's `KLV_CAUSE_…`.
package enum ChangeCause: Int, CaseIterable, Sendable {
  /// The keyboard that receives the event changed the document.
  case keyboard = 0
  /// The user moved the insertion point, pressed a hardware key, or typed with another keyboard.
  case user = 1
  /// The application changed the document.
  case application = 2
}

/// The standing of the input mode: whether the keyboard must show a globe key, and whether the keyboard has full
/// access.
package struct InputModeStanding: Hashable, Sendable {
  /// Whether the keyboard must show a globe key.
  package var needsInputModeSwitchKey: Bool
  /// Whether the user granted the keyboard full access.
  package var hasFullAccess: Bool

  /// Creates the standing of an input mode.
  package init(needsInputModeSwitchKey: Bool = true, hasFullAccess: Bool = false) {
    self.needsInputModeSwitchKey = needsInputModeSwitchKey
    self.hasFullAccess = hasFullAccess
  }
}

/// The state of the field that has the focus, and of the keyboard in this field.
package struct FieldState: Hashable, Sendable {
  /// The traits of the field.
  package var traits: TextInputTraits
  /// Whether the field accepts line breaks as text.
  package var isMultiline: Bool
  /// The environment of the keyboard.
  package var environment: KeyboardEnvironment
  /// The standing of the input mode.
  package var standing: InputModeStanding

  /// Creates a field.
  package init(
    traits: TextInputTraits = TextInputTraits(), isMultiline: Bool = true,
    environment: KeyboardEnvironment = KeyboardEnvironment(), standing: InputModeStanding = InputModeStanding()
  ) {
    self.traits = traits
    self.isMultiline = isMultiline
    self.environment = environment
    self.standing = standing
  }

  /// The properties of the field that affect edits.
  package var editingRules: EditingRules {
    EditingRules(isMultiline: isMultiline, deletesSmartly: traits.deletesSmartly)
  }
}

/// The data that a keyboard's process needs to load the keyboard.
package struct LaunchConfiguration: Hashable, Sendable {
  /// The identifier of the bundle: `CFBundleIdentifier`.
  package var bundleIdentifier: String
  /// The absolute path of the library, which `CFBundleExecutable` names.
  package var libraryPath: String
  /// `NSExtensionPrincipalClass`: the name of a class for Swift, or of a symbol for C. Empty for a keyboard that has
  /// only the actions of `KLVActions`.
  package var principalClass: String
  /// The language of the keyboard as a BCP 47 tag: `PrimaryLanguage` of the manifest.
  package var primaryLanguage: String
  /// The user's preferred languages, best first, as BCP 47 tags.
  package var preferredLanguages: [String]
  /// `KLVActions`: the signature of each exported action.
  package var actions: [String: String]
  /// The `Interface.plist`; nil if the bundle has none.
  package var inputView: InputViewTree?
  /// The keyboard's settings, including defaults.
  package var settings: [String: SettingValue]
  /// The standing of the input mode.
  package var standing: InputModeStanding
  /// The memory limit in bytes. The host ends a process that uses more memory.
  package var memoryLimit: UInt64
  /// The value of `RequestsOpenAccess` in the manifest. If the value is false, the keyboard cannot play key sounds.
  package var mayGiveFeedback: Bool
  /// The names of function tables that the host does not offer in a test, to simulate an older host.
  package var withheldTables: [String]

  /// Creates a configuration.
  package init(
    bundleIdentifier: String, libraryPath: String, principalClass: String, primaryLanguage: String = "en-US",
    preferredLanguages: [String] = [], actions: [String: String] = [:], inputView: InputViewTree? = nil,
    settings: [String: SettingValue] = [:], standing: InputModeStanding = InputModeStanding(),
    memoryLimit: UInt64 = KeyboardLimits().memory, mayGiveFeedback: Bool = false, withheldTables: [String] = []
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.libraryPath = libraryPath
    self.principalClass = principalClass
    self.primaryLanguage = primaryLanguage
    self.preferredLanguages = preferredLanguages
    self.actions = actions
    self.inputView = inputView
    self.settings = settings
    self.standing = standing
    self.memoryLimit = memoryLimit
    self.mayGiveFeedback = mayGiveFeedback
    self.withheldTables = withheldTables
  }
}
