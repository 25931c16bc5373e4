internal import InputViewModel
internal import KeyboardHost
internal import KeyboardStore
internal import TextModel
internal import Translations

/// The last texts that the user copied, the newest first. The host never stores copied texts on disk
/// (Behavior.md#clipboard-history).
struct ClipboardHistory: Hashable {
  private(set) var texts: [String] = []
  /// The change count of the pasteboard when the history last read it.
  private var known: UInt64 = 0

  /// The maximum number of texts, and the maximum size of a text in bytes.
  private static let maximum = (texts: 20, bytes: 4_096)

  /// Adds the text of the pasteboard if the pasteboard has changed.
  ///
  /// - Parameters:
  ///   - pasteboard: The pasteboard.
  ///   - isAllowed: Whether the history may keep the text. The value is false if the text may come from a secure field.
  mutating func update(from pasteboard: any Pasteboard, isAllowed: Bool) {
    guard pasteboard.changeCount != known else { return }
    known = pasteboard.changeCount
    if isAllowed, !pasteboard.isConcealed, let text = pasteboard.string { keep(text) }
  }

  /// Adds a text, unless the text is empty, is too long or contains forbidden characters.
  mutating func keep(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximum.bytes, TextBuffer().fault(in: .insertText(text)) == nil else {
      return
    }
    texts.removeAll { $0 == text }
    texts = Array(([text] + texts).prefix(Self.maximum.texts))
  }

  mutating func forget(_ text: String) { texts.removeAll { $0 == text } }

  mutating func clear() { texts = [] }
}

/// The plane with the copied texts.
struct ClipboardPanel: Hashable {
  /// The copied texts, the newest first.
  var texts: [String]
  /// The host's texts, in the user's language.
  let words: HostTexts

  /// The identifier of the key that removes all texts from the history.
  static let clear = "clear clipboard"
  /// The maximum size of a key's title in bytes.
  private static let titleBytes = 120

  /// Returns the copied text that a key inserts; nil for any other key.
  func text(of identifier: String) -> String? {
    texts.indices.first { Self.identifier($0) == identifier }.map { texts[$0] }
  }

  /// Returns the input view of the plane.
  ///
  /// - Parameters:
  ///   - bottom: The keys of the lowest row.
  ///   - height: The height in points.
  func inputView(bottom: [Key], height: Double) -> InputViewTree {
    let keys = texts.enumerated().map { index, text in
      InputViewTree.Element.key(
        Key(
          Self.title(of: text) ?? words.blankText, identifier: Self.identifier(index), role: .action,
          alternatives: [words.remove]))
    }
    let list =
      keys.isEmpty
      ? InputViewTree.Element.label(Label("message", text: words.noCopiedTexts, weight: 3))
      : .stack(ElementStack(.verticalScroll, keys, weight: 3))
    let clear = Key(
      words.clear, identifier: Self.clear, role: .action, accessibilityLabel: words.forgetCopiedTexts,
      weight: KeyPlane.firstPanelWeight)
    return InputViewTree(
      root: .column([list, .keyRow(([clear] + bottom).map { .key($0) })]),
      height: height, enableInputClicksWhenVisible: true)
  }

  private static func identifier(_ index: Int) -> String { "clip.\(index)" }

  /// Returns the title for the key of a copied text; nil if the text is blank.
  private static func title(of text: String) -> String? {
    var title = ""
    for character in text.prefix(titleBytes) {
      let shown = character.isNewline ? " " : String(character)
      guard title.utf8.count + shown.utf8.count <= titleBytes else { break }
      title += shown
    }
    guard !title.allSatisfy(\.isWhitespace) else { return nil }
    return title.utf8.count < text.utf8.count ? title + "…" : title
  }
}
