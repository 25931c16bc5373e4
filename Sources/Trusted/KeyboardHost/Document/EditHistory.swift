internal import Glibc
internal import TextModel

/// The user's last steps in the field that has the focus, which the session can undo (Behavior.md#undo).
///
/// A finished step takes as much memory as the text that it deleted. Only the last step can keep a whole document,
/// which shares most of its text in memory with the current document. If the last step only typed text, the history
/// keeps no document, so typing copies no document.
struct EditHistory {
  static let maximumSteps = 100
  /// The maximum size of the deleted text of all finished steps together, in UTF-8 bytes.
  static let maximumBytes = 4 * 1_024 * 1_024

  /// The state before a change of the text.
  enum Beginning {
    /// The document before the change. The case is indirect, so that a value of this enum is small.
    indirect case document(TextDocument)
    /// The change only inserts text at the insertion point, and can then move the insertion point. Before the change,
    /// the insertion point is `at` UTF-8 bytes after the start of the text, and the text has `textBytes` UTF-8 bytes.
    case insertion(at: Int, textBytes: Int)
  }

  /// The last step, which later turns can continue.
  private enum Open {
    case none
    /// The document before the step.
    indirect case document(TextDocument)
    /// The step only inserted text.
    case insertion(TextDifference)
  }

  /// The finished steps, the oldest first.
  private var finished: [TextDifference] = []
  /// The size of the deleted text of all finished steps together, in UTF-8 bytes.
  private var bytes = 0
  private var open = Open.none

  /// The number of the user's steps that the session can undo.
  var count: Int { if case .none = open { finished.count } else { finished.count + 1 } }

  /// Whether the field had several characters when the last step began; false for a step that only inserted text.
  var beganWithSeveralCharacters: Bool {
    if case .document(let beginning) = open { beginning.hasSeveralCharacters } else { false }
  }

  mutating func clear() { if count > 0 { self = EditHistory() } }

  /// Prepares the history for edits of a document.
  ///
  /// - Parameters:
  ///   - edits: The edits. The edits may fail, or leave the text unchanged.
  ///   - insertion: The property ``TextDocument/insertionBeginning`` of the document before the edits.
  ///   - document: The document before the edits. The argument is lazy, because most steps do not need it.
  ///   - beginsStep: Whether the edits begin a step instead of continuing the last step.
  /// - Returns: The argument for ``begin(_:textBytes:)`` if the edits change the text; nil if the edits continue the
  ///   last step.
  mutating func prepare(
    for edits: [Edit], at insertion: Beginning?, of document: @autoclosure () -> TextDocument, beginsStep: Bool
  ) -> Beginning? {
    if !beginsStep {
      switch open {
      case .none: break
      case .document: return nil
      case .insertion(let step):
        // Later edits of the step can change any text, so from now on the history keeps the document from before the
        // step.
        if let beginning = step.reverted(in: document()) { open = .document(beginning) } else { clear() }
        return nil
      }
    }
    finish(in: document)
    let moves = edits.drop { if case .insertText = $0 { true } else { false } }
    if let insertion, moves.startIndex > 0, moves.allSatisfy(\.isMove) { return insertion }
    return .document(document())
  }

  /// Prepares the history for a change of a document that belongs to the last step.
  ///
  /// - Returns: Whether there is a step that can contain the change.
  mutating func continueLastStep(in document: TextDocument) -> Bool {
    prepare(for: [.unmarkText], at: nil, of: document, beginsStep: false) == nil && count > 0
  }

  /// Begins a step that has changed a document.
  ///
  /// - Parameters:
  ///   - beginning: The state before the change.
  ///   - textBytes: The size of the text after the change, in UTF-8 bytes.
  mutating func begin(_ beginning: Beginning, textBytes: Int) {
    switch beginning {
    case .document(let document): open = .document(document)
    case .insertion(let start, let earlierBytes):
      open = .insertion(TextDifference(insertedAt: start, bytes: textBytes - earlierBytes))
    }
  }

