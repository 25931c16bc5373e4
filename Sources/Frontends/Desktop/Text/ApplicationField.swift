internal import ApplicationDocument
internal import CXkbcommon
internal import InputViewModel
internal import KeyboardHost
internal import TextModel
internal import Timing

/// The application's field that has the focus. This object passes the application's reports to the session, and the
/// session's edits to the application.
final class ApplicationField {
  /// Whether a field has the focus, or the user types into an application that reports no field.
  var isActive: Bool { document != nil }
  /// Whether the input view must stay hidden, because the application shows its own input view.
  private(set) var hidesInputView = false
  /// Whether the focused field is secure, or its properties are still unknown.
  var isSecure: Bool { isActive && (secureRule.isSecure || !isKnown) }
  /// Whether a text that the user copies now can be a password. A context menu takes the focus from a secure field
  /// before the user copies the text. So the value stays true for ``menuTime`` after a secure field has lost the focus.
  var mayHaveCopiedPassword: Bool { isSecure || (!isActive && clock.now < secureUntil) }
  /// Whether the application reports the text of the field, and the field is not secure.
  var reportsText: Bool { document?.text != nil }
  /// Whether the user typed a character into the field without the session, for example on a hardware keyboard. The
  /// owner of the field sets the value to false.
  var hasOtherInput = false
  /// The environment of the keyboard for the next field.
  var environment = KeyboardEnvironment()
  /// Whether the screen is locked, or may be locked (Desktop.md#screen-lock).
  var isOnLockScreen = false {
    didSet {
      guard isOnLockScreen != oldValue else { return }
      // The field can have got the focus before logind reported the lock.
      fieldWindow = nil
      change { $0.isOnLockScreen = isOnLockScreen }
    }
  }

  private let session: KeyboardSession
  private let method: any InputMethod
  private let keyboard: VirtualKeyboard?
  private let clock: any SessionClock
  private let identifyWindow: () -> FieldWindow?
  /// The number of fields that got the focus.
  private var activations = 0
  /// The window of the last field that got the focus; nil if the compositor did not name the application.
  private var fieldWindow: FieldWindow?
  private var document: ApplicationDocument?
  /// Whether the application reported the effect of the last operation on the previous field. The document of the next
  /// field starts with the same value.
  private var isAnswering = false
  private var secureRule = SecureRule()
  /// Whether a third-party keyboard has been shown since the field got the focus.
  private var hasShownThirdParty = false
  /// The time until which a text that the user copies can come from the secure field that lost the focus.
  private var secureUntil: Duration = .zero
  /// The time within which a user can choose from the context menu of a secure field.
  private static let menuTime = Duration.seconds(30)
  private var content: FieldContent?
  /// Whether the properties of the field are known. While the properties are unknown, Klava treats the field as secure.
  private var isKnown = true
  /// Whether the user types, with key presses only, into an application that reports no field.
  private var isKeysOnly = false
  /// The time at which to request the seat again; nil if no other input method uses the seat.
  private var retryTime: Duration?
  /// Whether no other input method uses the seat, according to the compositor's last event about the seat.
  var hasSeat: Bool { retryTime == nil }
  private var report = FieldReport()
  /// The time of the last edit or key press that this object sent to the application.
  private var lastEdit: Duration = .zero - quietTime
  /// The time of the last touch of the keyboard.
  private var lastTouch = Duration.zero

  /// The time until which the transport must send nothing to the next field; nil if it may send immediately.
  private var heldUntil: Duration?

  /// The delay before the next field gets text. After a field with marked text has lost the focus, Chromium drops text
  /// for 100 ms.
  private static let droppingTime: Duration = .milliseconds(150)

  /// The time after an edit during which a reported change of the text can be the effect of this edit.
  private static let quietTime: Duration = .seconds(1)

  /// The maximum number of reports that ``processReports()`` handles one by one. If more reports have arrived, the
  /// method combines consecutive changes.
  private static let maximumReports = 16

  /// The time between two requests for a seat that another input method has.
  private static let retryInterval: Duration = .seconds(5)

  /// The changes of the field that the owner of this object must handle.
  struct FieldReport {
    /// Whether a field got or lost the focus.
    var changedFocus = false
    /// Whether another field got the focus.
    var hasNewField = false
    /// Whether a secure or unknown field has lost the focus, even if the field had the focus only for a moment.
    var leftSecureField = false
    /// Whether another input method has taken the seat.
    var lostSeat = false
    /// The events that the session reported, in order.
    var events: [SessionEvent] = []
    /// Whether one step of the user removed the whole text.
    var hasClearedText = false
    /// The failures of keyboards, in order.
    var failures: [SessionFailure] = []
  }

