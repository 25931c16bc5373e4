internal import BundleFormat
internal import InputViewModel
internal import KeyboardProtocol
internal import Layout
internal import TextModel

/// The effect of one turn of a keyboard. The host applies the whole effect or nothing. This type performs no I/O.
///
/// A transaction applies each edit once: when the keyboard reports the edit during the turn, or else with the result. A
/// transaction also checks all limits of a turn (Behavior.md#turn-limits). Only the limits on the size of one message
/// apply earlier, when the host decodes the message.
struct TurnTransaction {
  let rights: TurnRights
  /// The document with the edits that the keyboard reported so far.
  private var reported = Reported.nothing
  /// The edits that ``reported`` contains.
  private var edits: [Edit] = []
  private var change = DocumentChange()
  private var budget: TurnBudget
  /// The number of Unicode scalars that the host sent to the keyboard in documents during the turn.
  private(set) var shownCharacters = 0
  /// The error of the keyboard's first document request that the host refused during the turn; nil if the host refused
  /// none.
  private(set) var refusal: EditError?

  /// The enum is indirect, so that a transaction without reported edits is small. Few turns report edits before their
  /// result.
  private indirect enum Reported {
    case nothing
    case document(TextDocument)
  }

  /// The document with the reported edits; nil before the first report.
  private var document: TextDocument? { if case .document(let document) = reported { document } else { nil } }

  /// The effects of an accepted turn, except the changed document.
  struct Effects {
    /// Facts about the text around the selection before the turn; nil if the turn made no edits.
    var window: DocumentWindow?
    /// The change of the document by the turn's edits.
    var change = DocumentChange()
    /// The number of the turn's edits that the keyboard had reported when it last received a document.
    var knownEdits = 0
    /// Whether the keyboard received, during the turn, a document that contains edits of the turn.
    var hasSentDocument: Bool { knownEdits > 0 }
    /// The new input view, if the keyboard made requests in the turn; otherwise nil.
    var inputView: InputViewTree?
    /// The height that the keyboard requested and that the host did not apply; nil if the host applied the height.
    var refusedHeight: RefusedHeight?
    /// The actions that the keyboard requested; nil if the keyboard made no requests or has no right to act.
    var actions: RequestedActions?
  }

  /// A height in points that a keyboard requested without the right to change its height; nil for the usual height.
  struct RefusedHeight {
    var height: Double?
  }

  /// The reason why the host rejects a turn. A rejected turn has no effect.
  enum RejectionError: Error {
    /// The keyboard continues to run, and its next turn contains a fresh document.
    case undone(SessionFailure.Kind)
    /// The host ends the keyboard's process.
    case ends(KeyboardEndError)
    /// The host ends the keyboard's process, because the turn exceeded its budget of host time.
    case spent
  }

  /// The size of the text that the turn inserted, in UTF-8 bytes.
  var insertedBytes: Int { budget.insertedBytes }
  /// The Unicode scalars that the turn inserted and deleted.
  var scalars: (inserted: Int, deleted: Int) { budget.scalars }

  /// Creates the transaction of a turn that has these rights and this budget.
  init(_ rights: TurnRights, _ budget: TurnBudget) {
    self.rights = rights
    self.budget = budget
  }

  /// Answers the keyboard's request for the document. The document in the answer includes the edits of the request.
  ///
  /// - Parameters:
  ///   - new: The edits since the last request.
  ///   - current: The document before the turn.
  mutating func reply(toDocumentAfter new: [Edit], of current: TextDocument?) -> HostReply {
    guard rights.edits, var changed = document ?? current else { return .refused(.notNow) }
    let before = budget
    let newChange: DocumentChange
    do throws(EditError) {
      newChange = try changed.apply(new[...], spending: &budget)
    } catch {
      // The result will contain these edits again, so do not count them now.
      budget.refund(to: before)
      refusal = refusal ?? error
      return .refused(.tooLarge)
    }
    guard !budget.isSpent else { return .refused(.tooLarge) }
    edits += new
    change.merge(newChange)
    let snapshot = budget.snapshot(of: &changed)
    reported = .document(changed)
    shownCharacters += snapshot.buffer.shownCharacters
    return .document(snapshot)
  }

