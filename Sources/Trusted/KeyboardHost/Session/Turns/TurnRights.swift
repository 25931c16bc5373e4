internal import InputViewModel
internal import KeyboardProtocol

/// The rights that the host gives a keyboard in one turn (Behavior.md#document-boundaries).
///
/// The tags [field] and [edit] in `klava/keyboard.h` state these rules for authors. The keyboard's process also checks
/// the rules, but the host does not rely on the process. Exception: only the host knows the user activation.
struct TurnRights {
  /// Whether the keyboard may read the document.
  private(set) var readsDocument = false
  /// Whether the keyboard may edit the document.
  private(set) var edits = false
  /// The text that the keyboard may insert with its edits.
  private(set) var insertion = InsertionRight.any
  /// Whether the keyboard may request the next keyboard, the list of keyboards or feedback, or dismiss itself.
  private(set) var acts = false
  /// Whether the keyboard may change the height of its input view.
  private(set) var changesHeight = true

  /// Creates the rights of a turn.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - hasField: Whether the keyboard is shown in the field.
  ///   - isActivated: Whether there is a user activation (Behavior.md#user-activation).
  ///   - isSensitive: Whether the field is an address field or a terminal, in which a line break sends the text away.
  init(_ event: TurnEvent, hasField: Bool, isActivated: Bool = true, isSensitive: Bool = false) {
    guard hasField else { return }
    edits = event.mayEdit
    if case .appear = event { readsDocument = true } else { readsDocument = edits }
    guard edits else { return }
    acts = isActivated
    changesHeight = isActivated
    insertion =
      switch (isSensitive, isActivated) {
      case (false, true): .any
      case (false, false): .withoutLineBreaks
      case (true, true): event.isGesture ? .loneLineBreaks : .withoutLineBreaks
      case (true, false): .nothing
      }
  }
}

/// The text that a keyboard may insert in one turn (Behavior.md#user-activation).
enum InsertionRight {
  case any
  case withoutLineBreaks
  /// The turn may insert line breaks, or other text, but not both.
  case loneLineBreaks
  /// The keyboard may make no edit at all.
  case nothing
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
