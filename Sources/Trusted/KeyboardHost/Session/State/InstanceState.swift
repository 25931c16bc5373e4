internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The state of one keyboard in a session, across all processes that serve it.
///
/// The value contains no reference to a process.
struct InstanceState {
  /// The identifier of the keyboard. The system keyboard has the identifier of its shown mode, such as `system:ru`.
  var identifier: String
  /// Whether the keyboard is the probe, which makes proxy calls.
  let isProbe: Bool
  /// Whether the keyboard has a process. The process may have ended since its last turn without the host's knowledge.
  private(set) var isRunning = false
  /// The serial number of the last turn of the current process.
  private var serial: UInt64 = 0
  private(set) var inputView: InputViewTree? {
    didSet { nextKeyboardKey = nil }
  }
  /// Whether the input view shows a globe key in an environment; nil before the first query. The session caches this
  /// value, because frontends query the value for each frame, and its computation needs a layout.
  private var nextKeyboardKey: (environment: KeyboardEnvironment?, isShown: Bool)?
  /// The height that the keyboard requested without the right to change the height of its input view. Nil if the input
  /// view has the requested height. The host applies this height with the next turn that may change the height.
  private var refusedHeight: TurnTransaction.RefusedHeight?
  /// The generation of the input view that the keyboard's process has.
  private(set) var generation: UInt32 = 0
  /// Whether the host rejected the last turn. After a rejected turn, the keyboard's process must restore its state from
  /// before the turn.
  private var undoesLast = false
  /// The language that the controller set; nil if the controller set no language.
  private(set) var primaryLanguage: String?
  /// The keyboard's replica of the document.
  var replica = ReplicaState()
  /// The timers of the current process.
  var timers = TimerQueue()
  /// The application whose text the process has received and may remember.
  var application: String?
  /// The access of the current process.
  private(set) var access = ProcessAccess.confined
  /// The standing (globe key and full access) that the keyboard last received.
  var standing = InputModeStanding()
  /// The settings that changed while the host could not send events to the keyboard.
  var unsentSettings: [String: SettingValue]?
  /// Whether the keyboard gets a memory warning before its next turn.
  var warningIsDue = false
  /// The size of the text that the keyboard has inserted into the field since the user's last key press, in UTF-8 bytes
  /// (Behavior.md#turn-limits).
  private var bytesInsertedAfterPress = 0
  /// The maximum time that the host itself may work for the keyboard in one turn.
  private(set) var hostTime: Duration = KeyboardLimits.hostTime
  /// Whether the last process ended through no fault of the keyboard, and no process has started since then.
  private(set) var lastEndWasBlameless = false
  /// Whether a process other than the host killed the keyboard's last process during the load event.
  private var wasKilledWhileLoading = false
  /// The total duration of the process starts since the last turn with an event other than load.
  private var timeOfStarts: Duration = .zero
  /// Whether ``timeOfStarts`` is more than a second. If the value is true, the host does not replace a process that has
  /// ended.
  var startsTooSlowly: Bool { timeOfStarts > .seconds(1) }
  /// The times at which processes failed.
  private var deaths: [Duration] = []
  /// The reason for which the last process failed.
  private(set) var lastDeath: ShownBecause?

  /// The number of restarts that the host allows within ``deathWindow``.
  private static let maximumRestarts = 3
  private static let deathWindow: Duration = .seconds(60)
  /// The number of turns after which the host measures the files that a keyboard wrote to disk directly.
  private static let turnsBetweenMeasurements: UInt64 = 64

  init(_ identifier: String) {
    self.identifier = identifier
    isProbe = identifier == KeyboardSession.probeIdentifier
  }

  /// Creates the state of the system keyboard, which runs as long as the session.
  init(systemKeyboard identifier: String) {
    self.identifier = identifier
    isProbe = false
    isRunning = true
    // The host trusts the system keyboard, so this limit is higher than any turn needs.
    hostTime = .seconds(3_600)
  }

  /// Whether the keyboard shows a globe key that is large enough in this environment. If the environment is nil, the
  /// function uses the declared lengths and weights of the input view.
  mutating func showsNextKeyboardKey(in environment: KeyboardEnvironment?) -> Bool {
    if let nextKeyboardKey, nextKeyboardKey.environment == environment { return nextKeyboardKey.isShown }
    let isShown = inputView?.showsNextKeyboardKey(in: environment) == true
    nextKeyboardKey = (environment, isShown)
    return isShown
  }

  // MARK: Turns

  /// Begins a turn of the current process: completes the message for the keyboard, and creates the transaction.
  mutating func begin(
    _ turn: PlannedTurn, _ rights: TurnRights, in focused: inout FocusState, on clocks: @escaping HostTime.Clocks
  ) {
    serial += 1
    turn.message.serial = serial
    turn.message.undoesLast = undoesLast
    undoesLast = false
    if case .memoryWarning = turn.event { warningIsDue = false }
    let isByUser = turn.event.isByUser
    if isByUser { bytesInsertedAfterPress = 0 }
    if rights.readsDocument, let version = focused.field?.document.version, !replica.shows(version) {
      turn.message.document = focused.snapshot()
      replica.send(version)
    }
    turn.transaction = TurnTransaction(
      rights, TurnBudget(time: hostTime, on: clocks, insertedAfterPress: isByUser ? nil : bytesInsertedAfterPress))
  }

