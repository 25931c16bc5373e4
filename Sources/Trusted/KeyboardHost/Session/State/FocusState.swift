internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The field that has the focus, the user's steps and last key press in the field, and the versions of the field's
/// documents.
///
/// The history and the last key press always belong to the document of the field. The history contains no text of a
/// secure field. Two documents with the same identifier have different revisions.
struct FocusState {
  /// The field, with its current document; nil if no field has the focus.
  private(set) var field: TextField?
  /// The user's last steps in the field, which the user can undo.
  private(set) var history = EditHistory()
  /// Whether the user, the application or the keyboard has dismissed the keyboard from the field.
  var isDismissed = false
  /// The reason for which the audit counted the field as withheld; nil if the audit has not counted it.
  var withheldBecause: ShownBecause?
  var lastPress = LastPress()
  /// The user's gestures on the shown keyboard, which decide the rights of its turns.
  var activation = UserActivation()
  /// The version of the document that the last field had when it lost the focus, or when it became protected.
  private var lastDocument: DocumentVersion?
  /// The version of the document when the field became protected; nil for an unprotected field. For a third-party
  /// keyboard, the revisions continue after this version, as if nothing had happened in the protected field
  /// (Sandbox.md#revisions-of-protected-fields).
  private var lastUnprotected: DocumentVersion?

  /// A change of the document by the user.
  struct UserChange {
    var change = DocumentChange()
    /// The edits that made the change, in order.
    var edits: [Edit] = []
    /// Whether the change removed the whole text of a field that had more than one character.
    var clearedText = false
  }

  /// Whether a protected field has the focus.
  @inline(__always)
  var isProtected: Bool { field?.reasonAgainstThirdParties != nil }

  // MARK: Fields

  /// Gives the focus to a field. Call this method only while no field has the focus.
  mutating func enter(_ field: TextField) {
    var field = field
    field.updateRules()
    if let lastDocument { field.document.continueRevisions(after: lastDocument) }
    self.field = field
  }

  /// Takes the focus from the field.
  mutating func leave() {
    guard let field else { return }
    isDismissed = false
    withheldBecause = nil
    // Forget the last key press, because the next field's document can have the same revision.
    lastPress = LastPress()
    activation = UserActivation()
    lastDocument = lastUnprotected.take() ?? field.document.version
    self.field = nil
    history.clear()
  }

  /// Records that third-party keyboards may not use the field.
  mutating func protect() { lastUnprotected = lastUnprotected ?? field?.document.version }

  /// Records that third-party keyboards may use the field.
  mutating func unprotect() {
    if let lastUnprotected = lastUnprotected.take() {
      field?.document.continueRevisions(after: lastUnprotected)
      lastPress = LastPress()
    }
    if field?.hasBeenProtected == true {
      field?.endSecrecy()
      // Clear the history, so that undo cannot restore protected text.
      history.clear()
    }
  }

  /// Gives the document a new identifier. A fresh process must not learn the revisions that an ended process saw.
  mutating func renewDocument() {
    lastPress = LastPress()
    field?.becomeAnother()
    if lastUnprotected != nil { lastUnprotected = field?.document.version }
  }

  /// Changes the traits of the field.
  mutating func change(_ change: (inout TextField) -> Void) {
    let reason = field?.reasonAgainstThirdParties
    field?.change(change)
    if field?.reasonAgainstThirdParties != reason { history.clear() }
  }

  mutating func setEnvironment(_ environment: KeyboardEnvironment) { field?.environment = environment }

  /// Returns the text that a keyboard may read.
  mutating func snapshot() -> DocumentSnapshot? { field?.document.snapshot() }

  // MARK: Changes of the document

  /// Applies the result of a keyboard's turn, as a step that the user can undo.
  ///
  /// - Returns: The effects of the turn, as ``TurnTransaction/commit(_:on:_:prepared:within:)``, and whether the turn
  ///   removed the whole text. Nil if the turn has not begun.
  /// - Throws: ``TurnTransaction/RejectionError``, without a change of the field.
  mutating func commit(
    _ result: borrowing TurnResult, of turn: PlannedTurn, _ inputView: InputViewTree?, prepared: InputViewTree?,
    within time: Duration?
  ) throws(TurnTransaction.RejectionError) -> (effects: TurnTransaction.Effects, clearedText: Bool)? {
    // A gesture begins a step of the undo history even without edits, because some keyboards type when the finger
    // lifts.
    let begins = turn.event.beginsStep
    let beginning = result.edits.isEmpty && !begins ? nil : prepareStep(result.edits, beginsStep: begins)
    guard
      let effects = try turn.transaction?.commit(result, on: &field, inputView, prepared: prepared, within: time)
    else { return nil }
    return (effects, effects.change.changedText && recordStep(beginning))
  }