  private mutating func finish(in document: () -> TextDocument) {
    let step: TextDifference
    switch open {
    case .none: return
    case .document(let beginning): step = TextDifference(from: beginning, to: document())
    case .insertion(let insertion): step = insertion
    }
    open = .none
    bytes += step.deleted.count
    finished.append(step)
    while finished.count >= Self.maximumSteps || bytes > Self.maximumBytes {
      bytes -= finished.removeFirst().deleted.count
    }
  }

  /// Removes the last step.
  ///
  /// - Parameter document: The document after the step.
  /// - Returns: A document with the text and the selection before the step; nil if there is no step. The identifier and
  ///   the revision of the returned document have no meaning.
  mutating func removeLast(from document: TextDocument) -> TextDocument? {
    let step: TextDifference
    switch open {
    case .document(let beginning):
      open = .none
      return beginning
    case .insertion(let insertion):
      open = .none
      step = insertion
    case .none:
      guard let last = finished.popLast() else { return nil }
      bytes -= last.deleted.count
      step = last
    }
    guard let earlier = step.reverted(in: document) else {
      clear()
      return nil
    }
    return earlier
  }
}

/// The difference between an earlier and a later state of a document: the changed range, the earlier text of this
/// range, and the earlier selection.
struct TextDifference {
  /// The start of the changed range in both texts, in UTF-8 bytes.
  let start: Int
  /// The text of the earlier document in the changed range, in UTF-8.
  let deleted: [UInt8]
  /// The size of the new text in the changed range, in UTF-8 bytes.
  let insertedBytes: Int
  /// The selection of the earlier document, in UTF-8 bytes from the start of the text.
  let selection: Range<Int>

  /// Creates the difference for an insertion of `bytes` UTF-8 bytes at the insertion point.
  init(insertedAt start: Int, bytes: Int) {
    self.start = start
    deleted = []
    insertedBytes = bytes
    selection = start..<start
  }

  /// Compares two states of a document. The comparison skips text that both states share in memory.
  init(from earlier: TextDocument, to later: TextDocument) {
    let (old, new) = (earlier.slices, later.slices)
    let oldBytes = old.reduce(0) { $0 + $1.utf8.count }
    let newBytes = new.reduce(0) { $0 + $1.utf8.count }
    start = Self.commonBytes(of: old, new, isFromEnd: false, limit: min(oldBytes, newBytes))
    let end = Self.commonBytes(of: old, new, isFromEnd: true, limit: min(oldBytes, newBytes) - start)
    insertedBytes = newBytes - start - end
    var deleted: [UInt8] = []
    deleted.reserveCapacity(oldBytes - start - end)
    var place = 0
    for slice in old where place < oldBytes - end {
      let bytes = slice.utf8
      let from = min(max(start - place, 0), bytes.count)
      let to = min(oldBytes - end - place, bytes.count)
      if from < to { deleted += bytes.dropFirst(from).prefix(to - from) }
      place += bytes.count
    }
    self.deleted = deleted
    let before = earlier.bytesBefore
    selection = before..<before + earlier.selected.utf8.count
  }

  /// Returns the earlier state of the document; nil if this difference does not fit the document `later`.
  func reverted(in later: TextDocument) -> TextDocument? {
    var text = Array(later.before.utf8) + Array(later.selected.utf8) + Array(later.after.utf8)
    guard start + insertedBytes <= text.count else { return nil }
    text.replaceSubrange(start..<start + insertedBytes, with: deleted)
    guard selection.upperBound <= text.count else { return nil }
    return TextDocument(
      before: String(decoding: text[..<selection.lowerBound], as: UTF8.self),
      selected: String(decoding: text[selection], as: UTF8.self),
      after: String(decoding: text[selection.upperBound...], as: UTF8.self), rules: later.rules, policy: later.policy)
  }