  /// Called as soon as an event says that a field gets or loses the focus. ``processReports()`` handles the change of
  /// the focus afterwards.
  var focusChanged: () -> Void {
    get { method.focusChanged }
    set { method.focusChanged = newValue }
  }

  /// Returns the changes since the last call.
  func drain() -> FieldReport {
    defer { report = FieldReport() }
    return report
  }

  /// Creates the field of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - method: The text transport.
  ///   - keyboard: The virtual keyboard for applications that accept only key presses; nil if the compositor has none.
  ///   - identifyWindow: Returns the active window; nil if the compositor does not name its application.
  ///   - clock: The session's clock.
  init(
    session: KeyboardSession, method: any InputMethod, keyboard: VirtualKeyboard?, clock: any SessionClock,
    identifyWindow: @escaping () -> FieldWindow?
  ) {
    self.identifyWindow = identifyWindow
    self.session = session
    self.method = method
    self.keyboard = keyboard
    self.clock = clock
  }

  // MARK: Reports of the application

  /// Whether the report of the field that got the focus is still incomplete. While the report of a field is incomplete,
  /// touches must wait.
  var awaitsField: Bool { method.awaitsField }

  /// Handles the application's reports since the last call.
  func processReports() {
    let events = combined(method.drainEvents())
    var isResumed = false
    let lastFocusChange = events.lastIndex { if case .changed = $0 { false } else { true } } ?? 0
    for (index, event) in events.enumerated() {
      switch event {
      case .activated where isResumed: isResumed = false
      case .activated(let field), .reactivated(let field):
        if case .reactivated = event, index == lastFocusChange, resume(field) { continue }
        deactivate()
        // A keyboard needs no turns for a field that has already lost the focus.
        if index == lastFocusChange { activate(field) } else { recordLostField(field) }
      case .changed(let field) where document == nil:
        recordLostField(field)
      case .changed(let field) where index < lastFocusChange || awaitsField:
        // The focus has already moved, so an operation would change the next field. If the field gets the focus back,
        // its next report does not repeat that the field was secure, or that the field unmarked its text. So handle
        // both facts now.
        let rule = secured(by: field).rule
        if rule != secureRule {
          secureRule = rule
          deactivate()
        } else if field.isReset, document?.markedText != nil, !secureRule.isSecure {
          deactivate()
        }
      case .changed(let field):
        if field.isKnown != isKnown {
          deactivate()
          activate(field)
        } else {
          update(field)
        }
      case .deactivated:
        // While the user types into a password field, Chromium sometimes takes the focus from the field and gives it
        // back. If the same field gets the focus back, continue with this field.
        if secureRule.isSecure, document?.markedText == nil, index + 1 == lastFocusChange,
          case .activated(let field) = events[index + 1], resume(field)
        {
          isResumed = true
        } else {
          deactivate()
        }
      case .unavailable:
        report.lostSeat = true
        retryTime = clock.now + Self.retryInterval
      }
    }
  }

  /// Returns the events, with consecutive changes combined if there are more than ``maximumReports``.
  ///
  /// An application can report faster than keyboards can handle the reports. Two changes stay separate if the
  /// properties are known in only one of them, or if only the first change makes the field secure.
  private func combined(_ events: [InputMethodEvent]) -> [InputMethodEvent] {
    guard events.count > Self.maximumReports else { return events }
    var result: [InputMethodEvent] = []
    for event in events {
      if case .changed(var field) = event, case .changed(let earlier)? = result.last,
        isSecure(field) || !isSecure(earlier), earlier.isKnown == field.isKnown
      {
        field.isReset = field.isReset || earlier.isReset
        result[result.count - 1] = .changed(field)
      } else {
        result.append(event)
      }
    }
    return result
  }

  /// If a field that has already lost the focus may be secure, records that a copied text can come from the field.
  private func recordLostField(_ reported: ReportedField) {
    if isSecure(reported) || !reported.isKnown { recordSecureField() }
  }

  /// Records that a secure field has lost the focus.
  private func recordSecureField() {
    secureUntil = clock.now + Self.menuTime
    report.leftSecureField = true
  }

  /// Whether a report makes its field secure, regardless of earlier reports.
  private func isSecure(_ reported: ReportedField) -> Bool {
    var rule = SecureRule()
    _ = rule.filter(reported.surrounding, of: content(of: reported))
    return rule.isSecure
  }