  /// Records that the keyboard answered a turn.
  ///
  /// - Parameter took: The duration of the turn.
  mutating func didServe(_ event: TurnEvent, took: Duration) {
    if event.isLoad {
      wasKilledWhileLoading = false
      timeOfStarts += took
    } else {
      timeOfStarts = .zero
    }
  }

  /// Records the effects of an accepted turn. `version` is the version of the document after the turn; nil if no field
  /// has the focus. A new input view gets the number after `lastGeneration`.
  mutating func apply(
    _ effects: TurnTransaction.Effects, of turn: PlannedTurn, _ result: borrowing TurnResult,
    giving version: DocumentVersion?, numberedAfter lastGeneration: inout UInt32
  ) {
    if !turn.event.isByUser { bytesInsertedAfterPress += turn.transaction?.insertedBytes ?? 0 }
    if let window = effects.window, let version {
      replica.apply(result.edits.dropFirst(effects.knownEdits), in: window, giving: version)
      // A document that the host sent during a turn may have less text than a full snapshot, so send a snapshot with
      // the next turn.
      if effects.hasSentDocument { replica.expire() }
    }
    generation = result.generation
    guard !result.requests.isEmpty || refusedHeight != nil else { return }
    if !result.requests.isEmpty { inputView = effects.inputView }
    updateHeight(effects, of: turn, result)
    guard !result.requests.isEmpty else { return }
    if effects.inputView?.generation == 0 {
      lastGeneration &+= 1
      inputView?.number(lastGeneration)
    }
    for case .setPrimaryLanguage(let language) in result.requests { primaryLanguage = language }
  }

  /// Applies a height that the host refused earlier, if this turn may change the height. If this turn may not change
  /// the height, stores the height that the host refused in the turn.
  private mutating func updateHeight(
    _ effects: TurnTransaction.Effects, of turn: PlannedTurn, _ result: borrowing TurnResult
  ) {
    let hasNewView = result.requests.contains { if case .setInputView = $0 { true } else { false } }
    if hasNewView { refusedHeight = nil }
    if turn.transaction?.rights.changesHeight == true {
      if let refused = refusedHeight.take() { inputView?.height = refused.height }
    } else {
      refusedHeight = refusedHeight ?? effects.refusedHeight
    }
  }

  /// Records that the keyboard gets another field.
  mutating func didEnterField() { bytesInsertedAfterPress = 0 }

  /// Records that the host discarded the changes of the last turn.
  mutating func undoLastTurn() {
    // The keyboard's replica now differs from the document, so the next turn must contain a fresh snapshot.
    replica.invalidate()
    undoesLast = true
  }

  /// Whether the host must now measure the files that the keyboard wrote to disk directly.
  var isMeasurementDue: Bool { serial % Self.turnsBetweenMeasurements == 0 }

  // MARK: Processes

  /// Records that a fresh process runs. The process must load the keyboard next.
  mutating func start(_ access: ProcessAccess, hostTime: Duration) {
    isRunning = true
    self.access = access
    self.hostTime = hostTime
    lastEndWasBlameless = false
  }

  /// Records the duration of a process start.
  mutating func didStart(took: Duration) { timeOfStarts += took }

  /// Records that the process ended during a turn, and returns whether the host replaces the process. If the host
  /// replaces the process, the turn had no effect, and the keyboard is not to blame.
  ///
  /// - Parameters:
  ///   - end: How the process ended.
  ///   - beforeTurn: Whether the process ended before it received the turn.
  ///   - isOverdue: Whether the turn belongs to a key press whose time limit has passed.
  ///   - took: The duration of the turn.
  mutating func isReplaced(
    after end: KeyboardEndError, during event: TurnEvent, beforeTurn: Bool, isOverdue: Bool, took: Duration
  ) -> Bool {
    // If another process kills the keyboard's process, the keyboard is not to blame. If other processes kill two of its
    // processes in a row during the load event, the second kill counts as a failure of the keyboard.
    let mayBeServedAgain = event.isLoad ? !wasKilledWhileLoading : event.canBeServedAgain
    let startsTooSlowly = startsTooSlowly
    if event.isLoad {
      wasKilledWhileLoading = end == .killed && mayBeServedAgain
      timeOfStarts += took
    }
    let isBlameless = beforeTurn ? !end.isFailureBetweenTurns : end.isNotOfTheTurn && mayBeServedAgain
    lastEndWasBlameless = !startsTooSlowly && !isOverdue && isBlameless
    return lastEndWasBlameless
  }

