internal import TextInput

/// All that the keyboard knows of the field that has the focus; letting go of it forgets the field and its text.
struct FocusedField {
  private let decimalSeparator: Character
  private var field: FieldState
  private var state: PlaneState
  private var layout: SystemLayout
  private var buffer: TextBuffer
  private var shown: Shown?
  /// Keys with alternatives that are held: letting go of one presses it, if no alternative is chosen.
  private var waitingKeys: Set<String> = []

  /// What the host was last asked to show; a difference is worth another request.
  private struct Shown: Hashable {
    var state: PlaneState
    var returnKey: ReturnKey
  }

  /// Stands for a document that the host did not tell: nothing of it is held, and it may go on to both sides.
  private static let unknownText = TextBuffer(isCutBefore: true, isCutAfter: true)

  /// A field that has just been given the focus.
  init(_ field: FieldState, document: DocumentSnapshot?, decimalSeparator: Character) {
    self.field = field
    buffer = document?.buffer ?? Self.unknownText
    self.decimalSeparator = decimalSeparator
    layout = SystemLayout(for: field, decimalSeparator: decimalSeparator)
    state = PlaneState(home: layout.home)
  }

  /// Takes in what the host now says of the field; another kind of keyboard opens as for a new field.
  mutating func update(_ field: FieldState) {
    let isOtherType = field.traits.keyboardType != self.field.traits.keyboardType
    self.field = field
    layout = SystemLayout(for: field, decimalSeparator: decimalSeparator)
    if isOtherType { state = PlaneState(home: layout.home) }
    shown = nil
  }

  /// Takes in what is now true of the input mode.
  mutating func update(_ standing: InputModeStanding) {
    var changed = field
    changed.standing = standing
    update(changed)
  }

  /// Takes in the document as somebody else changed it.
  mutating func update(_ document: DocumentSnapshot) { buffer = document.buffer }

  /// What the host must be asked to show, where that is another than before.
  mutating func redraw() -> KeyboardRequest? {
    let now = Shown(state: state, returnKey: returnKey)
    let plane = layout[state.plane]
    defer { shown = now }
    guard let shown, shown.state == now.state else {
      return .setInterface(plane.interface(shift: state.shift, returnKey: returnKey))
    }
    guard shown.returnKey != now.returnKey, plane.keys.contains(.return) else { return nil }
    let identifier = PlaneKey.return.identifier(shift: state.shift)
    return .change(.key(identifier: identifier, title: nil, isEnabled: now.returnKey.isEnabled))
  }

  private var returnKey: ReturnKey { ReturnKey(traits: field.traits, hasText: buffer.hasText) }

  /// Takes in what a person did to a key; a key that is not shown or not enabled does nothing.
  mutating func use(_ event: KeyEvent) -> PlaneState.Consequence {
    guard let identifier = event.key, let key = layout[state.plane].key(identifier, shift: state.shift),
      isEnabled(key)
    else { return .nothing }
    let alternatives = key.alternatives(shift: state.shift)
    let hasWaited = waitingKeys.remove(identifier) != nil
    switch event.gesture {
    case .longPress where key == .globe: return .request(.showInputModeList)
    case .longPress where !alternatives.isEmpty:
      // The finger may yet slide to one of them; let go where it is, it has pressed the key.
      waitingKeys.insert(identifier)
      return .nothing
    case .release where hasWaited: return state.press(key, home: layout.home)
    case .alternative(let index) where alternatives.indices ~= index: return state.type(alternatives[index])
    case .repeatWord where key == .delete: return .deleteWord
    // A finger that rests on any other key too long has still pressed it.
    case .press, .longPress, .repeat, .repeatWord: return state.press(key, home: layout.home)
    case .release, .swipe, .alternative: return .nothing
    }
  }

  /// The edits that delete the word before the insertion point.
  var wordDeletion: [Edit] {
    Array(repeating: .deleteBackward, count: buffer.deletionsOfLastWord(rules: field.editingRules))
  }

  /// Applies the keyboard's own edits to what it knows of the document, and says what they changed.
  mutating func apply(_ edits: [Edit], answering answer: (HostRequest) -> HostReply) -> EditEffect {
    var effect = EditEffect()
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
      // An edit that needs text that is not held is a deletion with something to delete.
      effect.changedText = true
    }
    return effect
  }

  /// The keys by which a person types exactly this character from here, the fewest; nil if this layout cannot.
  ///
  /// It is looked for in the same state that key presses go through, so the two cannot disagree.
  func path(to character: Character) -> [String]? {
    // Equal characters may be different code points (U+212A and "K"): only the same ones will do.
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
          case .nothing, .edit, .deleteWord, .request: break
          }
        }
      }
      level = next
    }
    return nil
  }

  private func isEnabled(_ key: PlaneKey) -> Bool { key != .return || returnKey.isEnabled }
}