  /// Returns the state of ``secureRule`` after a report, and the reported text; no text if the field is secure.
  private func secured(by reported: ReportedField) -> (rule: SecureRule, text: SurroundingText?) {
    var rule = secureRule
    let text = rule.filter(
      reported.isKnown ? reported.surrounding : nil, of: content(of: reported),
      trusting: hasShownThirdParty ? nil : document)
    return (rule, text)
  }

  private func activate(_ reported: ReportedField) {
    (isKeysOnly, isKnown) = (false, reported.isKnown)
    secureRule.activate()
    let secured = secured(by: reported)
    secureRule = secured.rule
    begin(
      ApplicationDocument(
        method.transport, surrounding: secured.text, heldUntil: heldUntil, isAnswering: isAnswering, at: clock.now),
      content(of: reported)
    )
    if !isSecure { secureUntil = .zero }
  }

  /// Begins to type, with key presses only, into an application that has the focus but reports no field.
  ///
  /// - Returns: Whether typing began. It cannot begin if a field is active or the compositor has no virtual keyboard.
  func beginWithKeys() -> Bool {
    guard document == nil, keyboard != nil else { return false }
    (isKeysOnly, isKnown) = (true, true)
    secureRule.activate()
    begin(ApplicationDocument(.keysOnly, surrounding: nil), FieldContent())
    return true
  }

  /// Drops the key presses that wait for an application that reports no field, because another window got the focus.
  func dropWaitingKeys() {
    if isKeysOnly { document?.dropQueue() }
  }

  /// Stops typing with key presses into an application that reports no field.
  func endWithKeys() {
    guard isKeysOnly else { return }
    isKeysOnly = false
    deactivate()
  }

  private func begin(_ document: ApplicationDocument, _ content: FieldContent) {
    self.document = document
    self.content = content
    hasShownThirdParty = false
    (report.changedFocus, report.hasNewField) = (true, true)
    hidesInputView = content.hidesInputView
    // If the application reports no text, give the keyboard no context. An empty context would mean that the field is
    // empty.
    var field = TextField(
      document: document.text.map {
        TextDocument(before: $0.before, selected: $0.selected, after: $0.after)
      } ?? TextDocument(policy: .window(0)))
    activations += 1
    fieldWindow = window
    // Without a name, the application can be another one at each activation (Desktop.md#one-application).
    field.application = fieldWindow?.application ?? "field \(activations)"
    field.environment = environment
    field.isOnLockScreen = isOnLockScreen
    adapt(&field, to: content)
    session.focus(field)
    adoptRules()
    finishTurn()
  }

  /// Gives the application document the rules of the session's document, so that both documents predict the same
  /// effects of an edit.
  private func adoptRules() {
    if let rules = session.field?.document.rules { document?.rules = rules }
  }

  private func adapt(_ field: inout TextField, to content: FieldContent) {
    field.traits = content.traits
    field.traits.isSecureTextEntry = isSecure
    // GTK reports every field as a single-line field, so allow line breaks in every field.
    field.isMultiline = true
    field.isTerminal = content.isTerminal || isKeysOnly
    field.allowsEmoji = content.allowsEmoji
  }

  private func deactivate() {
    guard document != nil else { return }
    if document?.markedText != nil { heldUntil = clock.now + Self.droppingTime }
    if let document { isAnswering = document.isAnswering }
    if isSecure { recordSecureField() }
    document?.deactivate()
    document = nil
    content = nil
    hidesInputView = false
    report.changedFocus = true
    session.blur()
    finishTurn()
  }

  private func update(_ reported: ReportedField) {
    guard document != nil else { return }
    let wasSecure = secureRule.isSecure
    let content = content(of: reported)
    let secured = secured(by: reported)
    secureRule = secured.rule
    let becameSecure = secureRule.isSecure && !wasSecure
    if content != self.content || secureRule.isSecure != wasSecure {
      self.content = content
      hidesInputView = content.hidesInputView
      change { adapt(&$0, to: content) }
      adoptRules()
      // The document must get the session's edits before it gets the application's next report.
      finishTurn()
    }
    if becameSecure,
      let update = document?.report(nil, isReset: reported.isReset, becomesSecure: true, at: clock.now)
    {
      // The session already protects the field, so no third-party keyboard can answer the removal of the text with
      // edits. The edits in the document's queue stay, because they are for this field.
      perform(update)
      replaceText(FieldText())
    }
    // A slow application reports the effect of an edit late. So set ``hasOtherInput`` for a typed character only if the
    // last edit, or the last late report of its effect, was at least `quietTime` ago.
    if document?.isLateEffect(secured.text) == true { lastEdit = clock.now }
    let isQuiet = document?.isAtRest == true && clock.now >= lastEdit + Self.quietTime
    let old = isQuiet ? document?.text : nil
    if !becameSecure, let update = document?.report(secured.text, isReset: reported.isReset, at: clock.now) {
      if let old, let new = update.change, new.isTyped(after: old) { hasOtherInput = true }
      perform(update)
    }
    finishTurn()
  }

