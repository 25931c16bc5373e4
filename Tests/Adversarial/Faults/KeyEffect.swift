internal import Foundation
internal import RandomValues
internal import TextModel

/// The effect of a key on a document, as the model applies it.
enum KeyEffect {
  /// The key makes these edits. If the key has a character, the document gets this character, even when another process
  /// or the system keyboard handles the press (Behavior.md#failures).
  case edits([Edit], character: Character? = nil)
  /// The key deletes the whole text.
  case clears
  /// The key changes nothing. If the keyboard disappears, its marked text becomes plain text.
  case nothing
  /// The process ends or the turn fails, and the host applies nothing of the turn.
  case fails
  /// The process closes its own descriptors, so the host may or may not receive the result.
  case mayFail([Edit])

  /// The effect of a key of `Tests/Adversarial/CrashingKeyboard`, by its identifier.
  static func typist(_ key: String) -> KeyEffect {
    switch key {
    case "a", "b", "m", "n", "z", "7", "Q", "%": .edits([.insertText(key)], character: key.first)
    case "space": .edits([.insertText(" ")], character: " ")
    case "return": .edits([.insertText("\n")], character: "\n")
    case "delete": .edits([.deleteBackward])
    case "tag": .edits([.insertText("<b></b>"), .adjustTextPosition(byCharacterOffset: -4)])
    case "word": .edits("word".map { .insertText(String($0)) })
    case "keep": .edits([.insertText("kept")])
    case "mark": .edits([.setMarkedText("mm", selectedRange: 2..<2)])
    case "unmark": .edits([.unmarkText])
    case "tab": .edits([.insertText("\t")])
    case "left": .edits([.adjustTextPositionByCharacters(-1)])
    case "right": .edits([.adjustTextPositionByCharacters(1)])
    case "emoji": .edits([.insertText("a😀b")])
    case "accents": .edits([.insertText("e\u{301}x\u{308}")])
    case "arabic": .edits([.insertText("مَرحبا")])
    case "devanagari": .edits([.insertText("क्षि हि")])
    case "people": .edits([.insertText("👩‍👩‍👧👍🏽🇺🇦")])
    case "hebrew": .edits([.insertText("שָׁלוֹם")])
    case "clear": .clears
    case "abort", "segv", "exit", "overflow", "hang", "error", "flood", "bytes": .fails
    case "close": .mayFail([.insertText("lost")])
    default: .nothing
    }
  }

  /// The keys of `Tests/Adversarial/CrashingKeyboard` that end its process.
  static let ends: Set<String> = ["abort", "segv", "exit", "overflow", "hang", "close"]

  /// The effect of a key of HabrTags (Behavior.md#habrtags), by its identifier and the selected text.
  ///
  /// - Parameter insertsLines: Whether the rules of the field allow line breaks and tabs in a longer text. If not, the
  ///   host rejects a tag around such a text (Behavior.md#return-and-tab).
  static func tags(_ key: String, selected: String, insertsLines: Bool) -> KeyEffect {
    if let tag = tags[key] {
      if !insertsLines, selected.unicodeScalars.contains(where: \.endsLineOrIsTab) { return .fails }
      // HabrTags puts the insertion point after the first string of this list that the tag contains.
      let border = ["]", "://", "=\"", ">"].lazy.compactMap { tag.range(of: $0)?.upperBound }.first ?? tag.endIndex
      let (opening, closing) = (tag[..<border], tag[border...])
      // A selected URL replaces the scheme of the tag, and a quotation mark in an attribute needs an escape.
      let scheme = "http://"
      let start = opening.hasSuffix(scheme) ? opening.dropLast(scheme.count) : opening
      let content = start.hasSuffix("=\"") ? selected.replacing("\"", with: "&quot;") : selected
      let text = "\(selected.wholeMatch(of: url) == nil ? opening : start)\(content)\(closing)"
      return .edits([.insertText(text), .adjustTextPosition(byCharacterOffset: -closing.utf16.count)])
    }
    switch key {
    case "⌫": return .edits([.deleteBackward])
    case _ where key.count == 1 && (key.first?.isNumber == true || key == "." || key == ","):
      return .edits([.insertText(key)], character: key.first)
    default: return .nothing
    }
  }

  private static var url: Regex<Substring> { /\s*(?:[A-Za-z][A-Za-z0-9+.\-]*:\/\/\S*|\/\/\S+|(?i:mailto):\S+)\s*/ }

  private static let tags: [String: String] = [
    "Жирный": "<b></b>", "Курсив": "<i></i>", "Подчеркнутый": "<u></u>", "Зачеркнутый": "<s></s>",
    "Цитата": "<blockquote></blockquote>", "Код": "<code></code>", "Ссылка": "<a href=\"http://\"></a>",
    "Картинка": "<img src=\"http://\"/>", "Видео": "<video>http://</video>",
    "Спойлер": "<spoiler title=\"\"></spoiler>", "Хабраюзер": "<hh user=\"\"/>",
    "Сарказм": "[sarcasm mode on][/sarcasm mode off]", "Зануда": "[zanuda mode on][/zanuda mode off]",
  ]
}

extension NaiveDocument {
  /// The document after these edits.
  func applying(_ edits: [Edit]) -> NaiveDocument {
    var document = self
    for edit in edits { _ = document.apply(edit) }
    return document
  }

  /// The document after one turn's edits. The host applies all of these edits or none (Behavior.md#turn-limits).
  func making(_ edits: [Edit]) -> NaiveDocument {
    var document = self
    for edit in edits {
      guard document.allows(edit) else { return self }
      _ = document.apply(edit)
    }
    return document
  }

  /// Whether every control character that the edit inserts is in the text that the edit replaces.
  private func allows(_ edit: Edit) -> Bool {
    func controls(_ scalars: some Sequence<Unicode.Scalar>) -> Set<Unicode.Scalar> {
      Set(scalars.filter { $0.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains($0) })
    }
    switch edit {
    case .insertText(let typed), .setMarkedText(let typed, _):
      return controls(typed.unicodeScalars).isSubset(of: controls(text[marked ?? selection]))
    default: return true
    }
  }

  /// The document with its marked text turned into plain text.
  var unmarked: NaiveDocument { applying([.unmarkText]) }

  /// The document without text.
  var cleared: NaiveDocument { NaiveDocument(before: "", selected: "", after: "", rules: rules) }

  /// The document with another selection, given as an offset and a length in characters.
  func selecting(offset: Int, length: Int) -> NaiveDocument {
    let characters = Array(before + selected + after)
    let document = NaiveDocument(
      before: String(characters[..<offset]), selected: String(characters[offset..<offset + length]),
      after: String(characters[(offset + length)...]), rules: rules)
    return document
  }
}
