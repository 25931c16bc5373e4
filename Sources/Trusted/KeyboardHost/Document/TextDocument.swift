internal import Glibc
package import TextInput

/// The text of one field with its selection, by the rules of Behavior.md#the-document.
///
/// Only the text near the selection is held as a ``TextInput/TextBuffer``; what is far away lies in slices on both sides, so
/// that an edit costs the same in a short document and in a long one. A value: a turn works on a copy, and the copy becomes
/// the document when all of the turn is right.
package struct TextDocument: Sendable {
  /// Which document this is (Behavior.md#document-identifier).
  package private(set) var identifier: DocumentIdentifier
  /// Grows with every change of text or selection (Behavior.md#revisions).
  package private(set) var revision: UInt64 = 1
  /// How the field's edits work.
  package var rules: EditingRules
  /// How much of the text a keyboard may read (Behavior.md#context-policies).
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

  /// Characters that ``near`` keeps on each side when far text is cut off it: each turn copies what is near.
  private static let nearCharacters = 2 * ContextPolicy.defaultWindow
  /// UTF-8 bytes on a side beyond which far text is cut off.
  private static let nearBytes = 16 * 1024
  /// Scalars for each character, on average, that are near or shown. Only text that is made to be costly has more: an
  /// emoji of a family has seven, a flag of a region too.
  private static let scalarsPerCharacter = 8
  /// UTF-8 bytes that are brought near at a time.
  private static let fetchedBytes = 8 * 1024
  /// UTF-8 bytes beside the marked text that are brought near for one edit, at most. An edit that depends on more text (a
  /// single character can be that long) is made as if the text ended there.
  private static let mostFetchedBytes = 64 * 1024
  /// UTF-16 units, or characters, that the insertion point moves at once. A longer move is made in such steps, each of which
  /// needs less than ``mostFetchedBytes`` in any text.
  private static let longestStep = 1_024
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
    cutOffFarText()
  }

  /// Takes another identifier and begins to count revisions anew; the text stays.
  mutating func becomeAnother() {
    identifier = .random()
    revision = 1
  }

  /// All text before the selection or insertion point.
  package var before: String { farBefore.joined(separator: "") + near.before }
  /// The selected text; empty without a selection.
  package var selected: String { near.selected }
  /// All text after the selection or insertion point.
  package var after: String { near.after + farAfter.reversed().joined(separator: "") }
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
  package mutating func apply(_ edit: Edit) -> EditEffect { apply(edit, within: nil) }

  /// Makes one edit. A move that uses up the budget ends where it is then; whoever has the budget refuses the turn.
  mutating func apply(_ edit: Edit, within budget: TurnBudget?) -> EditEffect {
    switch edit {
    case .adjustTextPosition(let offset) where offset.magnitude > Self.longestStep:
      return move(by: offset, .codeUnits, within: budget)
    case .adjustTextPositionByCharacters(let offset) where offset.magnitude > Self.longestStep:
      return move(by: offset, .characters, within: budget)
    default:
      let rules = rules
      let effect = edited { near in
        if case .applied(let effect) = near.apply(edit, rules: rules) { (effect, effect) } else { nil }
      }
      return effect ?? EditEffect()
    }
  }

  /// Does something with the text near the selection, as soon as enough of it is near.
  private mutating func edited<Result>(
    _ body: (inout TextBuffer) -> (effect: EditEffect, result: Result)?
  ) -> Result? {
    let wasMarked = near.marking != nil
    let mostBytes = Self.mostFetchedBytes + near.markedBytes
    var bytes = Self.fetchedBytes
    var outcome = body(&near)
    while outcome == nil, bytes <= mostBytes {
      fetchBefore(bytes)
      fetchAfter(bytes)
      bytes *= 2
      outcome = body(&near)
    }
    guard let (effect, result) = outcome ?? near.asIfWhole(body) else { return nil }
    if effect.changedText || effect.changedSelection || (wasMarked && near.marking == nil) { revision += 1 }
    cutOffFarText()
    return result
  }

  /// Moves the insertion point far, in steps, so that only the text around it is near at any time.
  private mutating func move(by offset: Int, _ unit: TextBuffer.Unit, within budget: TurnBudget?) -> EditEffect {
    let isForward = offset > 0
    let bytes =
      isForward
      ? near.selected.utf8.count + near.after.utf8.count + farAfter.reduce(0) { $0 + $1.utf8.count }
      : near.before.utf8.count + farBefore.reduce(0) { $0 + $1.utf8.count }
    // Neither a character nor a UTF-16 unit has less than a byte.
    if offset.magnitude >= bytes, near.marking == nil { return moveToEnd(isForward: isForward) }
    var effect = EditEffect()
    var left = Int(clamping: offset.magnitude)
    while left > 0, budget?.isSpent != true {
      let length = min(left, Self.longestStep)
      let step = edited { near in near.move(by: isForward ? length : -length, unit).map { ($0.effect, $0) } }
      guard let step else { break }
      effect.merge(step.effect)
      guard step.distance > 0 else { break }
      left -= unit == .codeUnits ? step.distance : length
    }
    return effect
  }

  /// Moves the insertion point to the start or end of the whole text.
  private mutating func moveToEnd(isForward: Bool) -> EditEffect {
    var effect = EditEffect()
    effect.changedSelection =
      !near.selected.isEmpty
      || (isForward ? !near.after.isEmpty || near.isCutAfter : !near.before.isEmpty || near.isCutBefore)
    guard effect.changedSelection else { return effect }
    if isForward {
      farBefore += [near.before[...], near.selected[...], near.after[...]].filter { !$0.isEmpty } + farAfter.reversed()
      farAfter = []
    } else {
      farAfter += [near.after[...], near.selected[...], near.before[...]].filter { !$0.isEmpty } + farBefore.reversed()
      farBefore = []
    }
    near = TextBuffer(isCutBefore: !farBefore.isEmpty, isCutAfter: !farAfter.isEmpty)
    fetchBefore(Self.fetchedBytes)
    fetchAfter(Self.fetchedBytes)
    revision += 1
    return effect
  }

  /// What keeps a keyboard from inserting an edit's text now.
  func fault(in edit: Edit) -> TextFault? { near.fault(in: edit) }

  /// Makes a keyboard's edits, all or none, that were made on what an older snapshot showed (Behavior.md#revisions).
  ///
  /// If the document changed meanwhile the edits still mean the same as long as everything that the keyboard could see is
  /// as it was and they need no more than that; otherwise they are refused, for they might land in the wrong place.
  package mutating func apply(_ edits: [Edit], madeOn seen: DocumentSnapshot) throws(EditRefusal) -> EditEffect {
    var budget = TurnBudget(time: KeyboardLimits.hostTime)
    return try apply(edits, madeOn: seen, within: &budget)
  }

  mutating func apply(
    _ edits: [Edit], madeOn seen: DocumentSnapshot, within budget: inout TurnBudget
  ) throws(EditRefusal) -> EditEffect {
    var changed = self
    if seen.identifier != identifier { throw .otherDocument }
    if seen.revision != revision {
      guard changed.snapshot().buffer == seen.buffer, isEnough(seen.buffer, for: edits) else { throw .documentChanged }
    }
    guard edits.count <= TurnLimit.edits else { throw .tooManyEdits }
    var effect = EditEffect()
    for edit in edits {
      try budget.spend(edit, on: changed)
      effect.merge(changed.apply(edit, within: budget))
    }
    guard !budget.isSpent else { throw .tooMuchWork }
    self = changed
    return effect
  }

  /// Replaces text and selection, as the application or the person does.
  ///
  /// Marked text that is not where it was becomes plain.
  package mutating func replace(before: String, selected: String, after: String) -> DocumentDifference {
    let old = (before: self.before, selected: self.selected, after: self.after)
    var difference = DocumentDifference()
    if !(old.before + old.selected + old.after).hasSameScalars(as: before + selected + after) {
      difference.changedText = true
    } else if old.before.utf8.count != before.utf8.count || old.selected.utf8.count != selected.utf8.count {
      difference.changedSelection = true
    } else {
      return difference
    }
    set(before: before, selected: selected, after: after, &difference)
    return difference
  }

  /// Selects characters of the whole text; nil if the range does not lie in it.
  package mutating func select(offset: Int, length: Int) -> DocumentDifference? {
    let old = (before: before, selected: selected)
    let text = old.before + old.selected + after
    let (sum, overflows) = offset.addingReportingOverflow(length)
    guard offset >= 0, length >= 0, !overflows, let start = text.index(ofFirstCharacters: offset),
      let end = length == 0 ? start : text.index(ofFirstCharacters: sum)
    else { return nil }
    let (before, selected) = (String(text[..<start]), String(text[start..<end]))
    var difference = DocumentDifference()
    guard before.utf8.count != old.before.utf8.count || selected.utf8.count != old.selected.utf8.count else {
      return difference
    }
    difference.changedSelection = true
    set(before: before, selected: selected, after: String(text[end...]), &difference)
    return difference
  }

  private mutating func set(
    before: String, selected: String, after: String, _ difference: inout DocumentDifference
  ) {
    difference.endedMarking = near.marking != nil
    near = TextBuffer(before: before, selected: selected, after: after)
    farBefore = []
    farAfter = []
    cutOffFarText()
    revision += 1
  }

  /// Makes marked text plain, as the field does when it loses the focus (Behavior.md#marked-text); whether there was
  /// any.
  package mutating func unmark() -> Bool {
    guard near.marking != nil else { return false }
    _ = apply(.unmarkText)
    return true
  }

  /// What a keyboard may read now (Behavior.md#context).
  ///
  /// - Parameter limit: The most Unicode scalars on each side and of the selection, whatever the policy says.
  package mutating func snapshot(limit: Int = .max) -> DocumentSnapshot {
    let policyWindow =
      if case .window(let characters) = policy { max(characters, 0) } else { ContextPolicy.defaultWindow }
    // One character more than is shown is near, so that the part shown ends at a true border.
    let window = min(policyWindow, limit, .max - 1)
    let product = max(window, ContextPolicy.defaultWindow).multipliedReportingOverflow(by: Self.scalarsPerCharacter)
    let scalars = min(product.overflow ? .max : product.partialValue, limit)
    fetch(window + 1, scalarLimit: scalars)
    return DocumentSnapshot(
      identifier: identifier, revision: revision,
      buffer: near.context(
        policy, side: TextLimit(characters: window, scalars: scalars),
        selection: TextLimit(characters: Self.selectionLimit, scalars: limit)),
      policy: policy, documentInputModeLanguage: inputModeLanguage)
  }

  private func isEnough(_ seen: TextBuffer, for edits: [Edit]) -> Bool {
    var seen = seen
    return edits.allSatisfy { seen.apply($0, rules: rules) != .needsText }
  }

  // MARK: Near and far

  /// UTF-8 bytes that an edit may have to look at or copy: those beside the selection that are held in one piece.
  var nearBytes: Int { near.before.utf8.count + near.after.utf8.count }

  /// Brings text near until each side holds so many characters, so many scalars, or all that there is.
  private mutating func fetch(_ characters: Int, scalarLimit: Int) {
    while near.isCutBefore, near.before.index(ofLastCharacters: characters, scalarLimit: scalarLimit) == nil {
      fetchBefore(near.before.utf8.count + Self.fetchedBytes)
    }
    while near.isCutAfter, near.after.index(ofFirstCharacters: characters, scalarLimit: scalarLimit) == nil {
      fetchAfter(near.after.utf8.count + Self.fetchedBytes)
    }
  }

  /// Brings text near until there are so many bytes before the selection, or all; what stays far ends at a border.
  private mutating func fetchBefore(_ bytes: Int) {
    while near.before.utf8.count < bytes, let slice = farBefore.popLast() {
      let missing = bytes - near.before.utf8.count
      let wanted = slice.utf8.index(slice.endIndex, offsetBy: -missing, limitedBy: slice.startIndex) ?? slice.startIndex
      let border = slice.border(atOrBefore: wanted)
      if border > slice.startIndex { farBefore.append(slice[..<border]) }
      near.extendBefore(with: slice[border...], isCut: !farBefore.isEmpty)
    }
  }

  /// Brings text near until there are so many bytes after the selection, or all.
  private mutating func fetchAfter(_ bytes: Int) {
    while near.after.utf8.count < bytes, let slice = farAfter.popLast() {
      // Enough for any character that is text, so that the piece ends at a border.
      let missing = max(bytes - near.after.utf8.count, Self.fetchedBytes)
      let wanted = slice.utf8.index(slice.startIndex, offsetBy: missing, limitedBy: slice.endIndex) ?? slice.endIndex
      let rounded = slice.border(atOrBefore: wanted)
      let border = rounded > slice.startIndex ? rounded : slice.unicodeScalars._index(roundingDown: wanted)
      if border < slice.endIndex { farAfter.append(slice[border...]) }
      near.extendAfter(with: slice[..<border], isCut: !farAfter.isEmpty)
    }
  }

  /// Cuts text off that is far from the selection. Marked text stays near however long it is.
  private mutating func cutOffFarText() {
    // A little more than is shown.
    let scalars = Self.nearCharacters * Self.scalarsPerCharacter * 5 / 8
    if near.before.utf8.count > mostBytesBefore {
      let marked = near.marking?.before ?? 0
      let slice = near.cutBefore(keeping: Self.nearCharacters + marked, scalarLimit: scalars + marked)
      mostBytesBefore = max(Self.nearBytes, 2 * near.before.utf8.count)
      if !slice.isEmpty { farBefore.append(slice) }
    }
    if near.after.utf8.count > mostBytesAfter {
      let marked = near.marking?.after ?? 0
      let slice = near.cutAfter(keeping: Self.nearCharacters + marked, scalarLimit: scalars + marked)
      mostBytesAfter = max(Self.nearBytes, 2 * near.after.utf8.count)
      if !slice.isEmpty { farAfter.append(slice) }
    }
  }
}

extension String {
  /// Whether both have the same Unicode scalars: canonically equivalent text is not the same text here.
  fileprivate func hasSameScalars(as other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress, one.count == other.count else {
          return one.count == other.count
        }
        return memcmp(start, otherStart, one.count) == 0
      }
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
  /// They insert what is no text that a keyboard may bring.
  case text(TextFault)
  /// The host needed more than its time for one turn; the keyboard is ended.
  case tooMuchWork

  /// The refusal as a person reads it, without a full stop.
  package var description: String {
    switch self {
    case .otherDocument: "its edits belong to the document of another field"
    case .documentChanged: "the document changed before its edits arrived"
    case .tooManyEdits: "it made more than \(TurnLimit.edits) edits in one turn"
    case .tooMuchText: "it inserted more than \(TurnLimit.insertedBytes) bytes in one turn"
    case .text(let fault): "it inserted \(fault)"
    case .tooMuchWork: "its edits took the host too long in one turn"
    }
  }

  /// Whether it is a limit of a turn that was passed (Behavior.md#turn-limits).
  var isLimit: Bool {
    switch self {
    case .tooManyEdits, .tooMuchText, .tooMuchWork: true
    case .otherDocument, .documentChanged, .text: false
    }
  }
}