  /// Records that a finger touches the keyboard.
  func recordTouch() { lastTouch = clock.now }

  /// Whether the field may have a selection that the application does not report, or reports only partly.
  ///
  /// - Parameter change: The time of the change of the primary selection.
  func mayHideSelection(since change: Duration) -> Bool {
    document?.mayHideSelection(since: change, isTyping: lastTouch >= change) == true
  }

  /// Handles a change of the primary selection, which the user may have caused in the field. If the change is nil, the
  /// primary selection may have changed unseen.
  func followSelection(_ change: SelectionReader.Change?) {
    let update: DocumentUpdate?
    switch change {
    case .text(let text, since: let time): update = document?.select(text, since: time, at: clock.now)
    case .offered(since: let time):
      document?.recordOffer(at: time)
      return
    case .removed(since: let time): update = document?.deselect(since: time, at: clock.now)
    case nil: update = document?.forgetSelection(at: clock.now)
    }
    guard let update else { return }
    perform(update)
    finishTurn()
  }

  /// Continues with the current field if it lost the focus and has the focus again.
  ///
  /// - Returns: Whether the reported field is the field that lost the focus.
  private func resume(_ reported: ReportedField) -> Bool {
    let content = content(of: reported)
    guard content == self.content, reported.isKnown, isKnown, !reported.isReset, !reported.isAnother,
      session.keyboard != nil
    else { return false }
    let secured = secured(by: reported)
    guard mayBeInSameWindow, secured.rule == secureRule,
      let update = document?.resume(with: secured.text, at: clock.now)
    else { return false }
    perform(update)
    finishTurn()
    // The user touched the field again, so show a hidden keyboard again.
    report.changedFocus = true
    return true
  }

  /// The window of the field that has the focus; nil if the compositor does not name the application. On a locked
  /// screen, the active window is not the window of the lock screen.
  private var window: FieldWindow? { isOnLockScreen ? nil : identifyWindow() }

  /// Whether the field that got the focus may be the field that lost the focus. If the compositor named neither
  /// application, the field may be in another window. Then no edit may wait, and the field must have a known text,
  /// because two empty fields look the same. Exception: a password field has no known text.
  private var mayBeInSameWindow: Bool {
    let window = window
    guard window == nil, fieldWindow == nil else { return window == fieldWindow }
    return document?.isAtRest == true && document?.text.map { $0 != FieldText() } ?? isSecure
  }

  private func content(of reported: ReportedField) -> FieldContent {
    FieldContent(
      purpose: reported.purpose, hints: reported.hint,
      numbering: method.transport.isInputMethodV1 ? .inputMethodV1 : .textInputV3,
      isTablet: environment.width >= 700)
  }

  // MARK: The session's edits

  /// The time at which to call ``runDueTimers(unless:)``; nil if no timer of the keyboard is pending. While the report
  /// of the field that got the focus is incomplete, the timers wait, because the transport would drop their edits. While
  /// the application is busy with earlier edits, the timers wait too.
  var nextTimer: Duration? {
    guard !awaitsField, let time = session.nextTimer else { return nil }
    return max(time, document?.nextSending ?? time)
  }

  /// The descriptor that becomes readable when the keyboard requests a turn; nil if the field accepts no turns now.
  var turnRequestDescriptor: Int32? {
    awaitsField || document?.nextSending != nil ? nil : session.turnRequestDescriptor
  }

  /// Runs the due timers and the requested turns of the keyboard.
  ///
  /// - Parameter others: Descriptors that end the work early if they are readable.
  func runDueTimers(unless others: [Int32]) {
    guard let due = nextTimer, due <= clock.now else { return }
    session.runDueTimers(unless: others)
    finishTurn()
  }

  /// The time of the next call of ``advance()``; nil if nothing is pending.
  var deadline: Duration? { [waitEnd, retryTime, method.deadline].compactMap(\.self).min() }

  /// The time at which the document sends edits that wait; nil if no edits wait. While the report of the field that got
  /// the focus is incomplete, the document sends none of these edits.
  private var waitEnd: Duration? { awaitsField ? nil : document?.deadline }