  /// Applies an edit that the user made without a keyboard. Marked text becomes plain text (Behavior.md#marked-text).
  mutating func edit(_ edit: Edit) -> UserChange {
    let beginning = prepareStep([edit])
    var result = unmarkFirst()
    let endedMarking = result.change.endedMarking
    result.change = field?.document.apply(edit) ?? DocumentChange()
    result.change.endedMarking = endedMarking
    result.edits.append(edit)
    result.clearedText = result.change.changedText && recordStep(beginning)
    return result
  }

  /// Deletes the selected text, or else the character after the insertion point.
  ///
  /// - Returns: The change; nil if there is nothing to delete.
  mutating func deleteForward() -> UserChange? {
    guard let document = field?.document, document.selected.isEmpty else { return edit(.deleteBackward) }
    guard !document.after.isEmpty else { return nil }
    let beginning = prepareStep([])
    var result = unmarkFirst()
    result.change.changedText = true
    result.edits += field?.document.deleteForward() ?? []
    result.clearedText = recordStep(beginning)
    return result
  }

  /// Moves the selection for the user. The offset and the length are in characters.
  ///
  /// - Returns: The change of the selection; nil if the range is not inside the text.
  mutating func select(offset: Int, length: Int) -> DocumentChange? {
    field?.document.select(offset: offset, length: length)
  }

  /// Replaces the document's text and selection with the application's text and selection.
  ///
  /// - Parameters:
  ///   - endsMarking: Whether marked text becomes plain text even if nothing else changed.
  ///   - keepsHistory: Whether the change belongs to the last step. Otherwise the session forgets all steps.
  /// - Returns: The change of text and selection; nil if no field has the focus.
  mutating func replaceText(
    before: String, selected: String, after: String, endsMarking: Bool, keepsHistory: Bool
  ) -> DocumentChange? {
    let old = keepsHistory ? field?.document : nil
    let change = field?.document.replace(before: before, selected: selected, after: after, endsMarking: endsMarking)
    if change?.changedText == true, old.map({ history.continueLastStep(in: $0) }) != true { history.clear() }
    return change
  }

  /// Undoes the user's last steps: restores text and selection.
  ///
  /// - Returns: The change; nil if nothing changed.
  mutating func undo(_ steps: Int) -> UserChange? {
    guard let document = field?.document else { return nil }
    var earlier = document
    for _ in 0..<steps {
      guard let step = history.removeLast(from: earlier) else { break }
      earlier = step
    }
    let edits = document.edits(to: earlier)
    let change = field?.document.replace(before: earlier.before, selected: earlier.selected, after: earlier.after)
    guard let change, !change.isEmpty else { return nil }
    return UserChange(change: change, edits: edits)
  }

  /// Unmarks the marked text. Returns whether there was marked text.
  mutating func unmark() -> Bool { field?.document.unmark() == true }

  private mutating func unmarkFirst() -> UserChange {
    unmark() ? UserChange(change: DocumentChange(endedMarking: true), edits: [.unmarkText]) : UserChange()
  }

  // MARK: Steps

  /// Prepares the history for edits. If the edits change the text, call ``recordStep(_:)`` with the result.
  private mutating func prepareStep(_ edits: [Edit], beginsStep: Bool = true) -> EditHistory.Beginning? {
    guard let field, field.keepsSteps else { return nil }
    return history.prepare(
      for: edits, at: field.document.insertionBeginning, of: field.document, beginsStep: beginsStep)
  }

  /// Records a change of the text.
  ///
  /// - Parameter beginning: The state before the change; nil if the change continues the last step, or if the field
  ///   keeps no steps.
  /// - Returns: Whether the step removed the whole text of a field that had more than one character.
  private mutating func recordStep(_ beginning: EditHistory.Beginning?) -> Bool {
    // Read only members of the field, because a copy of the field costs hundreds of instructions.
    guard let bytes = field?.document.bytes else { return false }
    if let beginning { history.begin(beginning, textBytes: bytes) }
    return bytes == 0 && history.beganWithSeveralCharacters
  }
}
