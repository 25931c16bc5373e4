package import TextInput

/// The text of one field with its selection, by the rules of BEHAVIOUR §3.
///
/// Only the text near the selection is held as a ``TextInput/TextBuffer``; what is far away lies in slices on both sides, so
/// that an edit costs the same in a short document and in a long one. A value: a turn works on a copy, and the copy becomes
/// the document when all of the turn is right.
package struct TextDocument: Sendable {
  /// Which document this is (§3.10).
  package let identifier: DocumentIdentifier
  /// Grows with every change of text or selection (§3.8).
  package private(set) var revision: UInt64 = 1
  /// How the field's edits work.
  package var rules: EditingRules
  /// How much of the text a keyboard may read (§3.7).
  package var policy: ContextPolicy
  /// The language that the application stored for this document, as a BCP 47 tag.
  package var inputModeLanguage: String?

  private var near: TextBuffer
  /// Text before ``near``; the last slice is the nearest.
  private var farBefore: [Substring] = []
  /// Text after ``near``; the last slice is the nearest.
  private var farAfter: [Substring] = []

  /// Bytes of a side beyond which text is let go of: more where the characters that are held have many bytes themselves.
  private var mostBytesBefore = Self.nearBytes
  private var mostBytesAfter = Self.nearBytes

  /// Characters held on each side after text was let go, and the bytes beyond which it is: each turn copies what is held.
  private static let nearCharacters = 2 * ContextPolicy.defaultWindow
  private static let nearBytes = 16 * 1024
  /// Bytes that are brought near at a time.
  private static let fetchedBytes = 8 * 1024
  /// Characters of a selection that a keyboard may read.
  private static let selectionLimit = 8_192

  /// A document of this text, with the selection where `selected` is.
  package init(
    before: String = "", selected: String = "", after: String = "", identifier: DocumentIdentifier = .random(),
    rules: EditingRules = EditingRules(), policy: ContextPolicy = .default
  ) {
    self.identifier = identifier
    self.rules = rules
    self.policy = policy
    near = TextBuffer(before: before, selected: selected, after: after)
    letGoOfFarText()
  }

  /// All text before the selection or insertion point.
  package var before: String { farBefore.joined() + near.before }
  /// The selected text; empty without a selection.
  package var selected: String { near.selected }
  /// All text after the selection or insertion point.
  package var after: String { near.after + farAfter.reversed().joined() }
  /// Whether there is any text.
  package var hasText: Bool { near.hasText }
  /// The marked text, if there is any.
  package var markedText: String? { near.markedText }

  /// The range of the marked text in the whole document, in UTF-16 code units.
  package var markedRange: Range<Int>? {
    guard let marking = near.marking else { return nil }
    let start = before.utf16.count - marking.before
    return start..<start + marking.before + near.selected.utf16.count + marking.after
  }

  /// Makes one edit.
  package mutating func apply(_ edit: Edit) -> EditEffect {
    var bytes = Self.fetchedBytes
    let wasMarked = near.marking != nil
    while true {
      if case .applied(let effect) = near.apply(edit, rules: rules) {
        if effect.changedText || effect.changedSelection || (wasMarked && near.marking == nil) {
          revision += 1
        }
        letGoOfFarText()
        return effect
      }
      fetchBefore(bytes)
      fetchAfter(bytes)
      bytes *= 2
    }
  }

  /// The first control character that a keyboard's edit may not insert now.
  func firstForbiddenControl(in edit: Edit) -> Unicode.Scalar? { near.firstForbiddenControl(in: edit) }

  /// Makes a keyboard's edits, all or none, that were made on what an older snapshot showed (§3.8).
  ///
  /// If the document changed meanwhile the edits still mean the same as long as everything that the keyboard could see is
  /// as it was and they need no more than that; otherwise they are refused, for they might land in the wrong place.
  package mutating func apply(_ edits: [Edit], madeOn seen: DocumentSnapshot) throws(EditRefusal) -> EditEffect {
    var changed = self
    if seen.identifier != identifier { throw .otherDocument }
    if seen.revision != revision {
      guard changed.snapshot().buffer == seen.buffer, isEnough(seen.buffer, for: edits) else { throw .documentChanged }
    }
    guard edits.count <= TurnLimit.edits else { throw .tooManyEdits }
    var budget = EditBudget()
    var effect = EditEffect()
    for edit in edits {
      try budget.spend(edit, on: changed)
      effect.merge(changed.apply(edit))
    }
    self = changed
    return effect
  }

  /// Replaces text and selection, as the application or the person does.
  ///
  /// Marked text that is not where it was becomes plain.
  package mutating func replace(before: String, selected: String, after: String) -> DocumentDifference {
    let old = self
    let marking = isSameText(before, selected, after) ? near.marking : nil
    near = TextBuffer(before: before, selected: selected, after: after, marking: marking)
    farBefore = []
    farAfter = []
    letGoOfFarText()
    return finishReplacing(old)
  }

  /// Selects characters of the whole text; nil if the range does not lie in it.
  package mutating func select(offset: Int, length: Int) -> DocumentDifference? {
    let text = before + selected + after
    guard offset >= 0, length >= 0,
      let start = text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex),
      let end = text.index(start, offsetBy: length, limitedBy: text.endIndex)
    else { return nil }
    return replace(
      before: String(text[..<start]), selected: String(text[start..<end]), after: String(text[end...]))
  }

  /// Makes marked text plain, as the field does when it loses the focus (§3.6); whether there was any.
  package mutating func unmark() -> Bool {
    guard near.marking != nil else { return false }
    _ = apply(.unmarkText)
    return true
  }

  /// What a keyboard may read now (§3.7).
  package mutating func snapshot() -> DocumentSnapshot {
    // One character more than is shown is held, so that what is shown ends at a true border.
    let window =
      if case .window(let characters) = policy { min(max(characters, 0), .max - 1) } else {
        ContextPolicy.defaultWindow
      }
    fetch(window + 1)
    return DocumentSnapshot(
      identifier: identifier, revision: revision, buffer: near.context(policy, window, Self.selectionLimit),
      policy: policy, documentInputModeLanguage: inputModeLanguage)
  }

  private func isEnough(_ seen: TextBuffer, for edits: [Edit]) -> Bool {
    var seen = seen
    return edits.allSatisfy { seen.apply($0, rules: rules) != .needsText }
  }

  private func isSameText(_ before: String, _ selected: String, _ after: String) -> Bool {
    self.before.utf8.elementsEqual(before.utf8) && self.selected.utf8.elementsEqual(selected.utf8)
      && self.after.utf8.elementsEqual(after.utf8)
  }

  private mutating func finishReplacing(_ old: TextDocument) -> DocumentDifference {
    let oldText = old.before + old.selected + old.after
    let newText = before + selected + after
    var difference = DocumentDifference()
    difference.changedText = !oldText.utf8.elementsEqual(newText.utf8)
    difference.changedSelection =
      !difference.changedText
      && (old.before.utf8.count != before.utf8.count || old.selected.utf8.count != selected.utf8.count)
    difference.endedMarking = old.near.marking != nil && near.marking == nil
    if difference.changedText || difference.changedSelection || difference.endedMarking { revision += 1 }
    return difference
  }

  // MARK: Near and far

  /// Brings text near until each side holds so many characters or all that there is.
  private mutating func fetch(_ characters: Int) {
    while near.isCutBefore, near.before.index(ofLastCharacters: characters) == nil {
      fetchBefore(near.before.utf8.count + Self.fetchedBytes)
    }
    while near.isCutAfter, near.after.index(ofFirstCharacters: characters) == nil {
      fetchAfter(near.after.utf8.count + Self.fetchedBytes)
    }
  }

  /// Brings text near until there are so many bytes before the selection, or all; what stays far ends at a border.
  private mutating func fetchBefore(_ bytes: Int) {
    while near.before.utf8.count < bytes, let slice = farBefore.popLast() {
      let wanted = slice.utf8.index(slice.endIndex, offsetBy: -bytes, limitedBy: slice.startIndex) ?? slice.startIndex
      let border = slice._index(roundingDown: wanted)
      if border > slice.startIndex { farBefore.append(slice[..<border]) }
      near.extendBefore(with: slice[border...], isCut: !farBefore.isEmpty)
    }
  }

  /// Brings text near until there are so many bytes after the selection, or all.
  private mutating func fetchAfter(_ bytes: Int) {
    while near.after.utf8.count < bytes, let slice = farAfter.popLast() {
      let wanted = slice.utf8.index(slice.startIndex, offsetBy: bytes, limitedBy: slice.endIndex) ?? slice.endIndex
      let rounded = slice._index(roundingDown: wanted)
      let border = rounded > slice.startIndex ? rounded : slice.endIndex
      if border < slice.endIndex { farAfter.append(slice[border...]) }
      near.extendAfter(with: slice[..<border], isCut: !farAfter.isEmpty)
    }
  }

  /// Marked text stays near however long it is.
  private mutating func letGoOfFarText() {
    if near.before.utf8.count > mostBytesBefore {
      let slice = near.cutBefore(keeping: Self.nearCharacters + (near.marking?.before ?? 0))
      mostBytesBefore = max(Self.nearBytes, 2 * near.before.utf8.count)
      if !slice.isEmpty { farBefore.append(slice) }
    }
    if near.after.utf8.count > mostBytesAfter {
      let slice = near.cutAfter(keeping: Self.nearCharacters + (near.marking?.after ?? 0))
      mostBytesAfter = max(Self.nearBytes, 2 * near.after.utf8.count)
      if !slice.isEmpty { farAfter.append(slice) }
    }
  }
}

