internal import InputViewModel
internal import KeyboardProtocol

/// The rights that the host gives a keyboard in one turn (Behavior.md#document-boundaries).
///
/// The tags [field] and [edit] in `klava/keyboard.h` state the rules for authors. The keyboard's process checks the
/// rules too, except the rules about user activation, but the host does not rely on the process.
struct TurnRights {
  /// Whether the keyboard may read the document.
  private(set) var readsDocument = false
  /// Whether the keyboard may edit the document.
  private(set) var edits = false
  /// The text that the keyboard may insert with its edits.
  private(set) var insertion = InsertionRight()
  /// Whether the keyboard may request the next keyboard, the list of keyboards or feedback, or dismiss itself.
  private(set) var acts = false
  /// Whether the keyboard may change the height of its input view.
  private(set) var changesHeight = true

  /// Creates the rights of a turn.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - hasField: Whether the keyboard is shown in the field.
  ///   - activation: The user's gestures on the keyboard; nil for the system keyboard, which the host trusts.
  ///   - field: The field; nil if no field has the focus.
  ///   - now: The current time.
  init(
    _ event: TurnEvent, hasField: Bool, activation: UserActivation? = nil, in field: TextField? = nil,
    at now: Duration = .zero
  ) {
    if case .memoryWarning = event, activation != nil { changesHeight = false }
    guard hasField else { return }
    edits = event.mayEdit
    if case .appear = event { readsDocument = true } else { readsDocument = edits }
    guard edits else { return }
    acts = true
    guard let activation else { return }
    acts = activation.isActive(at: now)
    changesHeight = acts || activation.hasJustAppeared(at: now)
    if case .traitsChanged = event { changesHeight = true }
    insertion.presses = activation.maySend(at: now)
    if field?.isSensitive == true {
      insertion.edits = acts
      insertion.insertsLines = false
      insertion.changesWithPress = .none
    } else {
      insertion.changesWithPress = .correction
      insertion.insertsLines = acts
      insertion.isSingleLine = field?.isMultiline == false
    }
  }
}

/// The rights of a keyboard to give feedback (Behavior.md#rights). The host decides these rights after a turn, because
/// the user can revoke access during the turn.
struct FeedbackRights {
  let playsSounds: Bool
  let playsHaptics: Bool

  /// Creates the rights of a keyboard with these grants and this input view.
  init(_ grant: KeyboardGrant?, _ inputView: InputViewTree?) {
    playsSounds = grant?.mayGiveFeedback == true && inputView?.enableInputClicksWhenVisible == true
    playsHaptics = grant?.access.isFull == true
  }
}
