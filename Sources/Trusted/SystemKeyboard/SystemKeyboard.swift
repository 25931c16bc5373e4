// SystemKeyboard: the host's own keyboard, for the fields where no third party may go (Behavior.md#system-keyboard).
//
// For:    typing in every kind of field: letters, numbers, symbols and pads, trusted and in the host's process.
// Never:  remembers anything of a field that has lost the focus, suggests or corrects words, or reads a file.
// Start:  `FocusedField.swift` for what a key press does, `SystemLayout.swift` for which planes a field gets,
//         `KeyPlane+Text.swift` and `KeyPlane+Pads.swift` for the planes themselves, which are data.
//
// `PlaneState` is the whole of what the keyboard itself remembers between two keys, as a value. Serving a key press and
// finding the keys that type a character both go through it, so that a script types just as a person would.

internal import KeyboardHost
package import TextInput

/// The host's own keyboard: serves turns like any other, and cannot crash, hang or be refused.
package final class SystemKeyboard: SystemTyping {
  /// What names it where other keyboards have a `CFBundleIdentifier`.
  package static let identifier = "org.klava.system"

  private let decimalSeparator: Character
  private var focus: FocusedField?

  /// A keyboard for a person of this language, a BCP 47 tag; it decides the decimal separator.
  package init(language: String = "en-US") {
    decimalSeparator = DecimalSeparator.character(language: language)
  }

  /// Serves one turn; never throws.
  ///
  /// A key that is not shown, and any key while no field has the focus, does nothing.
  package func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) -> TurnResult {
    var result = TurnResult(serial: turn.serial)
    if let document = turn.document { focus?.update(document) }
    switch turn.event {
    case .load: result.callbacks = [.viewDidLoad]
    case .appear(let field):
      focus = FocusedField(field, document: turn.document, decimalSeparator: decimalSeparator)
      result.callbacks = [.viewWillAppear, .viewDidAppear]
    case .disappear:
      focus = nil
      result.callbacks = [.viewWillDisappear, .viewDidDisappear]
    case .key(let event): use(event, result: &result, answering: answer)
    case .documentChanged(let change):
      result.callbacks = Self.callbacks(
        changedText: change.changedText, changedSelection: change.changedSelection, endedMarking: change.endedMarking)
    case .traitsChanged(let field):
      focus?.update(field)
      result.callbacks = [.traitsDidChange, .textDidChange]
    case .standingChanged(let standing):
      focus?.update(standing)
      result.callbacks = [.standingDidChange]
    case .environmentChanged: result.callbacks = [.environmentDidChange]
    case .settingsChanged: result.callbacks = [.settingsDidChange]
    case .memoryWarning: result.callbacks = [.didReceiveMemoryWarning]
    case .timer: break
    case .destroy: focus = nil
    }
    if let request = focus?.redraw() { result.requests.append(request) }
    return result
  }

  /// Does nothing: there is no process to end, and the next field makes all anew.
  package func end() {}

  /// The identifiers of the keys to press, in order, to type exactly this character from what is shown now.
  ///
  /// Nil where the layout cannot type it, and while no field has the focus.
  package func path(to character: Character) -> [String]? { focus?.path(to: character) }

  private func use(_ event: KeyEvent, result: inout TurnResult, answering answer: (HostRequest) -> HostReply) {
    switch focus?.use(event) {
    case .edit(let edit): self.edit([edit], result: &result, answering: answer)
    case .deleteWord: edit(focus?.wordDeletion ?? [], result: &result, answering: answer)
    case .request(let request): result.requests = [request]
    case .nothing, nil: break
    }
  }

  private func edit(_ edits: [Edit], result: inout TurnResult, answering answer: (HostRequest) -> HostReply) {
    result.edits = edits
    guard let effect = focus?.apply(edits, answering: answer) else { return }
    result.callbacks = Self.callbacks(changedText: effect.changedText, changedSelection: effect.changedSelection)
  }

  /// What a keyboard is told of a change, in order (Behavior.md#document-changes).
  private static func callbacks(
    changedText: Bool, changedSelection: Bool, endedMarking: Bool = false
  ) -> [KeyboardCallback] {
    var callbacks: [KeyboardCallback] = []
    if changedText { callbacks.append(.textWillChange) }
    if changedSelection { callbacks.append(.selectionWillChange) }
    if changedText { callbacks.append(.textDidChange) }
    if changedSelection { callbacks.append(.selectionDidChange) }
    if endedMarking { callbacks.append(.markedTextDidEnd) }
    return callbacks
  }
}
