internal import TextInput

/// What a keyboard may do in one turn, as the host sees it, whatever its process thinks: the side that can be trusted of the
/// gates that `klava/keyboard.h` calls [field] and [edit].
struct TurnRights {
  /// Whether it may read the document.
  var readsDocument = false
  /// Whether it may edit the document, move to another keyboard or be dismissed.
  var acts = false

  /// The rights in a turn of this event, for a keyboard that has the field or does not.
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