  /// Whether two texts, given as slices, have the same bytes. The comparison skips text that both share in memory.
  static func areEqual(_ one: [Substring], _ other: [Substring]) -> Bool {
    let bytes = one.reduce(0) { $0 + $1.utf8.count }
    return bytes == other.reduce(0) { $0 + $1.utf8.count }
      && commonBytes(of: one, other, isFromEnd: false, limit: bytes) == bytes
  }

  /// Returns the number of bytes that two texts have in common at their starts or ends, at most `limit`.
  private static func commonBytes(of one: [Substring], _ other: [Substring], isFromEnd: Bool, limit: Int) -> Int {
    var (first, second) = (isFromEnd ? one.reversed() : one, isFromEnd ? other.reversed() : other)
    var (index, otherIndex, used, otherUsed, common) = (0, 0, 0, 0, 0)
    while common < limit, index < first.count, otherIndex < second.count {
      let rest = first[index].utf8.count - used
      let otherRest = second[otherIndex].utf8.count - otherUsed
      let length = min(rest, otherRest, limit - common)
      let same = first[index].withUTF8 { one in
        second[otherIndex].withUTF8 { other in
          let start = isFromEnd ? one.count - used - length : used
          let otherStart = isFromEnd ? other.count - otherUsed - length : otherUsed
          return Self.commonBytes(
            of: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(one)[start..<start + length]),
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(other)[otherStart..<otherStart + length]),
            isFromEnd: isFromEnd)
        }
      }
      common += same
      guard same == length else { break }
      if length == rest { (index, used) = (index + 1, 0) } else { used += length }
      if length == otherRest { (otherIndex, otherUsed) = (otherIndex + 1, 0) } else { otherUsed += length }
    }
    return common
  }

  /// Returns the number of bytes that two memory areas of equal size have in common at their starts or ends.
  private static func commonBytes(
    of one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, isFromEnd: Bool
  ) -> Int {
    guard let start = one.baseAddress, let otherStart = other.baseAddress, start != otherStart,
      memcmp(start, otherStart, one.count) != 0
    else { return one.count }
    // A binary search for the difference nearest to the start, or nearest to the end if `isFromEnd` is true. The
    // `common` bytes before this difference are equal.
    var (common, count) = (0, one.count)
    while count > 1 {
      let half = count / 2
      let offset = isFromEnd ? one.count - common - half : common
      if memcmp(start + offset, otherStart + offset, half) == 0 {
        common += half
        count -= half
      } else {
        count = half
      }
    }
    return common
  }
}

extension TextDocument {
  /// The beginning of a step that only inserts text at the insertion point; nil if text is selected or marked.
  var insertionBeginning: EditHistory.Beginning? {
    near.selected.isEmpty && near.marking == nil ? .insertion(at: bytesBefore, textBytes: bytes) : nil
  }

  /// If a run of regional indicators has more scalars than this number, ``edits(to:)`` counts all flags of the run
  /// together.
  private static let longRun = 256

  /// The maximum number of deletions in ``edits(to:)``.
  static let maximumDeletions = 4_000