  /// Checks a result and applies it.
  ///
  /// - Parameters:
  ///   - result: The result, from the keyboard's process.
  ///   - field: The field, which changes only if the host accepts the turn.
  ///   - old: The keyboard's input view before the turn.
  ///   - prepared: The input view after the turn, if the host checked the result during preloading
  ///     (``ProcessPool/Precomputed``); otherwise nil. The host does not check a result with a prepared input view
  ///     again.
  ///   - time: The limit of host time for the result; nil for the system keyboard.
  /// - Returns: The effects of the turn, without the changed document.
  /// - Throws: ``RejectionError``, without a change of the field.
  mutating func commit(
    _ result: borrowing TurnResult, on field: inout TextField?, _ old: InputViewTree?,
    prepared: InputViewTree? = nil, within time: Duration?
  ) throws(RejectionError) -> Effects {
    if let time { budget.beginResult(within: time, hasRequests: !result.requests.isEmpty) }
    guard !budget.isSpent else { throw .spent }
    if let failure = result.failure { throw .undone(.turn(failure)) }
    if prepared == nil, let violation = result.violation(rights) { throw .ends(.protocolViolation(violation)) }
    guard edits.isEmpty || result.edits.starts(with: edits) else {
      throw .ends(.protocolViolation("its result does not begin with the edits that it had already reported"))
    }
    var effects = Effects(knownEdits: edits.count)
    if !result.requests.isEmpty {
      do {
        effects.inputView = if let prepared { prepared } else { try result.inputView(after: old) }
      } catch {
        throw .ends(.protocolViolation("its input view is invalid: \(error)"))
      }
      if !rights.changesHeight, let old, let environment = field?.environment {
        effects.refusedHeight = RefusedHeight(height: effects.inputView?.height)
        guard effects.inputView?.keepHeight(of: old, in: environment) != false else {
          throw .undone(.edits(.heightNotActivated))
        }
      }
      if rights.acts { effects.actions = RequestedActions(result.requests) }
    }
    if !result.edits.isEmpty {
      effects.window = field?.document.window
      do throws(EditError) {
        try rights.insertion.check(result.edits, on: field?.document, spending: &budget)
        try apply(result.edits[edits.count...], to: &field)
      } catch {
        throw error == .tooMuchWork ? .spent : .undone(.edits(error))
      }
      effects.change = change
    }
    return effects
  }

  /// Starts and cancels the timers that a keyboard requested. Starts no timer with a delay out of range, and no timer
  /// beyond the maximum number.
  ///
  /// The keyboard's process also checks these limits, but the host does not rely on the process.
  func apply(_ requests: [KeyboardRequest], to timers: inout TimerQueue, at now: Duration) {
    for request in requests {
      switch request {
      case .startTimer(let identifier, let seconds, let repeats)
      where KeyboardLimits.timerDelays.contains(seconds) && timers.count < KeyboardLimits.timers:
        timers.start(identifier, seconds: seconds, repeats: repeats, at: now)
      case .cancelTimer(let identifier): timers.cancel(identifier)
      default: break
      }
    }
  }

  /// Applies all edits or none.
  ///
  /// - Throws: ``EditError``, without a change of the field.
  private mutating func apply(_ new: ArraySlice<Edit>, to field: inout TextField?) throws(EditError) {
    guard var changed = document else {
      if let new = try field?.document.apply(new, spending: &budget) { change.merge(new) }
      return
    }
    change.merge(try changed.apply(new, spending: &budget))
    field?.document = changed
  }
}

/// The actions that a keyboard requested from the host in one turn. A turn has at most one change of the shown
/// keyboard, one sound and one haptic feedback.
struct RequestedActions {
  enum KeyboardChange {
    case advance
    case dismiss
  }

  /// The last request to advance to the next input mode or to dismiss the keyboard.
  private(set) var change: KeyboardChange?
  private(set) var showsInputModeList = false
  /// The first requested sound.
  private(set) var sound: KeySound?
  /// The first requested haptic feedback.
  private(set) var haptic: HapticFeedback?

  init(_ requests: [KeyboardRequest]) {
    for request in requests {
      switch request {
      case .advanceToNextInputMode: change = .advance
      case .dismissKeyboard: change = .dismiss
      case .showInputModeList: showsInputModeList = true
      case .playSound(let new): sound = sound ?? new
      case .playHaptic(let new): haptic = haptic ?? new
      default: break
      }
    }
  }
}

extension InputViewTree {
  /// Gives the input view the height of an older input view, if the heights on the screen differ.
  ///
  /// - Returns: Whether the heights are equal after the call; false if the rows of the new input view need more height.
  fileprivate mutating func keepHeight(of old: InputViewTree, in environment: KeyboardEnvironment) -> Bool {
    let kept = old.withHeight(in: environment).height
    if withHeight(in: environment).height == kept { return true }
    height = kept
    return withHeight(in: environment).height == kept
  }
}

extension Edit {
  /// Whether the edit moves the insertion point. Only a move can stop halfway, if the turn has used up its host time.
  var isMove: Bool {
    switch self {
    case .adjustTextPosition, .adjustTextPositionByCharacters: true
    case .insertText, .deleteBackward, .setMarkedText, .unmarkText: false
    }
  }
}

extension TurnResult {
  /// Returns the protocol violation in this result; nil for a valid result.
  func violation(_ rights: TurnRights) -> String? {
    if !edits.isEmpty, !rights.edits { return "it edited text at a time when this is not allowed" }
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
    if changes > TurnLimit.changes { return "it changed \(changes) elements for one event" }
    return changedBytes > TurnLimit.changedBytes
      ? "its changes of elements for one event had \(changedBytes) bytes" : nil
  }

  /// Returns the input view after the turn. Validates the input view once, after all changes of the turn.
  ///
  /// - Throws: ``InputViewModel/InputViewError`` if the input view is invalid.
  func inputView(after old: InputViewTree?) throws(InputViewError) -> InputViewTree? {
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
