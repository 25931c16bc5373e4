internal import InputViewModel
internal import KeyboardProtocol

/// The rights that the host gives a keyboard in one turn (Behavior.md#document-boundaries).
///
/// The tags [field] and [edit] in `klava/keyboard.h` state these rules for authors. The keyboard's process also checks
/// the rules, but the host does not rely on the process.
struct TurnRights {
  /// Whether the keyboard may read the document.
  var readsDocument = false
  /// Whether the keyboard may edit the document, request the next keyboard or dismiss itself.
  var acts = false

  /// Creates the rights of a turn.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - hasField: Whether the keyboard is shown in the field.
  init(_ event: TurnEvent, hasField: Bool) {
    guard hasField else { return }
    acts = event.mayEdit
    if case .appear = event { readsDocument = true } else { readsDocument = acts }
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