/// What somebody else than a keyboard changed in a document.
package struct DocumentDifference: Hashable, Sendable {
  /// Whether the text is another.
  package var changedText = false
  /// Whether only the selection moved.
  package var changedSelection = false
  /// Whether marked text became plain.
  package var endedMarking = false
}

/// Why a keyboard's edits are refused; nothing of them was made.
package enum EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// They were made on another field's document.
  case otherDocument
  /// Somebody changed what the keyboard saw when it made them.
  case documentChanged
  /// More than ``TextInput/TurnLimit/edits``.
  case tooManyEdits
  /// More than ``TextInput/TurnLimit/insertedBytes``.
  case tooMuchText
  /// They insert this control character, which is no text.
  case controlCharacter(Unicode.Scalar)
  /// The host needed more than a second for them.
  case tooMuchWork

  /// The refusal as a person reads it, without a full stop.
  package var description: String {
    switch self {
    case .otherDocument: "its edits were made on another field's document"
    case .documentChanged: "its edits were made on a document that somebody else has changed since"
    case .tooManyEdits: "it made more than \(TurnLimit.edits) edits in one turn"
    case .tooMuchText: "it inserted more than \(TurnLimit.insertedBytes) bytes in one turn"
    case .controlCharacter(let scalar): "it inserted the control character U+\(scalar.fourDigits), which is no text"
    case .tooMuchWork: "the host needed more than a second for its edits in one turn"
    }
  }

  /// Whether it is a limit of a turn that was passed (BEHAVIOUR §3.11).
  var isLimit: Bool {
    switch self {
    case .tooManyEdits, .tooMuchText, .tooMuchWork: true
    case .otherDocument, .documentChanged, .controlCharacter: false
    }
  }
}
