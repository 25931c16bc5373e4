internal import KeyboardHost
internal import TextModel

/// One edit that a keyboard or the user made, with its exact effect on the application's text.
///
/// Apply the edits of an update in their order. For each edit, replace ``range`` by ``text``, and then set the
/// selection.
public struct TextEdit: Hashable, Sendable {
  /// The call that caused the edit. Corresponds to the methods of `UITextDocumentProxy`.
  public enum Kind: Hashable, Sendable {
    /// `insertText(_:)`.
    case insertText(String)
    /// `deleteBackward()`.
    case deleteBackward
    /// `adjustTextPosition(byCharacterOffset:)`, in UTF-16 code units.
    case adjustTextPosition(Int)
    /// A move of the insertion point by characters, as with the arrow keys.
    case adjustTextPositionByCharacters(Int)
    /// `setMarkedText(_:selectedRange:)`. The range counts UTF-16 code units of the marked text.
    case setMarkedText(String, selectedRange: Range<Int>)
    /// `unmarkText()`.
    case unmarkText
    /// The host itself replaced the text, without a call of the keyboard.
    case replaceText
  }

  /// The units in which the ranges of an edit count.
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

    /// The length of the text before the selection, counted in the units that this value selects.
    func count(before document: TextDocument) -> Int { document.slicesBefore.reduce(0) { $0 + count($1) } }
  }

  /// The call that caused the edit.
  public var kind: Kind
  /// The part of the text that the edit replaces, in the units of the session.
  public var range: Range<Int>
  /// The text that replaces the range.
  public var text: String
  /// The selection after the edit.
  public var selection: Range<Int>
  /// The marked text after the edit; nil if there is none.
  public var markedRange: Range<Int>?
}

/// Computes the effect of each edit of an update, by applying the edit to a copy of the session's document.
struct EditReplay {
  private var document: TextDocument
  private let units: TextEdit.Units
  /// The length of the text before the selection, in ``units``.
  private var insertionPoint: Int

  init(_ document: TextDocument, _ units: TextEdit.Units) {
    self.document = document
    self.units = units
    insertionPoint = units.count(before: document)
  }

  /// The maximum number of long moves whose effects one update contains. A long move moves the insertion point out of
  /// the text in `TextDocument.near`. The cost of a long move grows with the length of the text. The host does not
  /// count the cost of a long move as time of the keyboard, so it limits the number instead.
  private static let maximumLongMoves = 16

  /// Applies the edits to the copy, and returns the edits with their effects. Leaves out edits that change neither the
  /// text nor the selection nor the marked text, such as a deletion at the start of the text. If the copy differs from
  /// the session's document after the edits, appends an edit that replaces the whole text. The copy can differ because
  /// the method stops after too many long moves.
  ///
  /// - Parameter final: The session's document after the edits; nil if the field has lost the focus.
  mutating func effects(of edits: [Edit], resultingIn final: TextDocument?) -> [TextEdit] {
    var effects: [TextEdit] = []
    var longMoves = 0
    for edit in edits {
      let (effect, isLongMove) = effect(of: edit)
      if let effect { effects.append(effect) }
      if isLongMove { longMoves += 1 }
      if longMoves == Self.maximumLongMoves, final != nil { break }
    }
    if let final, !document.hasSameText(as: final) {
      let whole = { (text: TextDocument) in
        TextBuffer(before: text.before, selected: text.selected, after: text.after, marking: text.near.marking)
      }
      effects.append(effect(.replaceText, from: whole(document), to: whole(final)))
      document = final
    }
    return effects
  }

  /// Applies an edit, and returns its effect; nil for an edit without an effect. The cost depends on the length of the
  /// text only if the edit is a long move.
  private mutating func effect(of edit: Edit) -> (effect: TextEdit?, isLongMove: Bool) {
    if let (old, new) = document.applyNear(edit) {
      let isSame =
        old.before.utf8.hasBytes(of: new.before.utf8) && old.selected.utf8.hasBytes(of: new.selected.utf8)
        && old.after.utf8.hasBytes(of: new.after.utf8) && old.marking == new.marking
      return (isSame ? nil : effect(TextEdit.Kind(edit), from: old, to: new), false)
    }
    insertionPoint = units.count(before: document)
    return (effect(TextEdit.Kind(edit), from: document.near, to: document.near), true)
  }

  /// Returns the effect of a change from `old` to `new`, and updates ``insertionPoint``. `old` and `new` can be parts
  /// of a longer document.
  private mutating func effect(_ kind: TextEdit.Kind, from old: TextBuffer, to new: TextBuffer) -> TextEdit {
    // The common start and the common end of `old` and `new` must not extend beyond the insertion point. Otherwise, if
    // the user types a letter beside an equal letter, the edit could insert the letter on the wrong side of it.
    let prefix = old.before.commonPrefix(with: new.before)
    let suffix = old.after.commonSuffix(with: new.after)
    // Copy the substrings before counting: Swift examines the whole text when it counts the UTF-16 code units of a
    // substring.
    let oldBefore = String(old.before.dropping(utf8: prefix))
    let newBefore = String(new.before.dropping(utf8: prefix))
    let oldMiddle = oldBefore + old.selected + old.after.dropping(lastUTF8: suffix)
    let newMiddle = newBefore + new.selected + new.after.dropping(lastUTF8: suffix)
    let isSame = oldMiddle.utf8.hasBytes(of: newMiddle.utf8)
    let start = insertionPoint - units.count(oldBefore[...])
    insertionPoint = start + units.count(newBefore[...])
    let end = insertionPoint + units.count(new.selected[...])
    let marked = new.marking.map { marking -> Range<Int> in
      let lower = new.before.utf16.index(new.before.endIndex, offsetBy: -marking.before)
      let upper = String.Index(utf16Offset: marking.after, in: new.after)
      let (before, after) = (String(new.before[lower...]), String(new.after[..<upper]))
      return insertionPoint - units.count(before[...])..<end + units.count(after[...])
    }
    return TextEdit(
      kind: kind, range: isSame ? insertionPoint..<insertionPoint : start..<start + units.count(oldMiddle[...]),
      text: isSame ? "" : newMiddle, selection: insertionPoint..<end, markedRange: marked)
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

extension String {
  fileprivate func dropping(utf8 count: Int) -> Substring { self[utf8.index(startIndex, offsetBy: count)...] }
  fileprivate func dropping(lastUTF8 count: Int) -> Substring { self[..<utf8.index(endIndex, offsetBy: -count)] }
}
