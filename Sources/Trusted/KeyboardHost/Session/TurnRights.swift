internal import KeyboardProtocol

/// The rights that the host gives a keyboard in one turn (Behavior.md#document-boundaries).
///
/// The keyboard's process checks the same rules, which the tags [field] and [edit] in `klava/keyboard.h` state. The
/// host does not rely on the checks of the process.
struct TurnRights {
  /// Whether the keyboard may read the document.
  var readsDocument = false
  /// Whether the keyboard may edit the document, advance to another keyboard or dismiss itself.
  var acts = false

  /// Creates the rights of a turn.
  ///
  /// - Parameters:
  ///   - event: The event of the turn.
  ///   - hasField: Whether the keyboard has the field.
  init(_ event: TurnEvent, hasField: Bool) {
    guard hasField else { return }
    acts = event.mayEdit
    if case .appear = event { readsDocument = true } else { readsDocument = acts }
  }
}
