// KeyboardLoader: loads one keyboard's library and serves one turn at a time.
//
// For:    the runner, which loads exactly one keyboard, and `InProcessKeyboard`, which loads one into the host's
//         process.
// Never:  opens files other than the library, imports Foundation, or starts a thread. The module gets the contents of
//         all other files from the host through `ask`.
// Start:  `LoadedKeyboard.serve(_:)`; `HostHandle` and `HostFunctions` for the functions that the keyboard may call;
//         `Replica` for the keyboard's copy of the document.

internal import Glibc
internal import InputViewModel
internal import KeyboardABI
package import KeyboardProtocol
package import LinuxShims
internal import TextModel

/// A keyboard's library and the only controller that the loader creates from it.
///
/// Confine the process before the first turn, which loads the library.
package final class LoadedKeyboard {
  /// The version of the plugin ABI that this loader supports: the major version in the upper 16 bits, and the minor
  /// version in the lower 16.
  package static let abiVersion: UInt32 = KLV_ABI_MAJOR << 16 | KLV_ABI_MINOR

  /// The names of the functions that a keyboard may call, in the order of their numbers in the journal.
  package static var hostFunctionNames: [String] { HostFunction.names }

  /// A function that sends a request to the host during a turn, and returns the reply.
  package typealias Ask = (HostRequest) -> HostReply

  private var sendRequest: Ask
  // No code of the keyboard runs during an access to a property with `@exclusivity(unchecked)`, so no two accesses
  // overlap.
  private let turn = TurnScope()
  @exclusivity(unchecked) private var replica: Replica?
  /// The field that has the focus; nil if the keyboard has not appeared.
  private(set) var field: FieldState?
  /// The launch configuration, with the current settings and the current standing of the input mode (globe key, full
  /// access).
  @exclusivity(unchecked) private(set) var configuration = LaunchConfiguration(
    bundleIdentifier: "", libraryPath: "", principalClass: "")
  /// The settings that the keyboard read although its bundle does not declare them (``reportUndeclared(_:)``).
  private var undeclaredSettings: Set<String> = []
  /// The names of the images that ``reportUnknownImages(_:)`` has checked.
  private var checkedImages: Set<String> = []
  /// The forbidden edits that the log already reports. The keyboard made these edits in a turn in which it may not
  /// edit. Each element names a function and the kind of the turn's event.
  private var earlyEdits: Set<String> = []
  /// The kind of the event of the current or last turn.
  private var event: TurnEvent.Kind = .load
  /// The keys for which the log already reports a missing action.
  private var keysWithoutAction: Set<String> = []
  /// The state of which the loader and the host each keep a copy. After each turn, the two copies are equal.
  @exclusivity(unchecked) private var agreed = AgreedState()
  /// The value of `agreed` before the first change in the current turn; nil if the turn has changed nothing. Between
  /// turns, this property keeps its value from the last turn.
  @exclusivity(unchecked) private var before: AgreedState?
  /// The document before the keyboard's own edits of this turn; nil before the first edit, and if no callback can read
  /// the document.
  @exclusivity(unchecked) private var documentBeforeEdits: Replica?
  private var lastGeneration: UInt32 = 0
  /// The reason why the loader refused the keyboard's last input view; nil if it accepted the input view.
  private var inputViewRefusal: String?
  /// Whether the log says that the keyboard appeared without an input view.
  private var reportedMissingInputView = false
  /// The last host function of the turn that returned an error, with the error; nil if there is none.
  private var lastRefusal: (function: HostFunction, code: klv_result, reason: String?)?
  /// The reason why the current call of a host function fails; nil if only the error code says it.
  private var reasonOfRefusal: String?
  /// The localized strings that the host sent, by their keys in each table. The key of a table is its name, a line feed
  /// and the language.
  private var localizedStrings: [String: [String: String]] = [:]
  /// Called when the library is open, before the loader calls any function of the library.
  package var libraryDidOpen: () -> Void = {}
  /// The paths of the keyboard's files; nil for a keyboard without paths. The loader requests the paths once.
  private(set) lazy var paths: KeyboardPaths? = if case .paths(let paths) = ask(.paths) { paths } else { nil }
  /// The identifiers of held keys that have alternatives and whose long press the keyboard did not handle. If the user
  /// chooses no alternative, the release of the key counts as a press.
  private var waitingKeys: Set<String> = []
  /// Whether work waited in the keyboard's main queue at the end of the last turn.
  package private(set) var hasWork = false
  private var actions: ActionTable?
  private var controller: Controller?

  /// The part of a keyboard's state that is the same in the loader and in the host after each turn. A failed turn does
  /// not change this part of the state.
  private struct AgreedState {
    var inputView: InputViewTree?
    /// The generation of the input view. Key events with another generation are invalid.
    var generation: UInt32 = 0
    var primaryLanguage: String?
    /// The active timers, and whether each timer repeats.
    var timers: [UInt64: Bool] = [:]
    var lastTimer: UInt64 = 0
  }

  let gate: CallGate
  /// The keyboard's `klv_host`.
  let host: UnsafeMutablePointer<HostHandle>
  private let journal: UnsafeMutablePointer<klv_journal>?
  private let wakeHost: @Sendable () -> Void

  /// Creates a keyboard without a library.
  ///
  /// - Parameters:
  ///   - journal: The journal in which the loader records turns and calls of host functions; nil for none. The journal
  ///     must stay valid until this object is destroyed.
  ///   - wakeHost: Called to wake the host if the keyboard requests a turn between two turns. The loader calls this
  ///     function on the thread on which the keyboard requests the turn.
  ///   - ask: Sends requests to the host.
  package init(
    journal: UnsafeMutablePointer<klv_journal>? = nil, wakeHost: @escaping @Sendable () -> Void = {},
    ask: @escaping Ask
  ) {
    sendRequest = ask
    self.journal = journal
    self.wakeHost = wakeHost
    gate = CallGate(journal: journal)
    host = .allocate(capacity: 1)
    host.initialize(to: HostHandle(self, gate))
  }

  deinit {
    host.deallocate()
  }

  /// Serves one turn, and sends the keyboard's requests through `other` instead of `ask`.
  package func serve(_ turn: Turn, asking other: @escaping Ask) -> TurnResult {
    let usual = sendRequest
    sendRequest = other
    defer { sendRequest = usual }
    return serve(turn)
  }

  /// Serves one turn: passes the event to the keyboard, and returns all edits, requests and callbacks.
  package func serve(_ turn: Turn) -> TurnResult {
    if let journal { klv_journal_called(journal, UInt16(KLV_JOURNAL_TURN | Int32(turn.event.kind.rawValue))) }
    self.turn.begin(serial: turn.serial)
    event = turn.event.kind
    errno = 0
    if turn.undoesLast { undo() }
    before = nil
    lastRefusal = nil
    do {
      try dispatch(turn)
      if turn.event.mayEdit { controller?.mainQueue?.run?(controller?.pointer) }
      notifyOwnEdits()
    } catch {
      self.turn.fail(error)
    }
    requestTurnForWork()
    // `errno` is the last error of the kernel in the turn, because `errno` was 0 at the start of the turn. A successful
    // system call does not change `errno`.
    if let journal {
      klv_journal_short(journal, errno)
      klv_journal_count(journal)
    }
    gate.close()
    var result = self.turn.end()
    documentBeforeEdits = nil
    // The host discards the result of a failed turn, so the loader also restores the state from before the turn.
    if result.failure != nil { undo() }
    result.generation = agreed.generation
    return result
  }

  /// Restores the state that the keyboard had before the turn.
  private func undo() { if let before { agreed = before } }

  /// Changes the state of which the host also keeps a copy. Before the first change of a turn, the method saves the
  /// state for ``undo()``.
  private func agree<Result>(on change: (inout AgreedState) -> Result) -> Result {
    before = before ?? agreed
    return change(&agreed)
  }

  /// Requests a turn (PluginABI.md#turn-requests). A keyboard may call this method on any thread.
  func requestTurn() {
    if let journal { klv_journal_request_turn(journal) }
    wakeHost()
  }

  /// Requests another turn if work waits in the keyboard's main queue. The host waits for the result of the current
  /// turn, so the caller of ``serve(_:)`` wakes the host after sending this result.
  private func requestTurnForWork() {
    guard let controller, let hasWork = controller.mainQueue?.has_work else { return }
    gate.open(.turn)
    // After a failed turn, request another turn without a call of `has_work`. The host undoes the failed turn, and
    // would also undo the timers that `has_work` starts.
    self.hasWork = turn.hasFailed || hasWork(controller.pointer)
    if self.hasWork, let journal { klv_journal_request_turn(journal) }
  }

  private func dispatch(_ turn: Turn) throws(KeyboardError) {
    if case .load(let configuration) = turn.event {
      return try load(configuration)
    }
    guard let controller else {
      throw KeyboardError(step: .event, message: "an event arrived before loading")
    }
    switch turn.event {
    case .load: break
    case .appear(let field): appear(controller, in: field, turn)
    case .disappear: disappear(controller)
    case .key(let event):
      update(with: turn)
      gate.open(.edit)
      try key(event, controller)
    case .timer(let timer):
      update(with: turn)
      gate.open(field == nil ? .turn : .edit)
      guard let repeats = agreed.timers[timer] else { break }
      if !repeats { agree { $0.timers[timer] = nil } }
      controller.observing?.timer_fired?(controller.pointer, timer)
    case .documentChanged(let change, let cause): documentChanged(controller, change, cause) { update(with: turn) }
    case .traitsChanged(let field):
      self.field = field
      configuration.standing = field.standing
      update(with: turn)
      gate.open(.edit)
      notify(.traitsDidChange, controller.observing?.traits_did_change)
      notify(.textDidChange, controller.delegate?.text_did_change, .application)
    case .environmentChanged(let environment):
      field?.environment = environment
      gate.open(field == nil ? .turn : .field)
      notify(.environmentDidChange, controller.observing?.environment_did_change)
    case .settingsChanged(let settings):
      configuration.settings = settings
      gate.open(field == nil ? .turn : .field)
      notify(.settingsDidChange, controller.observing?.settings_did_change)
    case .standingChanged(let standing):
      configuration.standing = standing
      field?.standing = standing
      gate.open(field == nil ? .turn : .field)
      notify(.standingDidChange, controller.observing?.standing_did_change)
    case .memoryWarning:
      gate.open(.turn)
      notify(.didReceiveMemoryWarning, controller.observing?.did_receive_memory_warning)
    case .destroy:
      controller.entry?.destroy?(controller.pointer)
      self.controller = nil
    }
  }

  /// Records a step of the loader, so that a crash report can name the step in which a process ended.
  private func record(_ step: Int32) {
    if let journal { klv_journal_called(journal, UInt16(truncatingIfNeeded: step)) }
  }

  // MARK: Life cycle

  private func load(_ configuration: LaunchConfiguration) throws(KeyboardError) {
    guard controller == nil else { throw KeyboardError(step: .load, message: "the keyboard is already loaded") }
    self.configuration = configuration
    // Reserve memory for the loader before the constructors of the library run, because these constructors may use up
    // the process's memory.
    klv_reserve_heap(120_000)
    let library = try KeyboardLibrary(path: configuration.libraryPath)
    record(KLV_JOURNAL_OPENED)
    if let journal { library.recordAddresses(in: journal) }
    libraryDidOpen()
    if let inputView = configuration.inputView { show(inputView) }
    let actions = try ActionTable(configuration, inputView, library: library, host: host)
    self.actions = actions
    guard let entry = try library.entry() else {
      guard !configuration.actions.isEmpty || configuration.inputView != nil else {
        throw KeyboardError(
          step: .entry,
          message: "the library does not export klv_keyboard, and the manifest does not declare KLVActions")
      }
      controller = Controller()
      if !configuration.principalClass.isEmpty {
        gate.open(.turn)
        try actions.start(configuration.principalClass, library: library)
      }
      return
    }
    record(KLV_JOURNAL_CREATE)
    let controller = try Controller(entry: entry, host: OpaquePointer(host), configuration: configuration)
    gate.open(.turn)
    record(KLV_JOURNAL_LOAD)
    do {
      try controller.load()
    } catch {
      // The host discards the log of a failed turn, so add the reason to the error message. The message may be the
      // author's only hint.
      var failure = error
      failure.message += inputViewRefusal.map { ": \($0)" } ?? causeOfError
      throw failure
    }
    self.controller = controller
    if let keys = controller.keys, keys.key_event == nil { _ = log(.error, "\(KLV_KEYS): key_event is NULL") }
    if let touching = controller.touching, touching.touches == nil { _ = log(.error, "\(KLV_TOUCH): touches is NULL") }
    if controller.mainQueue != nil, let journal { klv_journal_note_main_queue(journal) }
    self.turn.add(.viewDidLoad)
  }

  private func appear(_ controller: Controller, in field: FieldState, _ turn: Turn) {
    self.field = field
    configuration.standing = field.standing
    update(with: turn)
    gate.open(.field)
    notify(.viewWillAppear, controller.appearing?.will_appear)
    notify(.viewDidAppear, controller.appearing?.did_appear)
    reportMissingInputView()
  }

  private func disappear(_ controller: Controller) {
    gate.open(.turn)
    notify(.viewWillDisappear, controller.appearing?.will_disappear)
    notify(.viewDidDisappear, controller.appearing?.did_disappear)
    replica = nil
    field = nil
    waitingKeys = []
  }

  /// The document that the keyboard reads.
  var document: DocumentSnapshot? { (turn.showsDocumentBeforeEdits ? documentBeforeEdits : replica)?.snapshot }

  private func update(with turn: Turn) {
    // Check `hasDocument` first: without a document, this check is faster than reading `document`.
    guard turn.hasDocument, let document = turn.document, let field else { return }
    replica = Replica(document, rules: field.editingRules)
  }

  // MARK: Callbacks

  private func notify(_ callback: KeyboardCallback, _ function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
    turn.add(callback)
    function?(controller?.pointer)
  }

  private func notify(
    _ callback: KeyboardCallback, _ function: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?,
    _ cause: ChangeCause
  ) {
    turn.add(callback)
    function?(controller?.pointer, UInt32(cause.rawValue))
  }

  /// Sends the callbacks about a change of the document (Behavior.md#document-changes).
  ///
  /// During `…will…` callbacks, the keyboard's text document proxy shows the old state. During `…did…` callbacks, the
  /// proxy shows the new state.
  ///
  /// - Parameter show: Makes the proxy show the new state.
  private func documentChanged(
    _ controller: Controller, _ change: DocumentChange, _ cause: ChangeCause, _ show: () -> Void
  ) {
    gate.open(.field)
    let delegate = controller.delegate
    let reportsText = change.reportsText(cause)
    if reportsText { notify(.textWillChange, delegate?.text_will_change, cause) }
    if change.changedSelection { notify(.selectionWillChange, delegate?.selection_will_change, cause) }
    show()
    turn.forgetLentText()
    gate.open(.edit)
    if reportsText { notify(.textDidChange, delegate?.text_did_change, cause) }
    if change.changedSelection { notify(.selectionDidChange, delegate?.selection_did_change, cause) }
    if change.endedMarking { notify(.markedTextDidEnd, delegate?.marked_text_did_end, cause) }
  }

  /// Sends the callbacks for the keyboard's own edits, once, after the keyboard's function for the event returned
  /// (Behavior.md#own-edits).
  private func notifyOwnEdits() {
    let change = turn.effect
    guard !change.isEmpty, let controller else { return }
    record(KLV_JOURNAL_OWN_EDITS)
    turn.showsDocumentBeforeEdits = controller.delegate != nil
    turn.forgetLentText()
    documentChanged(controller, change, .keyboard) { turn.showsDocumentBeforeEdits = false }
  }

  // MARK: Keys

  private func key(_ event: KeyEvent, _ controller: Controller) throws(KeyboardError) {
    let index: Int?
    let key: Key?
    let name: String?
    if let position = event.position {
      index = position.index
      key = agreed.inputView?.key(at: position.index)
      name = key?.identifier
      guard position.generation == agreed.generation, case .some = key else {
        throw KeyboardError(step: .event, message: "the key is not in the keyboard's input view")
      }
    } else {
      // An event from a test or a script names a key. The input view may have no key with the name.
      index = event.key.flatMap { agreed.inputView?.index(ofName: $0) }
      key = index.flatMap { agreed.inputView?.key(at: $0) }
      name = event.key
    }
    if try send(event.gesture, to: key, at: index, named: name, controller) == .pressesKey {
      _ = try send(.press, to: key, at: index, named: key?.identifier, controller)
    }
  }

  /// The result of a gesture on a key.
  private enum GestureResult {
    case isDone
    /// The keyboard did not handle the gesture, and the key's role turns the gesture into a press. The keyboard may
    /// handle the press. A gesture that is a press never has the result `pressesKey`.
    case pressesKey
  }

  private func send(
    _ gesture: KeyEvent.Gesture, to key: Key?, at index: Int?, named name: String?, _ controller: Controller
  ) throws(KeyboardError) -> GestureResult {
    if case .touches(let touches) = gesture {
      guard let touching = controller.touching else {
        throw KeyboardError(
          step: .event,
          message: "the key \"\(name ?? "")\" gets touches, but the keyboard has no function table \(KLV_TOUCH)")
      }
      let result = touching.send(touches, key: name ?? "", to: controller.pointer)
      guard result == KLV_OK || result == KLV_UNHANDLED else {
        throw error(result, of: "touches", key: name)
      }
      return .isDone
    }
    if let index, let reference = key?.action, gesture == .press, let actions {
      let result = try actions.call(reference, at: index, title: key?.title ?? "")
      try apply(result, of: reference)
      return .isDone
    }
    if let keys = controller.keys {
      let result = keys.send(gesture, key: name, title: key?.title, to: controller.pointer)
      if result == KLV_OK { return .isDone }
      guard result == KLV_UNHANDLED else {
        throw error(result, of: "key_event", key: name)
      }
    }
    return key.map { applyRole(of: $0, gesture) } ?? .isDone
  }

  /// Returns the error for a result code of one of the keyboard's functions for keys.
  private func error(_ result: klv_result, of function: String, key: String?) -> KeyboardError {
    let message = "\(function) returned \(Self.described(result)) for the key \"\(key ?? "")\"" + causeOfError
    return KeyboardError(step: .event, code: result, message: message)
  }

  /// The last refused call of the turn, as the end of an error message; empty if the host refused no call.
  private var causeOfError: String {
    guard let (function, code, reason) = lastRefusal else { return "" }
    return "; before, \(function.shortName) returned \(Self.described(code))\(reason.map { ": \($0)" } ?? "")"
  }

  /// Returns the name and the number of a result code.
  static func described(_ code: klv_result) -> String {
    errorName(code).map { "\($0) (\(code))" } ?? "the unknown code \(code)"
  }

  /// Applies the role of a key whose gesture the keyboard did not handle.
  private func applyRole(of key: Key, _ gesture: KeyEvent.Gesture) -> GestureResult {
    let hasWaited = waitingKeys.remove(key.identifier) != nil
    switch (key.role, gesture) {
    case (.delete, .repeatWord): deleteWordBackward()
    case (_, .repeat), (_, .repeatWord): return .pressesKey
    // If the keyboard does not handle a long press, the long press counts as a press of the key. If the key has
    // alternatives, the press waits until the user releases the key.
    case (let role, .longPress) where role != .nextKeyboard:
      if key.alternatives.isEmpty { return .pressesKey }
      waitingKeys.insert(key.identifier)
    case (_, .release): if hasWaited { return .pressesKey }
    case (_, .alternative(let index)):
      if key.alternatives.indices ~= index { edit(.insertText(key.alternatives[index])) }
    case (.character, .press), (.suggestion, .press): edit(.insertText(key.title))
    case (.space, .press): edit(.insertText(" "))
    case (.return, .press): edit(.insertText("\n"))
    case (.delete, .press): edit(.deleteBackward)
    case (.nextKeyboard, .press): request(.advanceToNextInputMode)
    case (.nextKeyboard, .longPress), (.nextKeyboard, .swipe(.up)): request(.showInputModeList)
    case (.dismiss, .press): request(.dismissKeyboard)
    case (.action, .press): reportMissingAction(of: key)
    default: break
    }
    return .isDone
  }

  /// Logs, once for each process, that the keyboard appeared without an input view.
  private func reportMissingInputView() {
    guard inputView == nil, !reportedMissingInputView else { return }
    reportedMissingInputView = true
    request(.log(level: .notice, message: "the keyboard appeared without an input view, so it shows nothing"))
  }

  /// Logs, once for each key, that a press of the key has no effect because nothing handles it.
  private func reportMissingAction(of key: Key) {
    guard keysWithoutAction.count < 64, keysWithoutAction.insert(key.identifier).inserted else { return }
    let message = "the key “\(key.identifier)” has the role `action`, and the keyboard did not handle its press"
    request(.log(level: .notice, message: message))
  }

  /// Deletes the selection, the marked text, or the text back to the start of the word before the insertion point.
  private func deleteWordBackward() {
    guard let buffer = replica?.snapshot.buffer, let field else { return }
    // Count the deletions before making the first deletion, because an edit that needs more text replaces the context
    // window.
    for _ in 0..<buffer.deletionsOfLastWord(rules: field.editingRules) {
      guard edit(.deleteBackward) == KLV_OK else { return }
    }
  }

  /// Applies the result of an action: inserts a text, or shows a number or Boolean in the label that the key names.
  private func apply(_ result: ActionResult, of reference: ActionReference) throws(KeyboardError) {
    switch result {
    case .nothing: break
    case .insert(let text):
      let code = edit(.insertText(text))
      guard code == KLV_OK else {
        throw KeyboardError(
          step: .limit, code: code,
          message: "the host refused the text of \(reference.name): \(Self.described(code))")
      }
    case .show(let text):
      guard let label = reference.resultLabel else { return }
      _ = change(.label(identifier: label, text: text))
    }
  }

  // MARK: Host functions

  /// Sends a request to the host and returns the reply.
  func ask(_ request: HostRequest) -> HostReply {
    let reply = sendRequest(request)
    if case .refused(.badName) = reply, let reason = request.wrongArgument { refuse(reason) }
    return reply
  }

  /// Adds a request, which takes effect when the turn ends.
  func request(_ request: KeyboardRequest) {
    turn.add(request)
  }

  /// The requests of the keyboard in this turn so far.
  var requests: [KeyboardRequest] { turn.result.requests }

  /// Lends the keyboard a copy of bytes until the turn ends.
  func lend(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer { turn.lend(bytes) }

  /// Lends the keyboard a copy of a text until the turn ends, or NULL for nil.
  func lend(_ text: String?) -> klv_text { text.map { turn.lend($0) } ?? klv_text() }

  /// Lends the keyboard a part of the document. If the part is empty, lends NULL and never an empty text
  /// (Behavior.md#context).
  func lend(
    _ name: TurnScope.LentText, to place: UnsafeMutableRawPointer?, _ part: (TextBuffer) -> String?
  ) -> klv_result {
    guard let place else { return missingPlace() }
    guard let document else { return KLV_ERROR_NOT_NOW }
    let text = part(document.buffer).flatMap { $0.isEmpty ? nil : turn.lend(name, $0) }
    place.storeBytes(of: text ?? klv_text(), as: klv_text.self)
    return KLV_OK
  }

  /// Requests a table of localized strings from the host, once for each table and language.
  func localizedStrings(_ table: String, _ language: String) -> HostReply {
    let name = "\(table)\n\(language)"
    if let known = localizedStrings[name] { return .strings(known) }
    var reply = ask(.localizedStrings(table: table, language: language))
    if reply == .refused(.notFound) { reply = .strings([:]) }
    if case .strings(let found) = reply { localizedStrings[name] = found }
    return reply
  }

  /// Logs a line, or counts it as dropped if it exceeds a limit.
  func log(_ level: LogLevel, _ message: String) -> klv_result {
    let lines = requests.count { if case .log = $0 { true } else { false } }
    guard lines < TurnScope.maximumLogLines, message.utf8.count <= TurnScope.logLineBytes else {
      turn.dropLine()
      return KLV_ERROR_TOO_LARGE
    }
    request(.log(level: level, message: message))
    return KLV_OK
  }

  /// Logs the name of a setting that no specifier declares, or whose specifier has no default value. A process logs each
  /// name once, and at most 64 names.
  func reportUndeclared(_ key: String) {
    guard undeclaredSettings.count < 64, undeclaredSettings.insert(key).inserted else { return }
    _ = log(.notice, "Settings.bundle has no specifier with a DefaultValue for the setting “\(key.prefix(128))”")
  }

  /// Logs the names of images that Klava cannot draw, because Klava has no such system image or the bundle has no such
  /// file. A process checks each name once, and at most 64 names.
  private func reportUnknownImages(_ names: [String]) {
    for name in names where checkedImages.count < 64 && checkedImages.insert(name).inserted {
      if let image = SystemImage(pictureName: name) {
        guard !image.isKnown else { continue }
        _ = log(.notice, "the input view shows the system image “\(image.name.prefix(128))”, which Klava does not have")
      } else {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        switch ask(.resourceNames(folder: parts.dropLast().joined(separator: "/"))) {
        case .names(let found) where parts.last.map { !found.contains(String($0)) } == true: break
        case .refused(.notFound): break
        default: continue
        }
        _ = log(.notice, "the input view shows the picture “\(name.prefix(128))”, which is not in the bundle")
      }
    }
  }

  /// Logs that the keyboard called an edit function while it may not edit. A process logs each function once for each
  /// kind of event.
  func reportEarlyEdit(_ function: HostFunction) {
    guard earlyEdits.insert("\(function.rawValue) \(event.rawValue)").inserted else { return }
    let message = "\(function.shortName) had no effect, because a keyboard may not edit in this call (\(event.name))"
    _ = log(.error, message)
  }

  /// Records that the keyboard wrote a file that exceeds the size limit.
  func refuseFile(bytes: UInt64) { turn.refuseFile(bytes: bytes) }

  /// The language of the input mode.
  var primaryLanguage: String {
    get { agreed.primaryLanguage ?? configuration.primaryLanguage }
    set {
      agree { $0.primaryLanguage = newValue.isEmpty ? nil : newValue }
      request(.setPrimaryLanguage(agreed.primaryLanguage))
    }
  }

  var inputView: InputViewTree? { agreed.inputView }

  /// Replaces the input view. The new input view must be valid.
  func show(_ inputView: InputViewTree) {
    lastGeneration &+= 1
    inputViewRefusal = nil
    agree {
      $0.generation = lastGeneration
      $0.inputView = inputView
      $0.inputView?.indexKeys()
    }
    request(.setInputView(inputView))
    reportUnknownImages(inputView.imageNames)
  }

  func change(_ change: ElementChange) -> klv_result {
    do throws(InputViewError) {
      guard let updated = try inputView?.updated(by: change) else {
        refuse(change.refusal)
        return KLV_ERROR_NOT_FOUND
      }
      agree { $0.inputView = updated }
    } catch {
      refuse("the change of the input view is invalid: \(error)")
      return KLV_ERROR_BAD_ARGUMENT
    }
    request(.change(change))
    switch change {
    case .image(_, let name): reportUnknownImages([name])
    case .drawing(_, let drawing): reportUnknownImages(drawing.imageNames)
    case .label, .key, .suggestions: break
    }
    return KLV_OK
  }

  /// Sets the reason why the current call of a host function fails: an invalid input view.
  func refuseInputView(_ fault: String) {
    let reason = "the input view is invalid: \(fault)"
    inputViewRefusal = reason
    refuse(reason)
  }

  /// Sets the reason why the current call of a host function fails, as a clause without a period.
  func refuse(_ reason: String) { reasonOfRefusal = reason }

  /// Refuses the current call of a host function because of a wrong argument. The reason is a clause without a period.
  func badArgument(_ reason: String) -> klv_result {
    refuse(reason)
    return KLV_ERROR_BAD_ARGUMENT
  }

  /// Refuses a call of a host function whose pointer for the result is NULL.
  func missingPlace() -> klv_result { badArgument("the pointer for the result is NULL") }

  /// Calls `body` with a text argument, or refuses the current call of a host function if the text is invalid.
  ///
  /// - Parameter name: The name of the argument.
  func read(_ name: String, _ text: TextArgument, _ body: (String) -> klv_result) -> klv_result {
    switch text {
    case .valid(let text): return body(text)
    case .refused(let code, let reason):
      refuse("\(name) \(reason)")
      return code
    }
  }

  /// Records that a call of a host function returned an error, so that the error of the turn can name the cause. Logs
  /// the reason.
  func didRefuse(_ function: HostFunction, _ code: klv_result) {
    let reason = reasonOfRefusal.take()
    lastRefusal = (function, code, reason)
    guard let reason else { return }
    let level = code == KLV_ERROR_NOT_FOUND ? LogLevel.notice : .error
    let message = "\(HostFunction.names[Int(function.rawValue)]) returned \(Self.described(code)): \(reason)"
    // A keyboard can repeat a wrong call many times in a turn.
    if !requests.contains(.log(level: level, message: message)) { _ = log(level, message) }
  }

  /// Makes an edit that inserts text. If this text alone exceeds the limit for all texts of a turn, the turn fails.
  func insert(_ text: TextArgument, _ edit: (String) -> Edit) -> klv_result {
    if case .refused(KLV_ERROR_TOO_LARGE, _) = text { turn.failForTooMuchText() }
    return read("the text", text) { self.edit(edit($0)) }
  }

  /// Immediately applies an edit to the replica, and adds the edit to the result of the turn.
  @discardableResult
  func edit(_ edit: Edit) -> klv_result {
    guard let replica else { return KLV_ERROR_NOT_NOW }
    // A call of `fault(in:)` copies the buffer, so skip the call for an edit that cannot have a fault.
    let fault = edit.isPlain ? nil : replica.snapshot.buffer.fault(in: edit)
    guard turn.admit(edit, with: fault) else {
      return fault == nil ? KLV_ERROR_TOO_LARGE : KLV_ERROR_BAD_ARGUMENT
    }
    // Without a delegate, no callback can read the document before the edits, so skip this copy of the document.
    if documentBeforeEdits == nil, controller?.delegate != nil { documentBeforeEdits = replica.copy() }
    turn.add(edit)
    guard let effect = replica.apply(edit, pending: turn.pendingEdits, ask: askForDocument) else {
      turn.removeLastEdit()
      return KLV_ERROR_FAILED
    }
    turn.effect.merge(effect)
    turn.forgetLentText()
    return KLV_OK
  }

  private func askForDocument(_ request: HostRequest) -> HostReply {
    let reply = ask(request)
    if case .document = reply { turn.markEditsSeen() }
    return reply
  }

  func startTimer(seconds: Double, repeats: Bool) -> UInt64 {
    guard KeyboardLimits.timerDelays.contains(seconds), agreed.timers.count < KeyboardLimits.timers else { return 0 }
    agree {
      $0.lastTimer += 1
      $0.timers[$0.lastTimer] = repeats
    }
    request(.startTimer(identifier: agreed.lastTimer, seconds: seconds, repeats: repeats))
    return agreed.lastTimer
  }

  func cancelTimer(_ timer: UInt64) -> klv_result {
    guard agree(on: { $0.timers.removeValue(forKey: timer) }) != nil else { return KLV_ERROR_NOT_FOUND }
    request(.cancelTimer(identifier: timer))
    return KLV_OK
  }
}

extension HostRequest {
  /// The argument that is wrong if the host refuses the request with `badName`, as a clause; nil for requests that the
  /// host never refuses with `badName`.
  fileprivate var wrongArgument: String? {
    switch self {
    case .resource, .resourceNames: "path is not a relative path in the bundle"
    case .localizedStrings: "table or language is not a name in the bundle"
    case .containerRead, .containerWrite, .containerRemove:
      "name is not the name of a file in the data container: use 1 to 128 of the characters A-Z a-z 0-9 . _ -, and no "
        + "dot at the beginning"
    case .network(.connect): "name is not the name of a peer, or port is not 1 to 65535"
    case .network(.receive): "capacity is 0, or seconds is not 0 to \(NetworkRequest.Limit.waitSeconds)"
    case .text, .spelling: "language is not a language tag"
    case .pasteboard: "text has a control character"
    case .document, .containerNames, .network, .paths, .lexicon: nil
    }
  }
}
