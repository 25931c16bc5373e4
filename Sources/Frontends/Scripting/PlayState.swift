package import KeyboardHost
internal import TextInput

/// What a person would see between two lines of a script.
package struct PlayState: Sendable {
  /// The document of the field that has the focus.
  package struct Document: Sendable {
    /// The text before the selection.
    package var before: String
    /// The selected text.
    package var selected: String
    /// The text after the selection.
    package var after: String
    /// Where the marked text is, in UTF-16 code units of the whole document.
    package var marked: Range<Int>?
    /// The marked text.
    package var markedText: String?
  }

  /// A label that the keyboard shows.
  package struct Label: Sendable {
    /// Its identifier.
    package var identifier: String
    /// Its text.
    package var text: String
  }

  /// The keyboard shown; nil without a field, or after it was dismissed.
  package var keyboard: String?
  /// Why the system keyboard is shown although another one was chosen.
  package var shownBecause: ShownBecause?
  /// Nil without a field.
  package var document: Document?
  /// Whether the field hides what is typed.
  package var isSecure = false
  /// The text on the pasteboard; nil where there is none.
  package var pasteboard: String?
  /// The labels, in reading order.
  package var labels: [Label] = []
  /// The identifiers of the keys, in reading order; the globe key that the host adds is the last.
  package var keys: [String] = []
  /// The identifiers of the keys that cannot be pressed now.
  package var disabledKeys: [String] = []
  /// The identifiers of the keys that are shown as switched on.
  package var selectedKeys: [String] = []
  /// What held keys offer, by identifier, in reading order; keys that offer nothing are left out.
  package var alternatives: [(key: String, texts: [String])] = []

  /// Nothing has the focus.
  package init() {}

  /// What is true of a session now.
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
    labels = session.interface?.labels.map { Label(identifier: $0.identifier, text: $0.text) } ?? []
    let keys = session.interface?.keys ?? []
    self.keys = keys.map(\.identifier)
    disabledKeys = keys.filter { !$0.isEnabled }.map(\.identifier)
    selectedKeys = keys.filter(\.isSelected).map(\.identifier)
    alternatives = keys.filter { !$0.alternatives.isEmpty }.map { ($0.identifier, $0.alternatives) }
    if session.addsGlobeKey { self.keys.append("🌐") }
  }
}
