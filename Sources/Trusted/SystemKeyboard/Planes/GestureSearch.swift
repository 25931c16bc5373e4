internal import InputViewModel
internal import KeyboardLayouts
internal import KeyboardProtocol
internal import TextModel

/// Finds the gestures that type a character on the planes of the system keyboard.
///
/// The search applies gestures to a copy of the keyboard's ``PlaneState``, so a user who makes the same gestures types
/// the same character.
struct GestureSearch {
  let layout: SystemLayout
  /// The compose sequences of the selected keyboard layout; nil without compose sequences.
  let table: ComposeTable?
  /// Whether the user selected a keyboard layout, which can have dead keys and keys for marks.
  let hasKeyboardLayout: Bool
  let isReturnEnabled: Bool
  /// The time of the search on the session's clock.
  let now: Duration

  /// Returns gestures that type exactly this character; nil if the planes cannot type it.
  ///
  /// - Parameters:
  ///   - character: The character to type.
  ///   - state: The state before the gestures.
  ///   - unwanted: A key that the gestures must not press; nil if the gestures may press all keys.
  func path(
    to character: Character, from state: PlaneState, without unwanted: PlaneKey? = nil
  ) -> [KeyEvent]? {
    // Compare scalars, because Swift treats some characters with different scalars as equal, such as U+212A and "K".
    let wanted = Array(character.unicodeScalars)
    if let found = path(to: wanted, from: state, without: unwanted) { return found.path }
    // A keyboard layout can have separate keys for combining marks, so a character may need several keys.
    guard hasKeyboardLayout, wanted.count > 1 else { return nil }
    var path: [KeyEvent] = []
    var state = state
    for scalar in wanted {
      guard let found = self.path(to: [scalar], from: state, without: unwanted) else { return nil }
      path += found.path
      state = found.state
    }
    return path
  }

  /// A sequence of gestures, and the state of the plane after these gestures.
  private typealias Path = (path: [KeyEvent], state: PlaneState)

  private func path(
    to wanted: [Unicode.Scalar], from state: PlaneState, without unwanted: PlaneKey?
  ) -> Path? {
    func path(holdingKeys: Bool, composing: Bool) -> Path? {
      self.path(to: wanted, from: state, without: unwanted, holdingKeys: holdingKeys, composing: composing)
    }
    // Try presses of keys first, then alternatives of held keys, and then dead keys. With this order, the first match
    // is the sequence that the user can make fastest.
    if let found = path(holdingKeys: false, composing: false) ?? path(holdingKeys: true, composing: false) {
      return found
    }
    return !hasKeyboardLayout ? nil : path(holdingKeys: true, composing: true)
  }

  private func path(
    to wanted: [Unicode.Scalar], from state: PlaneState, without unwanted: PlaneKey?, holdingKeys: Bool,
    composing: Bool
  ) -> Path? {
    var seen: Set<PlaneState> = [state]
    var level: [Path] = [([], state)]
    while !level.isEmpty {
      var next: [Path] = []
      for (path, state) in level {
        func reach(_ event: KeyEvent, _ change: (inout PlaneState) -> PlaneState.Consequence) -> Path? {
          var reached = state
          switch change(&reached) {
          case .edit(.insertText(let text)) where text.unicodeScalars.elementsEqual(wanted):
            return (path + [event], reached)
          case .nothing
          where reached.sequence.isEmpty || composing && reached.sequence.keysyms.count <= 2 && seen.count < 4_096:
            if seen.insert(reached).inserted { next.append((path + [event], reached)) }
          case .nothing, .edit, .deleteWord, .request, .keyPress, .emoji, .clipboard, .paste, .forgetCopied, .wait:
            break
          }
          return nil
        }
        for key in layout[state.plane].keys where (key != .return || isReturnEnabled) && key != unwanted {
          // The effect of this tap would depend on the time until the user or the host makes the gestures.
          if key == .shift, state.awaitsSecondShiftTap(at: now) { continue }
          let identifier = key.identifier(shift: state.shift)
          let press = KeyEvent(key: identifier, gesture: .press)
          if let found = reach(press, { $0.press(key, home: layout.home, at: now, composing: table) }) { return found }
          guard holdingKeys else { continue }
          for index in key.alternatives(shift: state.shift).indices {
            let choice = KeyEvent.Gesture.alternative(index)
            let found = reach(KeyEvent(key: identifier, gesture: choice)) {
              $0.apply(choice, to: key, hasWaited: true, home: layout.home, at: now, composing: table)
            }
            if let found { return found }
          }
        }
      }
      level = next
    }
    return nil
  }
}
