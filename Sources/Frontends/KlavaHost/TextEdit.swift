internal import KeyboardHost
internal import TextModel

/// One edit of a keyboard or of the user, with its exact effect on the application's text.
///
/// Apply the edits of an update in their order: replace ``range`` by ``text``, then set the selection.
public struct TextEdit: Hashable, Sendable {
  /// What the keyboard called. Corresponds to `UITextDocumentProxy`.
  public enum Kind: Hashable, Sendable {
    /// `insertText(_:)`.
    case insertText(String)
    /// `deleteBackward()`.
    case deleteBackward
    /// `adjustTextPosition(byCharacterOffset:)`, in UTF-16 code units.
    case adjustTextPosition(Int)
    /// A move of the insertion point by characters, as with the arrow keys.
    case adjustTextPositionByCharacters(Int)
    /// `setMarkedText(_:selectedRange:)`; the range counts UTF-16 code units of the text.
    case setMarkedText(String, selectedRange: Range<Int>)
    /// `unmarkText()`.
    case unmarkText
    /// The host replaced the text without a call of a keyboard.
    case replaceText
  }

  /// The units of the ranges of an edit.
  public enum Units: String, CaseIterable, Sendable {
    /// Bytes of UTF-8.
    case utf8 = "utf-8"
    /// Code units of UTF-16, as in UIKit.
    case utf16 = "utf-16"
    /// Unicode scalars, as in Python and GTK.
    case scalars = "utf-32"

    func count(_ text: Substring) -> Int {
      switch self {
      case .utf8: text.utf8.count
      case .utf16: text.utf16.count
      case .scalars: text.unicodeScalars.count
      }
    }
  }

  /// The call.
  public var kind: Kind
  /// The part of the text that the edit replaces, in the units of the session.
  public var range: Range<Int>
  /// The text that replaces it.
  public var text: String
  /// The selection after the edit.
  public var selection: Range<Int>
  /// The marked text after the edit; nil if there is none.
  public var markedRange: Range<Int>?
}

/// The document of the application, which follows the edits of a report one by one.
struct EditReplay {
  private var document: TextDocument
  private let units: TextEdit.Units

  init(_ document: TextDocument, _ units: TextEdit.Units) {
    self.document = document
    self.units = units
  }

  /// Applies the edits, and returns them with their effects. If they do not lead to the session's document, a last edit
  /// replaces the text, so that the application's text is right in any case.
  ///
  /// - Parameter final: The session's document after the edits; nil if the field has lost the focus.
  mutating func effects(of edits: [Edit], resultingIn final: TextDocument?) -> [TextEdit] {
    var effects = edits.map { edit in
      let before = document
      _ = document.apply(edit)
      return effect(TextEdit.Kind(edit), from: before, to: document)
    }
    if let final, !document.hasSameText(as: final) {
      effects.append(effect(.replaceText, from: document, to: final))
      document = final
    }
    return effects
  }

  private func effect(_ kind: TextEdit.Kind, from old: TextDocument, to new: TextDocument) -> TextEdit {
    let (oldBefore, oldAfter) = (old.before, old.after)
    let (newBefore, newAfter) = (new.before, new.after)
    // The common parts never reach across the insertion point, so an inserted letter beside an equal one is where the
    // user typed it.
    let prefix = oldBefore.commonPrefix(newBefore)
    let suffix = oldAfter.commonSuffix(newAfter)
    let oldMiddle = String(oldBefore.dropping(utf8: prefix)) + old.selected + oldAfter.dropping(lastUTF8: suffix)
    let newMiddle = String(newBefore.dropping(utf8: prefix)) + new.selected + newAfter.dropping(lastUTF8: suffix)
    let isSame = oldMiddle.utf8.elementsEqual(newMiddle.utf8)
    let start = units.count(newBefore.prefix(utf8: prefix))
    let caret = units.count(newBefore[...])
    let marked = new.markedRange.map { range -> Range<Int> in
      let text = newBefore + new.selected + newAfter
      let start = String.Index(utf16Offset: range.lowerBound, in: text)
      let end = String.Index(utf16Offset: range.upperBound, in: text)
      let lower = units.count(text[..<start])
      return lower..<lower + units.count(text[start..<end])
    }
    return TextEdit(
      kind: kind, range: isSame ? caret..<caret : start..<start + units.count(oldMiddle[...]),
      text: isSame ? "" : newMiddle, selection: caret..<caret + units.count(new.selected[...]), markedRange: marked)
  }
}

extension TextEdit.Kind {
  fileprivate init(_ edit: Edit) {
    switch edit {
    case .insertText(let text): self = .insertText(text)
    case .deleteBackward: self = .deleteBackward
    case .adjustTextPosition(let offset): self = .adjustTextPosition(offset)
    case .adjustTextPositionByCharacters(let offset): self = .adjustTextPositionByCharacters(offset)
    case .setMarkedText(let text, let range): self = .setMarkedText(text, selectedRange: range)
    case .unmarkText: self = .unmarkText
    }
  }
}

extension TextDocument {
  fileprivate func hasSameText(as other: TextDocument) -> Bool {
    before.utf8.elementsEqual(other.before.utf8) && selected.utf8.elementsEqual(other.selected.utf8)
      && after.utf8.elementsEqual(other.after.utf8)
  }
}

extension String {
  /// The length in UTF-8 bytes of the longest common start of whole scalars.
  fileprivate func commonPrefix(_ other: String) -> Int {
    var count = zip(utf8, other.utf8).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
    while !isBoundary(count) || !other.isBoundary(count) { count -= 1 }
    return count
  }

  /// The length in UTF-8 bytes of the longest common end of whole scalars.
  fileprivate func commonSuffix(_ other: String) -> Int {
    let pairs = zip(utf8.reversed(), other.utf8.reversed())
    var count = pairs.lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
    while !isBoundary(utf8.count - count) || !other.isBoundary(other.utf8.count - count) { count -= 1 }
    return count
  }

  private func isBoundary(_ offset: Int) -> Bool {
    offset == 0 || offset == utf8.count || utf8[utf8.index(startIndex, offsetBy: offset)] & 0xC0 != 0x80
  }

  fileprivate func prefix(utf8 count: Int) -> Substring { self[..<utf8.index(startIndex, offsetBy: count)] }
  fileprivate func dropping(utf8 count: Int) -> Substring { self[utf8.index(startIndex, offsetBy: count)...] }
  fileprivate func dropping(lastUTF8 count: Int) -> Substring { self[..<utf8.index(endIndex, offsetBy: -count)] }
}