  /// Records that the keyboard's process failed.
  mutating func died(at time: Duration, because reason: ShownBecause) {
    forgetProcess()
    deaths.removeAll { time - $0 >= Self.deathWindow }
    deaths.append(time)
    lastDeath = reason
  }

  /// Forgets what earlier processes did. The session calls this method when the keyboard's files or access have
  /// changed.
  ///
  /// Without this reset, the number of allowed restarts could carry data from a process without full access to a
  /// process with full access.
  mutating func forgetEarlierProcesses() {
    deaths = []
    lastDeath = nil
    timeOfStarts = .zero
    wasKilledWhileLoading = false
    bytesInsertedAfterPress = 0
  }

  /// Returns the reason for the last failure if the keyboard's processes failed so often that the host now starts no
  /// other process. Otherwise, returns nil.
  func barredBecause(at time: Duration) -> ShownBecause? {
    deaths.count { time - $0 < Self.deathWindow } > Self.maximumRestarts ? lastDeath : nil
  }

  /// Returns the time until the host may start a process again after too many failures; 0 if the host may start a
  /// process now.
  func timeBarred(at time: Duration) -> Duration {
    guard barredBecause(at: time) != nil else { return .zero }
    return deaths[deaths.count - Self.maximumRestarts - 1] + Self.deathWindow - time
  }

  /// Resets the properties that describe the current process. The session calls this method when the process ends.
  mutating func forgetProcess() {
    isRunning = false
    access = .confined
    inputView = nil
    refusedHeight = nil
    generation = 0
    undoesLast = false
    primaryLanguage = nil
    replica = ReplicaState()
    timers = TimerQueue()
    serial = 0
    unsentSettings = nil
    warningIsDue = false
  }
}

/// The host's knowledge about a keyboard's replica. The replica is the keyboard's copy of the document.
///
/// After a keyboard's own edits, its replica already shows the new text. The host sends a fresh snapshot if something
/// other than the keyboard changed the document. The host also sends a snapshot if the edits moved the context window
/// far (Behavior.md#context-policies).
struct ReplicaState {
  /// The version of the document that the replica contains; nil if the host does not know the version.
  private var shown: DocumentVersion?
  /// The revision of the last document that the keyboard received; nil if the keyboard must get a fresh document.
  private var receivedRevision: UInt64?
  /// The revision of the document after the last edits by the keyboard itself.
  private var lastOwnRevision: UInt64?
  /// The largest number of characters by which the keyboard's own edits can have moved the context window since the
  /// last snapshot.
  private var drift = 0

  /// The host sends a new snapshot when the drift exceeds the size of the context window divided by this number.
  private static let maximumDrift = 16

  /// Whether the replica contains this version of the document.
  func shows(_ version: DocumentVersion) -> Bool { shown == version }

  /// Whether the user, the application or another keyboard changed the document since the host last sent it to the
  /// keyboard.
  ///
  /// - Parameter revision: The document's current revision; nil if no field has the focus.
  func isOutdated(at revision: UInt64?) -> Bool {
    guard let receivedRevision, let revision else { return false }
    return receivedRevision < revision && lastOwnRevision != revision
  }

  /// Records that the host sends this version of the document.
  mutating func send(_ version: DocumentVersion) {
    shown = version
    receivedRevision = version.revision
    drift = 0
  }

  /// Records that the host applied the keyboard's own edits to a document.
  ///
  /// - Parameters:
  ///   - edits: The edits since the last document that the keyboard received.
  ///   - window: The text around the selection before the edits.
  ///   - version: The document after the edits.
  mutating func apply(_ edits: ArraySlice<Edit>, in window: DocumentWindow, giving version: DocumentVersion) {
    lastOwnRevision = version.revision
    // If the insertion point moves, the selected text becomes part of the text before or after the insertion point.
    // This change can move the context window far.
    guard shown != nil, !window.hasSelection, let characters = window.characters else {
      shown = nil
      return
    }
    let most = max(characters, 0) / Self.maximumDrift
    drift += min(window.markedBytes, most + 1)
    for edit in edits where drift <= most { drift += min(edit.drift, most + 1) }
    if drift <= most { shown?.revision = version.revision } else { shown = nil }
  }

  /// Records that the replica may differ from the document, although only the keyboard changed the document.
  mutating func expire() { shown = nil }

  /// Records that the keyboard has no current document.
  mutating func invalidate() {
    shown = nil
    receivedRevision = nil
    lastOwnRevision = nil
  }
}

extension Edit {
  /// The maximum number of characters by which this edit can move the context window.
  fileprivate var drift: Int {
    switch self {
    case .insertText(let text): text.utf8.count
    case .setMarkedText(let text, _): 2 * text.utf8.count
    case .deleteBackward: 2
    case .adjustTextPosition(let offset), .adjustTextPositionByCharacters(let offset): Int(clamping: offset.magnitude)
    case .unmarkText: 0
    }
  }
}
