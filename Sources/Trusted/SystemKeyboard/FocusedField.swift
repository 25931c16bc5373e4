internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The keyboard's whole state for the field that has the focus. Discarding it forgets the field and its text.
struct FocusedField {
  private let decimalSeparator: Character
  private let isTerminal: Bool
  private var field: FieldState
  private var state: PlaneState
  private var layout: SystemLayout
  private var buffer: TextBuffer
  private var shown: Shown?
  /// The held keys with alternatives. Releasing such a key presses it if the user chose no alternative.
  private var waitingKeys: Set<String> = []

  /// The state that the host last received. The keyboard sends a request only if the state differs.
  private struct Shown: Hashable {
    var state: PlaneState
    var returnKey: ReturnKey
  }

  /// A buffer for an unknown document: it contains no text, and there may be text on both sides.
  private static let unknownText = TextBuffer(isCutBefore: true, isCutAfter: true)

  /// Creates the state for a field that got the focus.
  init(_ field: FieldState, document: DocumentSnapshot?, decimalSeparator: Character, isTerminal: Bool = false) {
    self.field = field
    self.isTerminal = isTerminal
    buffer = document?.buffer ?? Self.unknownText
    self.decimalSeparator = decimalSeparator
    layout = SystemLayout(for: field, decimalSeparator: decimalSeparator, isTerminal: isTerminal)
    state = PlaneState(home: layout.home)
  }

  /// Updates the field. If the keyboard type changes, the keyboard shows the first plane for that type.
  mutating func update(_ field: FieldState) {
    let isOtherType = field.traits.keyboardType != self.field.traits.keyboardType
    self.field = field
    layout = SystemLayout(for: field, decimalSeparator: decimalSeparator, isTerminal: isTerminal)
    if isOtherType { state = PlaneState(home: layout.home) }
    shown = nil
  }

  /// Updates the standing of the keyboard.
  mutating func update(_ standing: InputModeStanding) {
    var changed = field
    changed.standing = standing
    update(changed)
  }

  /// Updates the document after a change by the application or the user.
  mutating func update(_ document: DocumentSnapshot) { buffer = document.buffer }

  /// Returns the request that updates the shown input view; nil if nothing changed.
  mutating func redraw() -> KeyboardRequest? {
    let now = Shown(state: state, returnKey: returnKey)
    let plane = layout[state.plane]
    defer { shown = now }
    guard let shown, shown.state == now.state else {
      return .setInputView(plane.inputView(state, returnKey: returnKey))
    }
    guard shown.returnKey != now.returnKey, plane.keys.contains(.return) else { return nil }
    let identifier = PlaneKey.return.identifier(shift: state.shift)
    return .change(.key(identifier: identifier, title: nil, isEnabled: now.returnKey.isEnabled))
  }

  private var returnKey: ReturnKey { ReturnKey(traits: field.traits, hasText: buffer.hasText) }

  /// Handles a gesture on a key. A gesture on a key that is not shown or is disabled does nothing.
  mutating func apply(_ event: KeyEvent) -> PlaneState.Consequence {
    guard let identifier = event.key, let key = layout[state.plane].key(identifier, shift: state.shift),
      isEnabled(key)
    else { return .nothing }
    let alternatives = key.alternatives(shift: state.shift)
    let hasWaited = waitingKeys.remove(identifier) != nil
    switch event.gesture {
    case .longPress where key == .globe: return .request(.showInputModeList)
    case .longPress where !alternatives.isEmpty:
      // The finger may still slide to an alternative. If the user lifts the finger without choosing an alternative,
      // `release` presses the key.
      waitingKeys.insert(identifier)
      return .nothing
    case .release where hasWaited: return state.press(key, home: layout.home)
    case .alternative(let index) where alternatives.indices ~= index: return state.type(alternatives[index])
    case .repeatWord where key == .delete: return .deleteWord
    // A long press on any other key counts as a press.
    case .press, .longPress, .repeat, .repeatWord: return state.press(key, home: layout.home)
    case .release, .swipe, .alternative, .touches: return .nothing
    }
  }

  /// The edits that delete the word before the insertion point.
  var wordDeletion: [Edit] {
    Array(repeating: .deleteBackward, count: buffer.deletionsOfLastWord(rules: field.editingRules))
  }

  /// Applies the keyboard's own edits to its copy of the document.
  ///
  /// - Returns: The effect of the edits.
  mutating func apply(_ edits: [Edit], answering answer: (HostRequest) -> HostReply) -> DocumentChange {
    var effect = DocumentChange()
    var pending: [Edit] = []
    for edit in edits {
      pending.append(edit)
      if case .applied(let change) = buffer.apply(edit, rules: field.editingRules) {
        effect.merge(change)
        continue
      }
      if case .document(let document) = answer(.document(after: pending)) {
        buffer = document.buffer
        pending = []
      } else {
        buffer = Self.unknownText
      }
      // Only a deletion can need text that the buffer does not contain, and it always changes the text.
      effect.changedText = true
    }
    return effect
  }

  /// Returns the shortest sequence of keys that types exactly this character; nil if the layout cannot type it.
  ///
  /// The search uses the same state as key presses, so both always agree.
  func path(to character: Character) -> [String]? {
    // Compare scalars: equal characters may have different scalars (U+212A and "K").
    let wanted = Array(character.unicodeScalars)
    var seen: Set<PlaneState> = [state]
    var level: [(state: PlaneState, path: [String])] = [(state, [])]
    while !level.isEmpty {
      var next: [(state: PlaneState, path: [String])] = []
      for (state, path) in level {
        for key in layout[state.plane].keys where isEnabled(key) {
          let path = path + [key.identifier(shift: state.shift)]
          var reached = state
          switch reached.press(key, home: layout.home) {
          case .edit(.insertText(let text)) where text.unicodeScalars.elementsEqual(wanted): return path
          case .nothing where seen.insert(reached).inserted: next.append((reached, path))
          case .nothing, .edit, .deleteWord, .request, .keyPress: break
          }
        }
      }
      level = next
    }
    return nil
  }

  private func isEnabled(_ key: PlaneKey) -> Bool { key != .return || returnKey.isEnabled }
}