  /// Returns edits that restore the text and insertion point of an earlier document. If more than ``maximumDeletions``
  /// deletions are necessary, the result has only ``maximumDeletions`` deletions and inserts no text.
  ///
  /// An application that owns its text applies the returned edits. Edits cannot select text, so the insertion point
  /// moves to the end of the earlier selection.
  func edits(to earlier: TextDocument) -> [Edit] {
    var document = self
    var edits: [Edit] = []
    func apply(_ edit: Edit) {
      _ = document.apply(edit)
      edits.append(edit)
    }
    func move(to place: Int) {
      let distance = place - document.before.utf16.count
      if distance != 0 { apply(.adjustTextPosition(byCharacterOffset: distance)) }
    }
    if markedText != nil { apply(.unmarkText) }
    // Edits can end a selection only with a move of the insertion point.
    if !selected.isEmpty { apply(.adjustTextPositionByCharacters(1)) }
    let (text, wanted) = (before + selected + after, earlier.before + earlier.selected + earlier.after)
    let difference = TextDifference(from: earlier, to: self)
    var start = difference.start
    var end = text.utf8.count - start - difference.insertedBytes
    // Extends the changed range to whole characters in both texts, because edits change whole characters.
    var isWhole = false
    while !isWhole {
      let (oldStart, oldEnd) = (start, end)
      for text in [text, wanted] {
        start = text.bytes(upTo: text.characterStart(atByte: start))
        end = text.utf8.count - text.bytes(upTo: text.characterEnd(atByte: text.utf8.count - end))
      }
      isWhole = start == oldStart && end == oldEnd
    }
    let range = text.utf8.index(text.startIndex, offsetBy: text.utf8.count - end)
    move(to: text[..<range].utf16.count)
    var rest = document.bytesBefore
    var deletions = 0
    while rest > start {
      guard deletions < Self.maximumDeletions else { return edits }
      // Each deletion would search the whole run of regional indicators, so count all flags of a long run together. Do
      // not count the first two flags, because a scalar before the run can belong to the first flag. Check the near
      // text first, because `before` copies the whole text.
      let isLong = document.near.before.unicodeScalars.suffix(while: \.isRegionalIndicator).count > Self.longRun
      let run = (isLong ? document.before : "").unicodeScalars.suffix(while: \.isRegionalIndicator)
      if isLong, rest - run.count * 4 >= start {
        let kept = run.prefix(4)
        let count = (run.count + 1) / 2 - 2
        edits += Array(repeating: .deleteBackward, count: min(count, Self.maximumDeletions - deletions))
        deletions += count
        rest -= (run.count - 4) * 4
        _ = document.replace(
          before: String(document.before.unicodeScalars[..<kept.endIndex]), selected: "", after: document.after)
        continue
      }
      apply(.deleteBackward)
      deletions += 1
      guard document.bytesBefore < rest else { break }
      rest = document.bytesBefore
    }
    let inserted = wanted.utf8.dropFirst(start).dropLast(end)
    if !inserted.isEmpty { apply(.insertText(String(Substring(inserted)))) }
    move(to: earlier.before.utf16.count + earlier.selected.utf16.count)
    return edits
  }
}

extension String {
  fileprivate func bytes(upTo index: Index) -> Int { utf8.distance(from: startIndex, to: index) }

  /// The start of the character that contains this byte; the index of the byte itself if a character starts at this
  /// byte.
  ///
  /// For a byte in a run of regional indicators, the result is the start of the run. Two texts can divide the run
  /// differently into flags.
  fileprivate func characterStart(atByte offset: Int) -> Index {
    var place = unicodeScalars._index(roundingDown: utf8.index(startIndex, offsetBy: offset))
    guard place != endIndex else { return place }
    if unicodeScalars[place].isRegionalIndicator {
      place = unicodeScalars[..<place].suffix(while: \.isRegionalIndicator).startIndex
    }
    return index(before: index(after: place))
  }

  /// The end of the character that contains this byte; the index of the byte itself if a character starts at this byte.
  /// For a byte in a run of regional indicators, the result is the end of the run.
  fileprivate func characterEnd(atByte offset: Int) -> Index {
    let place = utf8.index(startIndex, offsetBy: offset)
    let start = characterStart(atByte: offset)
    guard start < place else { return start }
    let scalar = unicodeScalars._index(roundingDown: place)
    guard unicodeScalars[scalar].isRegionalIndicator else { return index(after: start) }
    let run = unicodeScalars[scalar...].prefix { $0.isRegionalIndicator }
    return run.endIndex == endIndex ? endIndex : index(after: unicodeScalars.index(before: run.endIndex))
  }
}

extension BidirectionalCollection {
  /// The longest suffix in which `condition` is true for all elements.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start != startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
