internal import Glibc
internal import KeyboardProtocol
package import TextModel

/// The text and the selection of one field. Edits follow the rules of Behavior.md#the-document.
///
/// ``near`` contains only the text near the selection. Slices contain the text farther from the selection, so that the
/// cost of an edit does not depend on the length of the document. This type is a struct, so a turn can edit a copy of
/// the document, which the session keeps only if the whole turn succeeds.
package struct TextDocument: Sendable {
  /// The identifier of the document (Behavior.md#document-identifier).
  package private(set) var identifier: DocumentIdentifier
  /// A number that grows with every change of text or selection.
  package private(set) var revision: UInt64 = 1
  var version: DocumentVersion { DocumentVersion(identifier: identifier, revision: revision) }
  /// The rules for edits in the field.
  package var rules: EditingRules
  /// The policy that limits the text that a keyboard may read (Behavior.md#context-policies).
  package var policy: ContextPolicy
  /// The language that the application stored for this document, as a BCP 47 tag.
  package var inputModeLanguage: String?

  /// The text around the selection, with the marked text.
  package private(set) var near: TextBuffer
  /// The text before ``near``, in slices. The last slice is the nearest to the selection.
  private var farBefore: [Substring] = []
  /// The text after ``near``, in slices. The last slice is the nearest to the selection.
  private var farAfter: [Substring] = []

  /// The maximum size of each side of ``near`` in UTF-8 bytes. If a side gets larger, the document moves the farthest
  /// text of the side to ``farBefore`` or ``farAfter``. After the move, the limit of the side is twice the size of its
  /// remaining text, and at least ``nearBytes``.
  private var maximumBytesBefore = Self.nearBytes
  private var maximumBytesAfter = Self.nearBytes

  /// The number of characters on each side of the selection that stay in ``near`` when the document moves text out of
  /// ``near``. Each turn copies these characters.
  private static let nearCharacters = 2 * ContextPolicy.defaultWindow
  /// The lower bound of ``maximumBytesBefore`` and ``maximumBytesAfter``, in UTF-8 bytes.
  private static let nearBytes = 16 * 1024
  /// The maximum average number of scalars per character in ``near`` and in a snapshot. Only hostile text has a higher
  /// average: even a long emoji, such as a family or the flag of a region, has seven scalars.
  private static let scalarsPerCharacter = 8
  /// The number of UTF-8 bytes that the document moves from a far slice to ``near`` at a time.
  private static let fetchedBytes = 8 * 1024
  /// The maximum number of UTF-8 bytes, without the marked text, that the document moves to ``near`` for one edit. An
  /// edit that depends on more text acts as if the text ended after `maximumFetchedBytes`. The limit bounds the work
  /// for a hostile text, in which a single character can have any length.
  private static let maximumFetchedBytes = 64 * 1024
  /// The longest move of the insertion point in one step, in UTF-16 code units or characters. In ordinary text, each
  /// step needs less than ``maximumFetchedBytes``. In text with longer characters, the steps are shorter.
  private static let maximumStep = 1_024
  /// The longest move by characters that the document makes as one edit. The document divides longer moves into steps,
  /// see ``maximumStep``.
  private static let surestStep = 16
  /// The maximum number of characters of a selection that a keyboard may read.
  private static let maximumSelectionCharacters = 8_192

  /// Creates a document with text before, in and after the selection.
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

  /// Gives the document a new identifier and restarts its revisions, but keeps the text.
  mutating func becomeAnother() {
    identifier = .random()
    revision = 1
  }

  /// If the previous document had the same identifier, gives this document the next revision. The two documents may
  /// have different texts. Two different texts must not have the same identifier and revision.
  mutating func continueRevisions(after last: DocumentVersion) {
    if last.identifier == identifier { revision = last.revision + 1 }
  }

  /// All text before the selection or insertion point.
  package var before: String { farBefore.joined(separator: "") + near.before }
  /// ``before`` in slices, without a copy of the text.
  package var slicesBefore: [Substring] { farBefore + [near.before[...]] }
  /// The selected text; empty without a selection.
  package var selected: String { near.selected }
  /// All text after the selection or insertion point.
  package var after: String { near.after + farAfter.reversed().joined(separator: "") }
  /// Whether the document has text.
  package var hasText: Bool { near.hasText }
  /// The marked text; nil without marked text.
  package var markedText: String? { near.markedText }

  /// All slices of the text, in order. One of the slices is the selected text.
  var slices: [Substring] {
    farBefore + [near.before[...], near.selected[...], near.after[...]] + farAfter.reversed()
  }

  /// The size of the text before the selection or insertion point, in UTF-8 bytes.
  @inline(__always)
  var bytesBefore: Int { farBefore.reduce(near.before.utf8.count) { $0 + $1.utf8.count } }

  /// The size of the whole text, in UTF-8 bytes.
  @inline(__always)
  var bytes: Int {
    farAfter.reduce(bytesBefore + near.selected.utf8.count + near.after.utf8.count) { $0 + $1.utf8.count }
  }

  /// Whether the text has more than one character.
  var hasSeveralCharacters: Bool {
    !farBefore.isEmpty || !farAfter.isEmpty
      || (near.before + near.selected + near.after).index(ofFirstCharacters: 2) != nil
  }

  /// Facts about the selection, the marked text and the context window, to find out whether edits can make a keyboard's
  /// replica differ from the document.
  @inline(__always)
  var window: DocumentWindow {
    let characters: Int? = if case .window(let characters) = policy { characters } else { nil }
    return DocumentWindow(
      hasSelection: !near.selected.isEmpty, markedBytes: near.marking == nil ? 0 : near.markedText?.utf8.count ?? 0,
      characters: characters)
  }

  /// The range of the marked text in the whole document, in UTF-16 code units.
  package var markedRange: Range<Int>? {
    guard let marking = near.marking else { return nil }
    let start = before.utf16.count - marking.before
    return start..<start + marking.before + near.selected.utf16.count + marking.after
  }

  /// Applies one edit.
  package mutating func apply(_ edit: Edit) -> DocumentChange { apply(edit, within: nil) }

  /// Applies one edit. If the budget runs out, a move of the insertion point stops early. After an early stop, the
  /// caller must refuse the turn.
  mutating func apply(_ edit: Edit, within budget: TurnBudget?) -> DocumentChange {
    switch edit {
    case .adjustTextPosition(let offset) where offset.magnitude > Self.maximumStep:
      return move(by: offset, .codeUnits, within: budget)
    case .adjustTextPositionByCharacters(let offset) where offset.magnitude > Self.surestStep:
      return move(by: offset, .characters, within: budget)
    default:
      let rules = rules
      let effect = edited { near in
        if case .applied(let effect) = near.apply(edit, rules: rules) { (effect, effect) } else { nil }
      }
      return effect ?? DocumentChange()
    }
  }

  /// Applies one edit, and returns ``near`` before and after the edit. The edit must not change text outside of
  /// ``near``.
  ///
  /// - Returns: Nil for a long move, which changes no text.
  package mutating func applyNear(_ edit: Edit) -> (old: TextBuffer, new: TextBuffer)? {
    let isLongMove =
      switch edit {
      case .adjustTextPosition(let offset): offset.magnitude > Self.maximumStep
      case .adjustTextPositionByCharacters(let offset): offset.magnitude > Self.surestStep
      default: false
      }
    guard !isLongMove else {
      _ = apply(edit)
      return nil
    }
    let rules = rules
    return edited { near in
      let old = near
      guard case .applied(let effect) = near.apply(edit, rules: rules) else { return nil }
      return (effect, (old, near))
    }
  }

  /// Whether both documents have the same scalars before, in and after the selection. The comparison skips text that
  /// both documents share in memory.
  package func hasSameText(as other: TextDocument) -> Bool {
    bytesBefore == other.bytesBefore && near.selected.utf8.count == other.near.selected.utf8.count
      && TextDifference.areEqual(slices, other.slices)
  }

  /// Applies a change to the near text. Moves far text to ``near`` until ``near`` is long enough for the change.
  ///
  /// - Parameters:
  ///   - endsText: Whether a change that needs more text than ``maximumFetchedBytes`` treats these bytes as the whole
  ///     text.
  ///   - body: The change, which returns nil if it needs more text.
  /// - Returns: The result of the change; nil if the change needs more text than ``maximumFetchedBytes`` and `endsText`
  ///   is false.
  private mutating func edited<Result>(
    endsText: Bool = true, _ body: (inout TextBuffer) -> (effect: DocumentChange, result: Result)?
  ) -> Result? {
    let wasMarked = near.marking != nil
    let maximumBytes = Self.maximumFetchedBytes + near.markedBytes
    var bytes = Self.fetchedBytes
    var outcome = body(&near)
    while outcome == nil, bytes <= maximumBytes {
      fetchBefore(bytes)
      fetchAfter(bytes)
      bytes *= 2
      outcome = body(&near)
    }
    guard let (effect, result) = outcome ?? (endsText ? near.asIfWhole(body) : nil) else { return nil }
    if effect.changedText || effect.changedSelection || (wasMarked && near.marking == nil) { revision += 1 }
    cutOffFarText()
    return result
  }

  /// Moves the insertion point over a long distance in steps, so that ``near`` contains only the text around the
  /// insertion point.
  private mutating func move(by offset: Int, _ unit: TextBuffer.Unit, within budget: TurnBudget?) -> DocumentChange {
    let isForward = offset > 0
    let bytes =
      isForward
      ? near.selected.utf8.count + near.after.utf8.count + farAfter.reduce(0) { $0 + $1.utf8.count }
      : near.before.utf8.count + farBefore.reduce(0) { $0 + $1.utf8.count }
    // Each character and each code unit has at least one byte. So a move by as many units as the text has bytes reaches
    // the start or the end of the text.
    if offset.magnitude >= bytes, near.marking == nil { return moveToEnd(isForward: isForward) }
    var effect = DocumentChange()
    var left = Int(clamping: offset.magnitude)
    var maximumStep = Self.maximumStep
    while left > 0, budget?.isSpent != true {
      let length = min(left, maximumStep)
      let step = edited(endsText: length == 1) { near in
        near.move(by: isForward ? length : -length, unit).map { ($0.effect, $0) }
      }
      guard let step else {
        // A step of `length` characters needs more than `maximumFetchedBytes`. Try half of the length.
        guard length > 1 else { break }
        maximumStep = length / 2
        continue
      }
      effect.merge(step.effect)
      guard step.distance > 0 else { break }
      left -= unit == .codeUnits ? step.distance : length
    }
    return effect
  }

  /// Moves the insertion point to the start or end of the whole text.
  private mutating func moveToEnd(isForward: Bool) -> DocumentChange {
    var effect = DocumentChange()
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

  /// Returns the reason why a keyboard may not insert the text of an edit now; nil if it may insert the text.
  func fault(in edit: Edit) -> TextFault? { near.fault(in: edit) }

  /// Applies all edits of a turn or none.
  ///
  /// - Parameters:
  ///   - edits: The edits, in order.
  ///   - budget: The remaining limits of the turn.
  /// - Returns: The effect of all edits.
  /// - Throws: ``EditError``, without a change of the document.
  mutating func apply(
    _ edits: ArraySlice<Edit>, spending budget: inout TurnBudget
  ) throws(EditError) -> DocumentChange {
    if edits.count == 1, let edit = edits.first, !edit.isMove {
      // A single edit either fails without a change or succeeds, so the host needs no copy of the text to undo the
      // edit.
      try budget.spend(edit, on: self)
      return apply(edit, within: budget)
    }
    var changed = self
    var effect = DocumentChange()
    for edit in edits {
      try budget.spend(edit, on: changed)
      effect.merge(changed.apply(edit, within: budget))
    }
    guard !budget.isSpent else { throw .tooMuchWork }
    self = changed
    return effect
  }

  /// Replaces text and selection for the application or the user.
  ///
  /// Marked text becomes plain text if the text or the selection changed.
  ///
  /// - Parameter endsMarking: Whether marked text becomes plain text even if text and selection stay the same.
  package mutating func replace(
    before: String, selected: String, after: String, endsMarking: Bool = false
  ) -> DocumentChange {
    let old = (before: self.before, selected: self.selected, after: self.after)
    var difference = DocumentChange()
    if !(old.before + old.selected + old.after).hasSameScalars(as: before + selected + after) {
      difference.changedText = true
    } else if old.before.utf8.count != before.utf8.count || old.selected.utf8.count != selected.utf8.count {
      difference.changedSelection = true
    } else if !endsMarking || near.marking == nil {
      return difference
    }
    set(before: before, selected: selected, after: after, &difference)
    return difference
  }

  /// Selects a range of the whole text.
  ///
  /// - Parameters:
  ///   - offset: The start of the selection, in characters.
  ///   - length: The length of the selection, in characters.
  /// - Returns: The change of text and selection; nil if the text does not contain the range.
  package mutating func select(offset: Int, length: Int) -> DocumentChange? {
    let old = (before: before, selected: selected)
    let text = old.before + old.selected + after
    let (sum, overflows) = offset.addingReportingOverflow(length)
    guard offset >= 0, length >= 0, !overflows, let start = text.index(ofFirstCharacters: offset),
      let end = length == 0 ? start : text.index(ofFirstCharacters: sum)
    else { return nil }
    let (before, selected) = (String(text[..<start]), String(text[start..<end]))
    var difference = DocumentChange()
    guard before.utf8.count != old.before.utf8.count || selected.utf8.count != old.selected.utf8.count else {
      return difference
    }
    difference.changedSelection = true
    set(before: before, selected: selected, after: String(text[end...]), &difference)
    return difference
  }

  private mutating func set(
    before: String, selected: String, after: String, _ difference: inout DocumentChange
  ) {
    difference.endedMarking = near.marking != nil
    near = TextBuffer(before: before, selected: selected, after: after)
    farBefore = []
    farAfter = []
    cutOffFarText()
    revision += 1
  }

  /// Unmarks the marked text, for example when the field loses the focus (Behavior.md#marked-text).
  ///
  /// - Returns: Whether there was marked text.
  package mutating func unmark() -> Bool {
    guard near.marking != nil else { return false }
    _ = apply(.unmarkText)
    return true
  }

  /// Returns the snapshot that a keyboard may read now (Behavior.md#context).
  ///
  /// - Parameter limit: The maximum number of Unicode scalars on each side and in the selection. The policy can set a
  ///   lower limit.
  package mutating func snapshot(limit: Int = .max) -> DocumentSnapshot {
    let policyWindow =
      if case .window(let characters) = policy { max(characters, 0) } else { ContextPolicy.defaultWindow }
    // Move one more character to `near` than the snapshot contains, so that the snapshot ends between two whole
    // characters.
    let window = min(policyWindow, limit, .max - 1)
    let product = max(window, ContextPolicy.defaultWindow).multipliedReportingOverflow(by: Self.scalarsPerCharacter)
    let scalars = min(product.overflow ? .max : product.partialValue, limit)
    fetch(window + 1, scalarLimit: scalars)
    return DocumentSnapshot(
      identifier: identifier, revision: revision,
      buffer: near.context(
        policy, side: TextLimit(characters: window, scalars: scalars),
        selection: TextLimit(characters: Self.maximumSelectionCharacters, scalars: limit)),
      policy: policy, documentInputModeLanguage: inputModeLanguage)
  }

  // MARK: Near and far

  /// The size of the text that an edit may read or copy before and after the selection, in UTF-8 bytes.
  var nearBytes: Int { near.before.utf8.count + near.after.utf8.count }

  /// Moves far text to ``near`` until each side of ``near`` has this many characters or scalars, or all of its text.
  private mutating func fetch(_ characters: Int, scalarLimit: Int) {
    while near.isCutBefore, near.before.index(ofLastCharacters: characters, scalarLimit: scalarLimit) == nil {
      fetchBefore(near.before.utf8.count + Self.fetchedBytes)
    }
    while near.isCutAfter, near.after.index(ofFirstCharacters: characters, scalarLimit: scalarLimit) == nil {
      fetchAfter(near.after.utf8.count + Self.fetchedBytes)
    }
  }

  /// Moves far text to ``near`` until ``near`` has this many bytes before the selection, or all text before the
  /// selection. The remaining far text ends with a whole character.
  private mutating func fetchBefore(_ bytes: Int) {
    while near.before.utf8.count < bytes, let slice = farBefore.popLast() {
      let missing = bytes - near.before.utf8.count
      let wanted = slice.utf8.index(slice.endIndex, offsetBy: -missing, limitedBy: slice.startIndex) ?? slice.startIndex
      let border = slice.border(atOrBefore: wanted)
      if border > slice.startIndex { farBefore.append(slice[..<border]) }
      near.extendBefore(with: slice[border...], isCut: !farBefore.isEmpty)
    }
  }

  /// Moves far text to ``near`` until ``near`` has this many bytes after the selection, or all text after the
  /// selection.
  private mutating func fetchAfter(_ bytes: Int) {
    while near.after.utf8.count < bytes, let slice = farAfter.popLast() {
      // Move more bytes than any real character has, so that the moved text ends with a whole character.
      let missing = max(bytes - near.after.utf8.count, Self.fetchedBytes)
      let wanted = slice.utf8.index(slice.startIndex, offsetBy: missing, limitedBy: slice.endIndex) ?? slice.endIndex
      let rounded = slice.border(atOrBefore: wanted)
      let border = rounded > slice.startIndex ? rounded : slice.unicodeScalars._index(roundingDown: wanted)
      if border < slice.endIndex { farAfter.append(slice[border...]) }
      near.extendAfter(with: slice[..<border], isCut: !farAfter.isEmpty)
    }
  }

  /// Moves text that is far from the selection out of ``near``. Marked text of any length stays in ``near``.
  private mutating func cutOffFarText() {
    // `near` keeps a little more text than a snapshot contains.
    let scalars = Self.nearCharacters * Self.scalarsPerCharacter * 5 / 8
    if near.before.utf8.count > maximumBytesBefore {
      let marked = near.marking?.before ?? 0
      let slice = near.cutBefore(keeping: Self.nearCharacters + marked, scalarLimit: scalars + marked)
      maximumBytesBefore = max(Self.nearBytes, 2 * near.before.utf8.count)
      if !slice.isEmpty { farBefore.append(slice) }
    }
    if near.after.utf8.count > maximumBytesAfter {
      let marked = near.marking?.after ?? 0
      let slice = near.cutAfter(keeping: Self.nearCharacters + marked, scalarLimit: scalars + marked)
      maximumBytesAfter = max(Self.nearBytes, 2 * near.after.utf8.count)
      if !slice.isEmpty { farAfter.append(slice) }
    }
  }
}

extension String {
  /// Whether both strings have the same Unicode scalars. Canonically equivalent strings can have different scalars.
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

/// The identifier and the revision of a document, which identify one state of its text and selection.
struct DocumentVersion: Hashable {
  let identifier: DocumentIdentifier
  var revision: UInt64
}

/// Facts about the text around the selection. With these facts, the host finds out whether edits can make a keyboard's
/// replica differ from the document.
struct DocumentWindow {
  let hasSelection: Bool
  /// The size of the marked text in UTF-8 bytes.
  let markedBytes: Int
  /// The size of the context window in characters; nil for a policy without a window.
  let characters: Int?
}

/// The reason why the host refused a keyboard's edits and applied none of these edits.
package enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The turn has more than ``TextModel/TurnLimit/edits`` edits.
  case tooManyEdits
  /// The turn inserts more than ``TextModel/TurnLimit/insertedBytes`` bytes.
  case tooMuchText
  /// Since the user's last key press, turns inserted more than ``TextModel/TurnLimit/bytesInsertedAfterPress`` bytes.
  case tooMuchTextAfterPress
  /// The edits insert forbidden text.
  case text(TextFault)
  /// The keyboard edited an address field or a terminal without a user activation (Behavior.md#user-activation).
  case notActivated
  /// The keyboard inserted a line break or a tab, and no recent gesture of the user allows this.
  case lineBreakWithoutGesture
  /// The keyboard pressed Return or Tab, and changed more other text in the same turn than such a turn may change.
  case lineBreakWithText(ChangeWithPress)
  /// The keyboard requested an input view that needs more height, without a user activation.
  case heightNotActivated
  /// The edits of one turn exceeded the limit of host time, and the host ends the keyboard's process.
  case tooMuchWork

  /// A change of the text that is not allowed in a turn that presses Return or Tab (Behavior.md#return-and-tab). The
  /// numbers count Unicode scalars.
  package enum ChangeWithPress: Hashable, Sendable, CustomStringConvertible {
    /// Any change, in a terminal or a field for a URL.
    case any
    /// A move of the insertion point.
    case move
    /// A change of text before the last word.
    case beforeLastWord
    case deletion(Int, most: Int)
    case insertion(Int, most: Int)
    case growth(Int, most: Int)

    /// The words that complete the sentence "it pressed Return or Tab and …", without a period.
    package var description: String {
      switch self {
      case .any: "changed other text for the same event, which is not allowed in a terminal or a field for a URL"
      case .move: "moved the insertion point for the same event"
      case .beforeLastWord: "changed other text than the last word for the same event"
      case .deletion(let count, let most):
        "deleted \(count) characters for the same event; a correction may delete at most \(most)"
      case .insertion(let count, let most):
        "inserted \(count) other characters for the same event; a correction may insert at most \(most)"
      case .growth(let count, let most):
        "lengthened the text by \(count) characters for the same event; a correction may add at most \(most)"
      }
    }
  }

  /// A sentence that tells the user the reason, without a final period.
  package var description: String {
    switch self {
    case .tooManyEdits: "it made more than \(TurnLimit.edits) edits for one event"
    case .tooMuchText: "it inserted more than \(TurnLimit.insertedBytes) bytes for one event"
    case .tooMuchTextAfterPress:
      "it inserted more than \(TurnLimit.bytesInsertedAfterPress) bytes since the last key press"
    case .text(let fault): "it inserted \(fault)"
    case .notActivated:
      "it edited an address or a terminal without a gesture of the user in the last "
        + "\(UserActivation.duration.components.seconds) seconds"
    case .lineBreakWithoutGesture:
      "it inserted a line break or a tab more than \(UserActivation.secondsToPress) s after the user's last gesture, or "
        + "after other text that the user did not see before the touch"
    case .lineBreakWithText(let change): "it pressed Return or Tab and \(change)"
    case .heightNotActivated: "its input view needs more height, and no recent gesture of the user allows this"
    case .tooMuchWork: "its edits for one event took the host too long"
    }
  }

  /// Whether the turn exceeded one of its limits (Behavior.md#turn-limits).
  var isLimit: Bool {
    switch self {
    case .tooManyEdits, .tooMuchText, .tooMuchTextAfterPress, .tooMuchWork: true
    case .text, .notActivated, .lineBreakWithoutGesture, .lineBreakWithText, .heightNotActivated: false
    }
  }
}
