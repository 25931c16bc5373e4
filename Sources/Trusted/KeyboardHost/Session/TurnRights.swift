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
