internal import InputViewModel
package import KeyboardHost
internal import TextModel

/// The state that the user and the application see after a line of a script.
package struct PlayState: Sendable {
  /// The document of the field that has the focus.
  package struct Document: Sendable {
    /// The text before the selection.
    package var before: String
    /// The selected text.
    package var selected: String
    /// The text after the selection.
    package var after: String
    /// The range of the marked text, in UTF-16 code units of the whole document.
    package var marked: Range<Int>?
    /// The marked text.
    package var markedText: String?
  }

  /// A label that the keyboard shows.
  package struct Label: Sendable {
    /// The label's identifier.
    package var identifier: String
    /// The label's text.
    package var text: String
  }

  /// The identifier of the shown keyboard; nil without a field, or after the keyboard was dismissed.
  package var keyboard: String?
  /// The reason why the system keyboard is shown although the user chose another keyboard.
  package var shownBecause: ShownBecause?
  /// The document; nil without a field.
  package var document: Document?
  /// Whether the field is secure.
  package var isSecure = false
  /// The text on the pasteboard; nil if there is none.
  package var pasteboard: String?
  /// The labels, in reading order.
  package var labels: [Label] = []
  /// The identifiers of the keys, in reading order. If the host adds a globe key, that key is the last.
  package var keys: [String] = []
  /// The identifiers of the disabled keys.
  package var disabledKeys: [String] = []
  /// The identifiers of the selected keys.
  package var selectedKeys: [String] = []
  /// The keys that have alternatives, in reading order: the identifier of each key, and the texts of its alternatives.
  package var alternatives: [(key: String, texts: [String])] = []

  /// Creates the state in which no field has the focus.
  package init() {}

  /// Reads the current state of a session.
  package init(of session: KeyboardSession) {
    keyboard = session.keyboard
    shownBecause = session.shownBecause
    if let field = session.field {
      let document = field.document
      self.document = Document(
        before: document.before, selected: document.selected, after: document.after, marked: document.markedRange,
        markedText: document.markedText)
      isSecure = field.traits.isSecureTextEntry
    }
    pasteboard = session.pasteboard.string
    guard keyboard != nil else { return }
    labels = session.inputView?.labels.map { Label(identifier: $0.identifier, text: $0.text) } ?? []
    let keys = session.inputView?.keys ?? []
    self.keys = keys.map(\.identifier)
    disabledKeys = keys.filter { !$0.isEnabled }.map(\.identifier)
    selectedKeys = keys.filter(\.isSelected).map(\.identifier)
    alternatives = keys.filter { !$0.alternatives.isEmpty }.map { ($0.identifier, $0.alternatives) }
    if session.addsGlobeKey { self.keys.append("🌐") }
  }
}
