// ApplicationDocument: the text of an application's field, as far as an input method can know it.
//
// For:    a desktop frontend. The module turns the edits of a session into operations of a text transport, and predicts
//         the effect of each operation. The module compares each prediction with the text that the application reports.
//         The module also finds the traits of a field, and whether the field is secure.
// Never:  does I/O, reads a clock (the caller passes the time), or computes the effect of an edit itself (`TextBuffer`
//         does). Never imports Foundation. Never keeps text of a secure field.
// Start:  `ApplicationDocument` for the events and the operations, `EditQueue` for the turns that wait and their limits,
//         `PredictedTexts` for the reports, `UnreportedSelection` for selections without a report, `SelectionEvidence`
//         for the times of events, `EditStep.swift` for the operation of each edit, `FieldContent.swift` and
//         `SecureRule.swift` for the properties of a field.
//
// An input method sends operations to an application on two channels: text and keys. Toolkits read the channels from
// different queues, so an operation on one channel can overtake an earlier operation on the other channel. To prevent
// this, the document waits at a *fence* before it changes the channel, until the application reports the predicted
// text. The document waits at most two seconds if the application reported the effect of the previous operation, and at
// most 50 ms otherwise. In a field without text, the document waits until it has received as many reports as it has sent
// operations, but at most 50 ms.

package import TextModel