  /// Sends the edits that have waited long enough for a report of the application, and answers the last report. At
  /// ``retryTime``, requests the seat again.
  func advance() {
    defer { method.replyToReport() }
    if let retryTime, retryTime <= clock.now {
      self.retryTime = nil
      method.retry()
    }
    guard let due = waitEnd, due <= clock.now, let update = document?.advance(to: clock.now) else { return }
    perform(update)
    finishTurn()
  }

  /// Sends to the application the edits and key presses that the session reported since the last call.
  func finishTurn() {
    let turn = session.drainReport()
    report.events += turn.events
    report.failures += turn.failures
    if turn.hasClearedText { report.hasClearedText = true }
    if !turn.edits.isEmpty || !turn.keyPresses.isEmpty { lastEdit = clock.now }
    if session.keyboard != nil, !session.showsSystemKeyboard { hasShownThirdParty = true }
    let presses = turn.keyPresses.compactMap { editsBefore, press in
      SymbolPress(press).map { (editsBefore: editsBefore, key: $0) }
    }
    // A keyboard can make edits and request the next input mode in one turn, so `session.keyboard` can be the next one.
    let update = document?.apply(turn.edits, with: presses, from: turn.keyboard ?? session.keyboard, at: clock.now)
    if let update { perform(update) }
  }

  private func perform(_ update: DocumentUpdate) {
    if isKeysOnly {
      for operation in update.operations { type(operation) }
    } else if !awaitsField {
      // While the report of the next field is incomplete, an operation for the old field could change the next field.
      method.send(update.operations)
    }
    if let change = update.change { replaceText(change, keepsHistory: update.followsDroppedEdits) }
  }

  private func type(_ operation: Operation) {
    switch operation {
    case .key(let key, let count): keyboard?.press(SymbolPress(symbol: key.symbol), times: count)
    case .press(let press): keyboard?.press(press)
    case .commit(let commit): keyboard?.type(commit.text ?? "")
    }
  }

  private func replaceText(_ text: FieldText, keepsHistory: Bool = false) {
    do throws(SessionError) {
      // The document reports a text only if the application shows no marked text, or will show none after the
      // operations in the queue.
      try session.replaceText(
        before: text.before, selected: text.selected, after: text.after, endsMarking: true, keepsHistory: keepsHistory)
    } catch {
      // Ignore the error: no field has the focus any more, so there is no text to replace.
    }
  }

  private func change(_ body: (inout TextField) -> Void) {
    do throws(SessionError) {
      try session.changeTraits(body)
    } catch {
      // Ignore the error: no field has the focus, and the next field starts with the new traits.
    }
  }
}

extension SymbolPress {
  /// Creates a key press from a key press of the session; nil for a character of several scalars.
  fileprivate init?(_ press: KeyPress) {
    guard let symbol = press.symbol else { return nil }
    self.init(symbol: symbol, control: press.control, alt: press.alt, logo: press.logo, shift: press.shift)
  }
}

extension KeyPress {
  /// The symbol of the key, as libxkbcommon numbers it; nil for a character of several scalars.
  fileprivate var symbol: UInt32? {
    switch key {
    case .character(let character):
      character.unicodeScalars.count == 1 ? character.unicodeScalars.first.map(KeyboardMap.symbol(of:)) : nil
    case .escape: UInt32(XKB_KEY_Escape)
    case .tab: UInt32(XKB_KEY_Tab)
    case .left: UInt32(XKB_KEY_Left)
    case .right: UInt32(XKB_KEY_Right)
    case .up: UInt32(XKB_KEY_Up)
    case .down: UInt32(XKB_KEY_Down)
    case .function(let number): (1...24).contains(number) ? UInt32(XKB_KEY_F1) + UInt32(number - 1) : nil
    case .home: UInt32(XKB_KEY_Home)
    case .end: UInt32(XKB_KEY_End)
    case .pageUp: UInt32(XKB_KEY_Page_Up)
    case .pageDown: UInt32(XKB_KEY_Page_Down)
    case .insert: UInt32(XKB_KEY_Insert)
    case .forwardDelete: UInt32(XKB_KEY_Delete)
    case .backspace: UInt32(XKB_KEY_BackSpace)
    case .return: UInt32(XKB_KEY_Return)
    }
  }
}

extension FieldText {
  /// Whether this text equals the text `old` with one more character before the insertion point.
  fileprivate func isTyped(after old: FieldText) -> Bool {
    old.selected.isEmpty && selected.isEmpty && after == old.after && before.count == old.before.count + 1
      && before.hasPrefix(old.before)
  }
}
