internal import KeyboardProtocol

/// The rights of a keyboard in one turn, decided by the host (Behavior.md#document-boundaries).
///
/// The keyboard's process checks the same rules, which the tags [field] and [edit] in `klava/keyboard.h` state. The
/// host does not rely on these checks.
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
    switch event {
    case .appear: readsDocument = true
    case .key, .timer, .documentChanged, .traitsChanged:
      readsDocument = true
      acts = true
    case .load, .disappear, .environmentChanged, .settingsChanged, .standingChanged, .memoryWarning, .destroy: break
    }
  }
}
