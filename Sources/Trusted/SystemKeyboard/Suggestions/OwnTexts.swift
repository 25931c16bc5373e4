internal import SuggestionProtocol
internal import TextModel

/// The user's own data for the content type of a field (Behavior.md#content-type-suggestions).
struct OwnTexts {
  private let texts: [String]

  /// Whether the user stored no data for the content type.
  var isEmpty: Bool { texts.isEmpty }

  /// Creates the data of a field from the texts for its content type.
  init(_ texts: [String] = []) { self.texts = texts }

  /// Returns the texts that begin with the text of the field. If the result is empty, the suggestion bar shows
  /// suggested words instead.
  func suggestions(for buffer: TextBuffer) -> [String] {
    guard !texts.isEmpty, buffer.selected.isEmpty, !buffer.isSelectionCut, buffer.marking == nil,
      !buffer.isCutBefore, buffer.after.isEmpty, !buffer.isCutAfter
    else { return [] }
    let typed = buffer.before.lowercased()
    return Array(
      texts.filter { $0 != buffer.before && $0.lowercased().hasPrefix(typed) }.prefix(
        SuggestionAnswer.maximumSuggestions))
  }

  /// Returns the edits that change the text of the field to a text of the user's own data.
  static func edits(completing buffer: TextBuffer, to text: String, rules: EditingRules) -> [Edit] {
    let typed = buffer.before
    if text.hasPrefix(typed) { return [.insertText(String(text.dropFirst(typed.count)))] }
    let deletions = buffer.deletions(leaving: 0, rules: rules)
    return Array(repeating: .deleteBackward, count: deletions) + [.insertText(text)]
  }
}
