import FakeKeyboards
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import SystemKeyboard
import Testing
import TextModel

/// A text field with the system keyboard. The field applies the result of each turn in the same way as the host.
final class TypedField {
  let keyboard: SystemKeyboard
  private(set) var field: FieldState
  private(set) var buffer: TextBuffer
  private(set) var inputView: InputViewTree?
  private(set) var requests: [KeyboardRequest] = []
  private(set) var last = TurnResult(serial: 0)
  private(set) var questions: [HostRequest] = []
  private(set) var returnKeys = 0
  private let identifier = DocumentIdentifier.random()
  var documentLanguage: String?
  private var serial: UInt64 = 0

  /// Creates a field, and gives it the focus.
  ///
  /// - Parameter isAutomatic: Whether the user wants automatic capitals and punctuation.
  init(
    _ field: FieldState = FieldState(), text: TextBuffer = TextBuffer(), keyboard: SystemKeyboard = SystemKeyboard(),
    isAutomatic: Bool = false
  ) throws {
    self.keyboard = keyboard
    keyboard.preferences = isAutomatic ? TypingPreferences() : .none
    self.field = field
    buffer = text
    try serve(.appear(field), document: text)
  }

  convenience init(_ keyboardType: KeyboardType, keyboard: SystemKeyboard = SystemKeyboard()) throws {
    var field = FieldState()
    field.traits.keyboardType = keyboardType
    try self.init(field, keyboard: keyboard)
  }

  var text: String { buffer.before + buffer.selected + buffer.after }
  var identifiers: [String] { inputView?.keys.map(\.identifier) ?? [] }
  /// The texts of the suggestion bar, with `*` before the selected suggestion; nil without a bar.
  var bar: [String]? {
    guard let inputView, case .stack(let root) = inputView.root, case .suggestions(let bar)? = root.children.first
    else { return nil }
    return bar.suggestions.enumerated().map { $0 == bar.selected ? "*\($1)" : $1 }
  }
  var returnKey: Key? { inputView?.keys.first { $0.role == .return } }

  /// Sends one event to the keyboard and applies the result. `rest` is the reply to the request `.document`; if it is
  /// nil, the host refuses the request.
  func serve(_ event: TurnEvent, document: TextBuffer? = nil, rest: TextBuffer? = nil) throws {
    serial += 1
    if case .traitsChanged(let changed) = event { field = changed }
    if let document { buffer = document }
    let turn = Turn(serial: serial, event: event, document: document.map(snapshot))
    last = try keyboard.serve(turn) { question in
      questions.append(question)
      return rest.map { .document(snapshot($0)) } ?? .refused(.failed)
    }
    #expect(last.serial == serial)
    #expect(last.failure == nil)
    requests = last.requests
    for edit in last.edits {
      if case .applied(let effect) = buffer.apply(edit, rules: field.editingRules) { returnKeys += effect.returnKeys }
    }
    for request in last.requests {
      switch request {
      case .setInputView(let shown):
        try shown.validate()
        inputView = shown
      case .change(let change): inputView = try #require(try inputView?.updated(by: change))
      default: break
      }
    }
  }

  func press(_ identifiers: String...) throws {
    for identifier in identifiers { try serve(.key(KeyEvent(key: identifier, gesture: .press))) }
  }

  /// Presses the keys that type each character. Fails if a key is not visible.
  func type(_ text: String) throws {
    for character in text {
      for event in try #require(keyboard.path(to: character), "no keys for \(character.debugDescription)") {
        try #require(identifiers.contains(event.key ?? ""))
        try serve(.key(event))
      }
    }
  }

  /// Returns the keys that type a character, in order; nil if the keyboard cannot type it.
  func keys(typing character: Character) -> [String]? { keyboard.path(to: character)?.compactMap(\.key) }

  private func snapshot(_ buffer: TextBuffer) -> DocumentSnapshot {
    DocumentSnapshot(
      identifier: identifier, revision: serial, buffer: buffer, documentInputModeLanguage: documentLanguage)
  }
}
