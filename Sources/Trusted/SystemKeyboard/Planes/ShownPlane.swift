/// The properties of the input view that the host last received. The keyboard sends the host an update only if one of
/// these properties has changed.
struct ShownPlane: Hashable {
  var plane: KeyPlane.Name
  /// The shift state; nil on a plane without letters, because such a plane looks the same in all shift states.
  var shift: ShiftState?
  var modifiers: [Set<TerminalKey>]
  var returnKey: ReturnKey
  /// The content of the suggestion bar; nil if the keyboard shows no bar.
  var bar: WordSuggestions.Bar?
  /// The compose sequence that the user has begun. A compose sequence changes the titles of keys.
  var sequence: ComposeSequence
  /// Whether the keys have names for screen readers in the user's language.
  var hasNames: Bool

  init(_ state: PlaneState, _ returnKey: ReturnKey, _ bar: WordSuggestions.Bar?, hasNames: Bool) {
    self.bar = bar
    self.hasNames = hasNames
    plane = state.plane
    shift = state.plane == .letters ? state.shift : nil
    sequence = state.sequence
    modifiers = [state.modifiers, state.lockedModifiers]
    self.returnKey = returnKey
  }

  /// Whether the input views with both sets of properties differ at most in the return key and in the texts of the
  /// suggestions.
  func hasSameKeys(as other: ShownPlane) -> Bool {
    plane == other.plane && shift == other.shift && modifiers == other.modifiers && sequence == other.sequence
      && hasNames == other.hasNames && (bar == nil) == (other.bar == nil) && bar?.correction == other.bar?.correction
      && (bar?.correction == nil || bar == other.bar)
  }
}
