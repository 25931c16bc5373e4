internal import BundleFormat
internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// One turn of a keyboard, from the event to a new document or a rejection. The value performs no I/O.
///
/// It applies each edit once: when the keyboard reports it during the turn, or with the result. It is the only place
/// that checks the limits of a turn on the host's side (Behavior.md#turn-limits).
struct TurnTransaction {
  let rights: TurnRights
  /// The document with the edits that the keyboard reported so far; nil if the turn may not edit.
  private var document: TextDocument?
  /// The edits that the document contains.
  private var edits: [Edit] = []
  private var effect = DocumentChange()
  private var budget: TurnBudget
  /// The number of Unicode scalars that the host sent to the keyboard in documents during the turn.
  private(set) var shownCharacters = 0
  /// The first refusal of a document during the turn.
  private(set) var refusal: EditError?
  /// Whether the keyboard received a document during the turn.
  private var hasSentDocument = false

  /// The effects of an accepted turn.
  struct Effects {
    /// The document; nil if the turn did not edit.
    let document: TextDocument?
    /// The edits since the last document that the keyboard received.
    let ownEdits: [Edit]
    /// Whether the keyboard received a document during the turn.
    let hasSentDocument: Bool
    /// The number of Return key presses: line breaks in a single-line field.
    let returnKeys: Int
    /// The input view; nil if the turn made no requests.
    let inputView: InputViewTree?
  }

  /// The reason why the host rejects a turn. The host applies nothing of a rejected turn.
  enum Rejection: Error {
    /// The keyboard continues to run, and its next turn contains a fresh document.
    case undone(SessionFailure.Kind)
    /// The host ends the keyboard's process.
    case ends(KeyboardEndError)
    /// The host ends the keyboard's process: the turn exceeded its budget of host time.
    case spent
  }

  /// Begins a turn.
  ///
  /// - Parameters:
  ///   - rights: The rights of the turn.
  ///   - document: The document before the turn.
  ///   - time: The limit of host time.
  init(_ rights: TurnRights, on document: TextDocument?, within time: Duration) {
    self.rights = rights
    self.document = rights.acts ? document : nil
    budget = TurnBudget(time: time)
  }

  /// Answers the keyboard's request for the document after more edits.
  mutating func reply(toDocumentAfter new: [Edit]) -> HostReply {
    guard var changed = document else { return .refused(.notNow) }
    var changedEffect = effect
    let before = budget
    do throws(EditError) {
      try apply(new, to: &changed, &changedEffect)
    } catch {
      // The result contains these edits again, so the budget must not count them now.
      budget.refund(to: before)
      refusal = refusal ?? error
      return .refused(.tooLarge)
    }
    guard !budget.isSpent else { return .refused(.tooLarge) }
    edits += new
    hasSentDocument = true
    let snapshot = budget.snapshot(of: &changed)
    (document, effect) = (changed, changedEffect)
    shownCharacters += snapshot.buffer.shownCharacters
    return .document(snapshot)
  }

  /// Checks a result and applies it.
  ///
  /// - Parameters:
  ///   - result: The result, from the keyboard's process.
  ///   - old: The keyboard's input view before the turn.
  ///   - time: The limit of host time for the result; nil for the system keyboard.
  mutating func commit(
    _ result: TurnResult, on old: InputViewTree?, within time: Duration?
  ) throws(Rejection) -> Effects {
    if let time { budget.beginResult(within: time) }
    guard !budget.isSpent else { throw .spent }
    if let failure = result.failure { throw .undone(.turn(failure)) }
    if let violation = result.violation(rights) { throw .ends(.protocolViolation(violation)) }
    var (ownEdits, whole) = (result.edits, effect)
    var changed: TextDocument?
    // Takes the document, so that no other property refers to the text and makes the edits copy it.
    if !ownEdits.isEmpty || !edits.isEmpty, var text = document.take() {
      guard ownEdits.starts(with: edits) else {
        throw .ends(.protocolViolation("its result does not begin with the edits that it had already reported"))
      }
      if !edits.isEmpty { ownEdits.removeFirst(edits.count) }
      do throws(EditError) {
        try apply(ownEdits, to: &text, &whole)
      } catch {
        throw error == .tooMuchWork ? .spent : .undone(.edits(error))
      }
      changed = consume text
    }
    let inputView: InputViewTree?
    do {
      inputView = result.requests.isEmpty ? nil : try result.inputView(after: old)
    } catch {
      throw .ends(.protocolViolation("its input view is invalid: \(error)"))
    }
    guard !budget.isSpent else { throw .spent }
    return Effects(
      document: changed, ownEdits: ownEdits, hasSentDocument: hasSentDocument, returnKeys: whole.returnKeys,
      inputView: inputView)
  }

  private mutating func apply(
    _ new: [Edit], to document: inout TextDocument, _ effect: inout DocumentChange
  ) throws(EditError) {
    for edit in new {
      try budget.spend(edit, on: document)
      effect.merge(document.apply(edit, within: budget))
    }
  }
}

extension TurnResult {
  /// The protocol violation in this result; nil if there is none.
  fileprivate func violation(_ rights: TurnRights) -> String? {
    if !edits.isEmpty, !rights.acts { return "it edited text at a time when this is not allowed" }
    var changes = 0
    var changedBytes = 0
    for request in requests {
      switch request {
      case .setPrimaryLanguage(let language?):
        guard LanguageTag.isWellFormed(language) else { return "its primary language is not a language tag" }
      case .change(let change):
        changes += 1
        changedBytes += change.bytes
      default: break
      }
    }
    if changes > TurnLimit.changes { return "it changed \(changes) elements in one turn" }
    return changedBytes > TurnLimit.changedBytes
      ? "its changes of elements had \(changedBytes) bytes in one turn" : nil
  }

  /// Returns the input view after the turn. Validates it once, however often the turn changed it.
  ///
  /// - Throws: ``InputViewModel/InputViewError`` if the input view is invalid.
  fileprivate func inputView(after old: InputViewTree?) throws(InputViewError) -> InputViewTree? {
    var new = old
    var changes: ArraySlice<KeyboardRequest> = requests[...]
    if let last = requests.lastIndex(where: { if case .setInputView = $0 { true } else { false } }),
      case .setInputView(let tree) = requests[last]
    {
      try tree.validate()
      new = tree
      new?.indexKeys()
      changes = requests[(last + 1)...]
    }
    return try new?.updated(by: changes.compactMap { if case .change(let change) = $0 { change } else { nil } })
  }
}