/// The text of one field, and the edits whose effects the application has not reported yet.
///
/// Call ``apply(_:with:at:)`` for each turn of the session, ``report(_:isReset:at:)`` for each text that the
/// application reports, and ``advance(to:)`` at ``deadline``. Before you pass a report, pass all edits that the session
/// has made. Without these edits, a ``DocumentUpdate/change`` could undo one of the edits. No method traps, whatever
/// the application or the keyboard sends.
package struct ApplicationDocument: Sendable {
  /// The connection to the application.
  package let transport: TextTransport
  /// The rules for edits, which must equal the rules of the session's document.
  package var rules: EditingRules

  /// The session's document; nil if the host does not know the application's text.
  private var session: TextBuffer?
  /// The text that the field will have after all sent operations, with the preedit as marked text. If the application
  /// does not report its text, the buffer contains only the marked text.
  private var field: TextBuffer
  /// The turns that the document has not sent completely yet.
  private var queue: EditQueue
  /// The text that the application has confirmed, and the predicted texts.
  private var predicted: PredictedTexts
  /// The selection that the user made and the application does not report.
  private var selection = UnreportedSelection()
  /// Whether the last turn with ``EditStep/restore(_:)`` has replaced a selected text; nil without such a turn.
  private var replaced: ReplacedSelection?
  /// What the times of events say about the user's touches and selections in the application.
  private var evidence: SelectionEvidence
  private var lastChannel = Channel.text
  private var isActive = true

  private enum Channel { case text, keys }

  /// The maximum number of edits of a turn that the document recognizes as a tag.
  private static let maximumTagEdits = 8

  /// The maximum size in bytes of an application's report about an operation.
  private static let maximumReport = 4_000
  /// The size in bytes above which the document shortens its text. By comparison, applications report a window of about
  /// 4,000 bytes.
  private static let maximumBytes = 65_536

  /// The maximum time between a change of the primary selection and the report of the application about the touch that
  /// caused the change. Either can come first.
  package static let selectionDelay = Duration.milliseconds(500)

  /// Creates the document of a field that just got the focus.
  ///
  /// - Parameters:
  ///   - transport: The connection to the application.
  ///   - surrounding: The text that the application sent when it activated the field, already filtered by
  ///     ``SecureRule``. The text is nil if the field is secure, or if the application, such as a terminal, sent no
  ///     text.
  ///   - rules: The rules for edits.
  ///   - time: The time before which the document must not send operations; nil if the document may send operations
  ///     immediately.
  ///   - isAnswering: The value of ``isAnswering`` of the document of the previous field.
  ///   - activation: The current time; nil for a time before all other times.
  package init(
    _ transport: TextTransport, surrounding: SurroundingText?, rules: EditingRules = EditingRules(),
    heldUntil time: Duration? = nil, isAnswering: Bool = false, at activation: Duration? = nil
  ) {
    evidence = SelectionEvidence(activatedAt: activation)
    self.transport = transport
    self.rules = rules
    let text = transport == .keysOnly ? nil : surrounding.flatMap(FieldText.init)
    queue = EditQueue(heldUntil: time)
    predicted = PredictedTexts(text, isAnswering: isAnswering)
    session = text.map { TextBuffer($0) }
    field = session ?? TextBuffer()
  }

  /// The text of the field for a new session; nil if the host does not know the application's text.
  package var text: FieldText? { predicted.last }
  /// The marked text; nil without marked text.
  package var markedText: String? { field.markedText }

  /// Whether the application has reported the effect of the previous operation, so that the document waits longer at a
  /// fence.
  package var isAnswering: Bool { predicted.isAnswering }

  private var isKnown: Bool { predicted.isKnown }

  /// Whether the document has sent all edits, and the application has reported their effects. When the value is true,
  /// the session's document equals the application's text.
  package var isAtRest: Bool { queue.isEmpty && predicted.isConfirmed }

  /// The time at which the caller must call ``advance(to:)``; nil if the document is not waiting.
  package var deadline: Duration? {
    guard isActive else { return nil }
    return [predicted.deadline(isSending: !queue.isEmpty), queue.deadline].compactMap(\.self).min()
  }

  /// The time before which the document sends nothing; nil if the application has handled enough operations.
  ///
  /// Until this time, let no keyboard begin a turn without the user. At this time, call ``advance(to:)``.
  package var nextSending: Duration? { queue.window.opening }

  // MARK: Events

  /// Queues one turn, and returns the operations to send now.
  ///
  /// - Parameters:
  ///   - edits: The edits of the turn, in order.
  ///   - presses: The presses of keys of the additional row, in order. Each press states the number of edits before the
  ///     press.
  ///   - keyboard: The identifier of the keyboard. A turn does not wait for long texts of another keyboard.
  ///   - time: The current time.
  package mutating func apply(
    _ edits: [Edit], with presses: [(editsBefore: Int, key: SymbolPress)] = [], from keyboard: String? = nil,
    at time: Duration
  ) -> DocumentUpdate {
    guard isActive, !edits.isEmpty || !presses.isEmpty else { return DocumentUpdate() }
    predictSession(edits)
    endWait(at: time)
    var steps: [EditStep] = []
    var sent = 0
    for press in presses {
      let edits = edits[min(sent, edits.count)..<min(max(press.editsBefore, sent), edits.count)]
      steps += edits.map { .edit($0) } + [.press(.symbol(press.key), count: 1)]
      sent += edits.count
    }
    steps += presses.isEmpty ? checkedSteps(of: edits, at: time) : edits[sent...].map { .edit($0) }
    if presses.isEmpty, let text = selection.unplaced, let enclosing = enclosingText(of: edits),
      field.fault(in: .insertText(text)) == nil, evidence.hasQuietPrimarySelection(at: time)
    {
      steps.append(.restore(text))
      replaced = ReplacedSelection(at: time, predicting: field.byteCount == 0 ? nil : enclosing)
    }
    queue.append(steps, from: keyboard, at: time)
    return proceed(at: time)
  }

  /// Returns the steps of a turn. A turn that replaces text before the insertion point first inserts only its last
  /// character if the user may have touched the application since the last report.
  ///
  /// GTK does not report that a touch has moved the insertion point, but it reports the inserted character
  /// (Desktop.md#checked-replacement). If the insertion point is elsewhere, the turn must not delete the text there.
  private func checkedSteps(of edits: [Edit], at time: Duration) -> [EditStep] {
    let steps = edits.map { EditStep.edit($0) }
    guard isAtRest, isKnown, evidence.mayHaveMoved(at: time), field.selected.isEmpty, field.marking == nil,
      edits.count > 1, case .insertText(let text)? = edits.last,
      edits.dropLast().allSatisfy({ $0 == .deleteBackward }),
      let last = text.last, last.isASCII, !last.isLetter, !last.isNumber, !last.isNewline, last != "\t"
    else { return steps }
    return [.edit(.insertText(String(last))), .check(FieldText(field)), .edit(.deleteBackward)] + steps
  }

  /// Returns the text of the field after the first edit of a turn, if the turn would enclose a selected text, as a tag
  /// does.
  ///
  /// Such a turn inserts text, and then moves the insertion point into this text. The result is nil for other turns.
  private func enclosingText(of edits: [Edit]) -> FieldText? {
    guard isAtRest, isKnown, field.selected.isEmpty, field.marking == nil, edits.count <= Self.maximumTagEdits,
      case .insertText? = edits.first
    else { return nil }
    var result = field
    _ = result.apply(edits[0], rules: rules)
    let inserted = FieldText(result)
    for edit in edits.dropFirst() { _ = result.apply(edit, rules: rules) }
    let isInside =
      result.before.utf8.count > field.before.utf8.count && result.after.utf8.count > field.after.utf8.count
    return isInside && result.marking == nil && result.selected.isEmpty ? inserted : nil
  }

  /// Whether the application has inserted one character into a text. The application may report another character, such
  /// as U+00A0 for a space, or only a part of the text.
  private func hasInsertedCharacter(into text: FieldText) -> Bool {
    var shown = FieldText(field)
    guard !predicted.mayHaveRejected, shown.before.popLast() != nil else { return false }
    return text.isSamePlace(as: shown) || text.isInLine(shown)
  }

  /// Applies the edits to the copy of the session's document. If the edits exceed the limit of work, the document drops
  /// this copy. In that case, the session gets the application's text after the application has reported all effects.
  private mutating func predictSession(_ edits: [Edit]) {
    var work = EditQueue.maximumWork
    for edit in edits {
      guard work > 0, let size = session?.byteCount else {
        session = nil
        return
      }
      work -= size / 4
      _ = session?.apply(edit, rules: rules)
    }
  }

  /// Ends all waits whose deadline has passed.
  package mutating func advance(to time: Duration) -> DocumentUpdate {
    guard isActive else { return DocumentUpdate() }
    endWait(at: time)
    return proceed(at: time)
  }

  /// Compares a report from the application with the predictions.
  ///
  /// - Parameters:
  ///   - surrounding: The reported text, already filtered by ``SecureRule``; nil if the application no longer reports
  ///     its text or the field has become secure. If `surrounding` is nil, the document forgets the text that it knows.
  ///   - isReset: Whether the application has turned the preedit into text, or removed the preedit.
  ///   - becomesSecure: Whether the field has become secure with this report. If `becomesSecure` is true, the marked
  ///     text becomes plain text.
  ///   - time: The current time.
  package mutating func report(
    _ surrounding: SurroundingText?, isReset: Bool = false, becomesSecure: Bool = false, at time: Duration
  ) -> DocumentUpdate {
    guard isActive, transport != .keysOnly else { return DocumentUpdate() }
    endWait(at: time)
    queue.window.report(at: time)
    predicted.countReport()
    let dropsMark = isReset && field.markedText != nil
    if dropsMark {
      field = TextBuffer(FieldText(field))
      predicted.recordMark(nil)
    }
    guard let surrounding else {
      return forgetText(dropsMark: dropsMark, becomesSecure: becomesSecure, at: time)
    }
    forgetEndedSelection()
    // Ignore a report whose offsets or text are invalid.
    if let text = FieldText(surrounding) {
      let isNew = !isAtRest || withSelection(text) != predicted.last
      evidence.recordReport(isNew: isNew, isAtRest: isAtRest, at: time)
      let isPart = transport.reportsPartOfSelection && text.after.isEmpty
      if !text.selected.isEmpty, !isPart, text != selection.reported { selection = UnreportedSelection() }
      if evidence.confirms(selection.change) { selection.isConfirmed = true }
      if !predicted.predicts(text) { selection.update(for: text, at: time) }
      if let text = predicted.report(withSelection(text), at: time) { show(text) }
    }
    return proceed(at: time)
  }

  /// Whether the field may have a selection that the application does not report, or reports only partly.
  ///
  /// A program can change the primary selection without the user, even from a web page in the background. Such a program
  /// causes no report of the field. Some applications do not report a touch either, so the text is also of interest while
  /// the user types.
  ///
  /// - Parameters:
  ///   - change: The time at which the primary selection got a text.
  ///   - isTyping: Whether the user has touched the keyboard since the change.
  package func mayHideSelection(since change: Duration, isTyping: Bool = false) -> Bool {
    guard isAtRest, field.markedText == nil, let last = predicted.last else { return false }
    if isTyping, evidence.permits(change) { return true }
    return evidence.confirms(change)
      && (last.selected.isEmpty || last.after.isEmpty || selection.reported != nil)
  }

  /// Records that the primary selection has another text, which ``select(_:since:at:)`` can follow.
  ///
  /// - Parameter time: The time of the change.
  package mutating func recordOffer(at time: Duration) {
    evidence.recordOffer(at: time)
    if selection.unplaced != nil { selection = UnreportedSelection() }
  }

  /// Forgets the text of the primary selection. Call this method if the primary selection may have changed without a call
  /// of ``select(_:since:at:)`` or ``deselect(since:at:)``.
  ///
  /// - Parameter time: The current time.
  package mutating func forgetSelection(at time: Duration) -> DocumentUpdate {
    guard isActive else { return DocumentUpdate() }
    endWait(at: time)
    let isPlaced = selection.reported != nil
    let known = lastSelection()
    if known != nil || !isPlaced { selection = UnreportedSelection() }
    return if let known { adopt(known.reported, at: time) } else { proceed(at: time) }
  }

  /// Records that the primary selection has a text, which the user may have selected in the application. Call this method
  /// only while the field has the focus.
  ///
  /// If the user touched the field at this time, the document looks for the text at the insertion point and in the whole
  /// field. GTK 3 and Firefox report only one end of a selection, and text views of Qt only one line of it. If the
  /// document does not find the text, it keeps the text in case a tag replaces it. The document ignores the text while
  /// it awaits the effects of operations.
  ///
  /// - Parameters:
  ///   - text: The selected text.
  ///   - change: The time at which the primary selection got the text.
  ///   - time: The current time.
  package mutating func select(_ text: String, since change: Duration, at time: Duration) -> DocumentUpdate {
    guard isActive else { return DocumentUpdate() }
    endWait(at: time)
    let isConfirmed = evidence.confirms(change)
    guard isConfirmed || evidence.permits(change), let (last, shown) = lastSelection() else {
      return proceed(at: time)
    }
    var found = UnreportedSelection(
      text, since: change, isConfirmed: isConfirmed, isReportedPartly: transport.reportsPartOfSelection, at: time)
    found.update(for: shown, at: time)
    if !last.selected.isEmpty {
      // The application itself may have reported the selection. Without a touch, a known selection ends only for a larger
      // one.
      guard found.reported != nil || selection.reported != nil,
        isConfirmed || text.utf8.count > last.selected.utf8.count && text.contains(last.selected)
      else { return proceed(at: time) }
    }
    selection = found
    return adopt(isConfirmed ? found.text(for: shown) : shown.withoutSelection, at: time)
  }

  /// Records that the primary selection was removed. Call this method only while the field has the focus.
  ///
  /// - Parameters:
  ///   - change: The time of the removal.
  ///   - time: The current time.
  package mutating func deselect(since change: Duration, at time: Duration) -> DocumentUpdate {
    guard isActive else { return DocumentUpdate() }
    endWait(at: time)
    replaced?.recordRemoval(at: change)
    let offer = selection.reported == nil ? nil : selection.change
    guard let (last, shown) = lastSelection(),
      last.selected.isEmpty || evidence.endsSelection(change, offeredAt: offer)
    else { return proceed(at: time) }
    selection = UnreportedSelection()
    // Only a touch removes the selection of an application. GTK 4.8 does not report this touch.
    if !last.selected.isEmpty { evidence.recordTouch(at: time) }
    return adopt(shown.withoutSelection, at: time)
  }

  /// Returns the last text of the application, and the same text as the application reported it. The result is nil if
  /// the text is unknown, or while the document awaits the effects of operations.
  private mutating func lastSelection() -> (last: FieldText, reported: FieldText)? {
    forgetEndedSelection()
    guard isAtRest, field.markedText == nil, let last = predicted.last else { return nil }
    return (last, selection.reported ?? last)
  }

  /// Records a text of the application with another selection than it reported.
  private mutating func adopt(_ shown: FieldText, at time: Duration) -> DocumentUpdate {
    if shown != predicted.last, let text = predicted.report(shown, at: time) { show(text) }
    return proceed(at: time)
  }

  /// Forgets a selection that an operation has ended. A report from before the operation can arrive until the application
  /// has reported all effects.
  private mutating func forgetEndedSelection() {
    if selection.isEnded, !predicted.awaitsReports { selection = UnreportedSelection() }
  }

  /// Returns a reported text with the selection that the application does not report.
  private func withSelection(_ text: FieldText) -> FieldText {
    predicted.predicts(text) ? text : selection.text(for: text)
  }

  /// Deletes the queued edits.
  package mutating func dropQueue() { queue.removeAll() }

  /// Deletes the queued edits and all text. Call this method when the field loses the focus. After a call of this
  /// method, the other methods have no effect.
  ///
  /// The operations of a Wayland protocol do not name a field, so a late operation would change the next field. Create
  /// a new document when the next field gets the focus.
  package mutating func deactivate() {
    self = ApplicationDocument(transport, surrounding: nil, rules: rules, isAnswering: isAnswering)
    isActive = false
  }

  /// Continues to use the document after one batch of events has deactivated a field and activated the same field
  /// again.
  ///
  /// Call this method instead of ``deactivate()`` if the content type of the field has not changed. The update shows
  /// the preedit again, because the deactivation removed it.
  ///
  /// - Returns: The update; nil, without a change of the document, if the activated field is another field.
  package mutating func resume(with surrounding: SurroundingText?, at time: Duration) -> DocumentUpdate? {
    let text = surrounding.flatMap(FieldText.init).map(withSelection)
    guard isActive, predicted.belongsToField(text, at: time) else { return nil }
    var update = text == nil ? DocumentUpdate() : report(surrounding, at: time)
    if let preedit, !update.operations.contains(where: { if case .commit = $0 { true } else { false } }) {
      update.operations.insert(.commit(TextCommit(preedit: preedit)), at: 0)
    }
    return update
  }

  private var preedit: Preedit? { transport == .keysOnly ? nil : Preedit(field, for: transport) }

  // MARK: Reports

  /// Whether the document expects a reported text. The document also expects a report that contains only the line with
  /// the insertion point.
  func predicts(_ surrounding: SurroundingText) -> Bool {
    FieldText(surrounding).map { predicted.predicts(withSelection($0)) } == true
  }

  /// Whether a reported text is the effect of an operation that the application did not report in time.
  package func isLateEffect(_ surrounding: SurroundingText?) -> Bool {
    surrounding.flatMap(FieldText.init).map(predicted.isLateEffect) == true
  }

  /// Sets the text of the field around its marked text.
  private mutating func show(_ text: FieldText) {
    field = MarkedParts(field)?.buffer(before: text.before, after: text.after) ?? TextBuffer(text)
  }

  private mutating func forgetText(dropsMark: Bool, becomesSecure: Bool, at time: Duration) -> DocumentUpdate {
    let wasKnown = isKnown
    predicted.forgetTexts(at: time)
    session = nil
    // The primary selection can be a part of the text, which the document must forget.
    selection = UnreportedSelection()
    replaced = nil
    queue.forgetText()
    show(FieldText())
    if wasKnown || becomesSecure {
      // The session will make its marked text plain text, so make the application do the same.
      queue.append([.edit(.unmarkText)], at: time)
    }
    var update = proceed(at: time)
    queue.hasDroppedEdits = false
    if wasKnown || dropsMark { update.change = FieldText() }
    return update
  }

  private mutating func endWait(at time: Duration) {
    queue.window.advance(to: time)
    if let text = predicted.endWait(at: time) { show(text) }
  }

  // MARK: Sending

  private mutating func proceed(at time: Duration) -> DocumentUpdate {
    var update = DocumentUpdate()
    send(&update, at: time)
    guard isAtRest, let shown = predicted.last else { return update }
    guard !isShownBySession(shown) else {
      queue.hasDroppedEdits = false
      return update
    }
    if let marked = field.markedText {
      // The session will make its marked text plain text, so make the application do the same.
      queue.append(EditStep.text(.insertText(marked)).parts(for: transport), at: time)
      send(&update, at: time)
    } else {
      field = TextBuffer(shown)
      session = field
      (update.change, update.followsDroppedEdits) = (shown, queue.hasDroppedEdits)
      queue.hasDroppedEdits = false
    }
    return update
  }

  /// Whether the session's document contains the whole reported text of the application, and has the same marked text
  /// as the field.
  ///
  /// If there is marked text, this method compares only the line with the insertion point. A replacement of the
  /// session's document would end the marked text.
  private func isShownBySession(_ shown: FieldText) -> Bool {
    guard let session, session.markedText == field.markedText else { return false }
    let text = FieldText(session)
    return text.contains(shown) || session.markedText != nil && text.isInLine(shown)
  }

  private mutating func send(_ update: inout DocumentUpdate, at time: Duration) {
    guard queue.begin(at: time) else { return }
    if queue.skipsFences, let text = predicted.acceptUnmatched() { show(text) }
    if predicted.requestsReport {
      predicted.requestsReport = false
      append(.commit(TextCommit(text: "", preedit: preedit)), to: &update, at: time)
      expect([FieldText(field)], at: time)
    }
    while predicted.unmatched == nil, let step = queue.nextStep(at: time) {
      // Call `canSend` before `spend`, so that a step that must wait uses up no limits.
      guard canSend(step) else { return queue.insert([step]) }
      switch step {
      case .edit(let edit):
        guard queue.spend(field.byteCount) else { continue }
        if isOutsideText(edit) {
          guard queue.limits.pressesOutsideText > 0 else { continue }
          queue.limits.pressesOutsideText -= 1
        }
        queue.insert(
          deletesOnly(edit)
            ? [.press(.backspace, count: 1)]
            : edit.steps(on: field, since: field, transport: transport, isKnown: isKnown, rules: rules))
      case .press(let key, let count):
        guard queue.spend(field.byteCount) else { continue }
        if let marked = field.markedText {
          // A key press would remove the preedit. So insert the marked text as plain text before the key press.
          queue.insert(EditStep.text(.insertText(marked)).parts(for: transport) + [step])
        } else {
          replaced?.recordPress(in: FieldText(field), at: time)
          let rest = press(key, count: count, &update, at: time)
          if rest > 0 { queue.insert([.press(key, count: rest)]) }
        }
      case .restore(let text):
        if replaced?.isConfirmed == true { queue.insert(EditStep.text(.insertText(text)).parts(for: transport)) }
      case .check(let text): if !hasInsertedCharacter(into: text) { queue.dropMisplacedTurns() }
      case .text, .deleteSpace:
        queue.insert([step])
        guard commit(&update, at: time) else { return }
      }
    }
  }

  /// Adds an operation to an update.
  private mutating func append(_ operation: Operation, to update: inout DocumentUpdate, at time: Duration) {
    let size = operation.size(for: transport) + (update.operations.isEmpty ? SendWindow.sendSize : 0)
    queue.window.add(size + reportSize, at: time)
    selection.end()
    evidence.recordOperation(at: time)
    update.append(operation)
  }

  /// The number of bytes that the window counts for the report about one operation: half of its size.
  ///
  /// The compositor ends the connection of Klava too if too many reports wait for Klava.
  private var reportSize: Int { isKnown ? min(field.byteCount, Self.maximumReport) / 2 : 0 }

  /// Whether an edit and the rest of the current turn only delete text, as the delete key does.
  ///
  /// In this case, the document presses BackSpace, which also deletes a selection that the application did not report
  /// (Desktop.md#no-selection). If the turn also inserts text, one commit makes the whole change.
  private func deletesOnly(_ edit: Edit) -> Bool {
    edit == .deleteBackward && isKnown && !transport.deletesAnyCharacter && field.marking == nil
      && (field.selected.isEmpty || !selection.isEnded) && queue.onlyDeletes
  }

  /// Whether an edit deletes, or moves the insertion point, where the known text ends.
  private func isOutsideText(_ edit: Edit) -> Bool {
    guard isKnown, field.selected.isEmpty, field.marking == nil else { return false }
    switch edit {
    case .deleteBackward: return field.before.isEmpty
    case .adjustTextPosition(let offset), .adjustTextPositionByCharacters(let offset):
      return offset < 0 ? field.before.isEmpty : offset > 0 && field.after.isEmpty
    default: return false
    }
  }

  /// Whether the document may send a step now, because the step cannot overtake an earlier operation or because a limit
  /// forbids further waiting.
  private func canSend(_ step: EditStep) -> Bool {
    if isPastFence { return true }
    return switch step {
    // The steps of an edit depend on the text, so wait for the effect of each earlier key press whose effect the
    // document cannot predict.
    case .edit: predicted.predictsEffects
    // A press needs no wait if the field has marked text, because the document first commits the marked text on the
    // text channel.
    case .press: field.markedText != nil || lastChannel == .keys
    case .text, .deleteSpace: lastChannel == .text
    case .check, .restore: false
    }
  }

  /// Whether the application has reported the effects of all operations, or a limit forbids the document to wait
  /// longer.
  private var isPastFence: Bool { !predicted.awaitsReports || queue.limits.fences == 0 || queue.skipsFences }

  /// Presses a key as often as the limits allow.
  ///
  /// - Returns: The number of presses that the document must send after the application has handled the earlier presses.
  ///   The document drops all other presses that exceed a limit.
  private mutating func press(
    _ press: EditStep.Press, count wanted: Int, _ update: inout DocumentUpdate, at time: Duration
  ) -> Int {
    // The host needs less time to predict a press than to compare the texts before and after an edit. So the work of a
    // press is half of the bytes of the text.
    let work = field.byteCount / 2 + 1
    let possible = min(wanted, queue.limits.presses, queue.limits.work / work)
    let count = min(possible, queue.window.presses(reporting: reportSize))
    guard count > 0 else { return 0 }
    queue.limits.presses -= count
    queue.limits.work -= count * work
    guard isKnown else {
      // The application reports no text, so the writing direction of each line is unknown. So use the same arrow key
      // for all presses.
      append(press.operation(in: field, count: count), to: &update, at: time)
      expectAnswers(count, on: .keys, at: time)
      return possible - count
    }
    var texts: [FieldText] = []
    for _ in 0..<count {
      // Determine the key separately for each press, because each line has its own writing direction.
      append(press.operation(in: field, count: 1), to: &update, at: time)
      field.apply(press, rules: rules)
      texts.append(FieldText(field))
    }
    expect(texts, by: press, at: time)
    return possible - count
  }

  /// Sends as many of the next steps as possible in one commit.
  ///
  /// The commit can contain the steps of the current turn. If the document awaits no reports, the commit can contain
  /// the steps of later turns too. The document adds no further step after the text has grown by
  /// ``TextTransport/maximumGrowth``, and no further turn after ``EditQueue/maximumWork`` of work.
  ///
  /// - Returns: Whether the turn can continue. The value is false if the commit deletes text and must wait at a fence.
  private mutating func commit(_ update: inout DocumentUpdate, at time: Duration) -> Bool {
    let waiting = isPastFence ? nil : queue
    let queuedAt = queue.queuedAt
    let start = field
    var target = start
    var change: TextChange?
    var work = 0
    while target.byteCount < start.byteCount + transport.maximumGrowth,
      let step = queue.popStep()
        ?? (work < EditQueue.maximumWork && !predicted.awaitsReports ? queue.firstStepOfNextTurn() : nil)
    {
      work += target.byteCount
      guard queue.spend(target.byteCount) else { break }
      if case .edit(let edit) = step {
        queue.insert(edit.steps(on: target, since: start, transport: transport, isKnown: isKnown, rules: rules))
        continue
      }
      var next = target
      guard next.apply(step, rules: rules), let longer = TextChange(from: start, to: next, transport) else {
        queue.insert([step])
        break
      }
      (target, change) = (next, longer)
    }
    guard let change else {
      replaceImpossibleStep()
      return true
    }
    // A browser deletes the requested number of bytes from the text that it last reported. So wait until the browser
    // has reported the current text.
    if change.deletes, let waiting {
      queue = waiting
      return false
    }
    field = target
    if change.inserts { queue.recordInsertion(queuedAt: queuedAt, at: time) }
    guard !change.isEmpty || MarkedParts(start) != MarkedParts(target) else { return true }
    if change.deletes { queue.spendFence() }
    let removesMark = start.marking != nil && field.marking == nil && change.isEmpty
    predicted.recordMark(removesMark ? "" : field.markedText)
    let operations = change.operations(for: transport, preedit: preedit)
    for operation in operations { append(operation, to: &update, at: time) }
    if isKnown {
      let endsMark = start.marking != nil && (removesMark || !change.isEmpty)
      expect(change.texts, isReplacement: change.deletes || endsMark, at: time)
    } else {
      expectAnswers(operations.count, on: .text, at: time)
      show(FieldText())
    }
    return true
  }

  /// Replaces the next step with steps for another channel. The text channel can no longer perform the step, because
  /// the text changed after the document created the step.
  private mutating func replaceImpossibleStep() {
    guard let step = queue.popStep() else { return }
    switch step {
    case _ where queue.limits.presses == 0: break
    case .text(.deleteBackward), .deleteSpace(isBefore: true): queue.insert([.press(.backspace, count: 1)])
    case .text where !field.selected.isEmpty && field.marking == nil:
      queue.insert([.press(.backspace, count: 1), step])
    default: break
    }
  }

  /// Adds the predicted effects of an operation.
  ///
  /// - Parameters:
  ///   - press: The key press; nil for a commit.
  ///   - isReplacement: Whether the operation is a commit that deletes text, or that ends or removes marked text.
  private mutating func expect(
    _ texts: [FieldText], by press: EditStep.Press? = nil, isReplacement: Bool = false, at time: Duration
  ) {
    select(press == nil ? .text : .keys)
    predicted.expect(texts, by: press, isReplacement: isReplacement, at: time)
    forgetDistantText()
  }

  /// In a field without text, expects a report from the application for each operation.
  private mutating func expectAnswers(_ count: Int, on channel: Channel, at time: Duration) {
    // With ``TextTransport/keysOnly``, all operations use the same channel, so no operation overtakes another.
    guard transport != .keysOnly else { return }
    select(channel)
    predicted.expectAnswers(count, at: time)
  }

  private mutating func select(_ channel: Channel) {
    if channel != lastChannel { queue.spendFence() }
    lastChannel = channel
  }

  /// Limits the size of the predicted text.
  private mutating func forgetDistantText() {
    if field.byteCount > Self.maximumBytes, let text = predicted.shorten() { show(text) }
  }
}
