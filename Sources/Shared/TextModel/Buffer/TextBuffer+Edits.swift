extension TextBuffer {
  /// Applies one edit. If the result depends on text outside of the buffer, changes nothing and returns
  /// ``EditOutcome/needsText``.
  package mutating func apply(_ edit: Edit, rules: EditingRules) -> EditOutcome {
    switch edit {
    case .insertText(let text): insert(text, rules: rules)
    case .deleteBackward: deleteBackward(rules: rules)
    case .adjustTextPosition(let offset): adjust(by: offset, .codeUnits)
    case .adjustTextPositionByCharacters(let offset): adjust(by: offset, .characters)
    case .setMarkedText(let text, let range): setMarkedText(text, selectedRange: range, rules: rules)
    case .unmarkText: .applied(unmark())
    }
  }

  /// Calls `body` as if the document had no text outside of the buffer, so that no edit returns
  /// ``EditOutcome/needsText``.
  package mutating func asIfWhole<Result>(_ body: (inout TextBuffer) -> Result) -> Result {
    let (isCutBefore, isCutAfter) = (isCutBefore, isCutAfter)
    (self.isCutBefore, self.isCutAfter, isSelectionCut) = (false, false, false)
    defer { (self.isCutBefore, self.isCutAfter) = (isCutBefore, isCutAfter) }
    return body(&self)
  }

  /// Adds text that precedes ``before`` in the document.
  package mutating func extendBefore(with text: some StringProtocol, isCut: Bool) {
    before = String(text) + before
    isCutBefore = isCut
  }

  /// Adds text that follows ``after`` in the document.
  package mutating func extendAfter(with text: some StringProtocol, isCut: Bool) {
    after += text
    isCutAfter = isCut
  }

  /// Shortens the text before the selection to its last `count` characters, and to at most `scalarLimit` scalars.
  /// Returns the removed text.
  package mutating func cutBefore(keeping count: Int, scalarLimit: Int) -> Substring {
    let border = before.index(ofLastCharacters: count, scalarLimit: scalarLimit) ?? before.startIndex
    let removed = before[..<border]
    before = String(before[border...])
    isCutBefore = isCutBefore || !removed.isEmpty
    return removed
  }

  /// Shortens the text after the selection to its first `count` characters, and to at most `scalarLimit` scalars.
  /// Returns the removed text.
  package mutating func cutAfter(keeping count: Int, scalarLimit: Int) -> Substring {
    let border = after.index(ofFirstCharacters: count, scalarLimit: scalarLimit) ?? after.endIndex
    let removed = after[border...]
    after = String(after[..<border])
    isCutAfter = isCutAfter || !removed.isEmpty
    return removed
  }

  // MARK: Inserting

  private mutating func insert(_ text: String, rules: EditingRules) -> EditOutcome {
    var effect = DocumentChange()
    let (typed, returnKeys) = Self.normalizeLineBreaks(text, isMultiline: rules.isMultiline)
    effect.returnKeys = returnKeys
    guard !typed.isEmpty || text.isEmpty else { return .applied(effect) }
    guard !lacksTextToReplace else { return .needsText }
    effect.changedText = removeMarkedTextOrSelection() || !typed.isEmpty
    before += typed
    return .applied(effect)
  }

  private mutating func setMarkedText(
    _ text: String, selectedRange: Range<Int>, rules: EditingRules
  ) -> EditOutcome {
    guard !lacksTextToReplace else { return .needsText }
    // The range refers to the text before normalization, so normalize the parts before, in and after the range
    // separately. A border of the range never lies between CR and LF.
    let lower = Self.border(in: text, atOrBeforeUTF16: selectedRange.lowerBound)
    let upper = selectedRange.isEmpty ? lower : Self.border(in: text, atOrAfterUTF16: selectedRange.upperBound)
    func normalized(_ part: Substring) -> String {
      Self.normalizeLineBreaks(String(part), isMultiline: rules.isMultiline).text
    }
    let (front, middle, rest) = (
      normalized(text[..<lower]), normalized(text[lower..<upper]), normalized(text[upper...])
    )
    let isEmpty = front.isEmpty && middle.isEmpty && rest.isEmpty
    var effect = DocumentChange()
    effect.changedText = removeMarkedTextOrSelection() || !isEmpty
    before += front
    selected = middle
    after = rest + after
    if !isEmpty { marking = Marking(before: front.utf16.count, after: rest.utf16.count) }
    return .applied(effect)
  }

  private mutating func unmark() -> DocumentChange {
    marking = nil
    return DocumentChange()
  }

  /// Whether the marked text may extend beyond the buffer, or the text directly before the insertion point is not in
  /// the buffer.
  private var lacksTextToReplace: Bool {
    guard let marking else { return isCutBefore && before.isEmpty }
    return isCutBefore && before.utf16.count <= marking.before
      || isCutAfter && after.utf16.count <= marking.after
  }

  /// Removes the marked text or the selection before an insertion. Returns whether there was text to remove.
  private mutating func removeMarkedTextOrSelection() -> Bool {
    var removed = !selected.isEmpty || isSelectionCut
    if let marking {
      removed = removed || marking.before > 0 || marking.after > 0
      before = String(before[..<Self.index(in: before, fromEndUTF16: marking.before)])
      after = String(after[Self.index(in: after, fromStartUTF16: marking.after)...])
      self.marking = nil
    }
    selected = ""
    isSelectionCut = false
    return removed
  }

  /// Replaces "\r" and "\r\n" with "\n". In a single-line field, removes each "\n" and counts it as a press of the
  /// Return key (Behavior.md#insert-line-breaks).
  private static func normalizeLineBreaks(_ text: String, isMultiline: Bool) -> (text: String, returnKeys: Int) {
    guard hasLineBreak(text) else { return (text, 0) }
    var result = ""
    var returnKeys = 0
    var followsReturn = false
    for scalar in text.unicodeScalars {
      let isSecondOfPair = scalar == "\n" && followsReturn
      followsReturn = scalar == "\r"
      if isSecondOfPair { continue }
      if scalar != "\n" && scalar != "\r" {
        result.unicodeScalars.append(scalar)
      } else if isMultiline {
        result.unicodeScalars.append("\n")
      } else {
        returnKeys += 1
      }
    }
    return (result, returnKeys)
  }

  /// Whether a text contains "\n" or "\r". Reads the bytes directly, because a text can have a megabyte.
  private static func hasLineBreak(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      while place < end {
        if place.pointee == 0x0A || place.pointee == 0x0D { return true }
        place += 1
      }
      return false
    }
  }

  // MARK: Deleting

  private mutating func deleteBackward(rules: EditingRules) -> EditOutcome {
    var effect = DocumentChange()
    effect.changedText = true
    if marking != nil && lacksTextToReplace { return .needsText }
    if !selected.isEmpty || isSelectionCut {
      if marking == nil && rules.deletesSmartly {
        guard !isBeforeNearlyUsedUp, !(after.isEmpty && isCutAfter), !isSelectionCut else { return .needsText }
        removeSpaceBesideSelectedWord()
      }
      selected = ""
      isSelectionCut = false
      if marking == Marking(before: 0, after: 0) { marking = nil }
      return .applied(effect)
    }
    if marking != nil {
      effect.changedText = removeMarkedTextOrSelection()
      return .applied(effect)
    }
    guard let start = before.index(ofLastCharacters: 1) else {
      return isCutBefore ? .needsText : .applied(DocumentChange())
    }
    if isBeforeNearlyUsedUp { return .needsText }
    if before.unicodeScalars[start...].isDeletedByScalar {
      before.unicodeScalars.removeLast()
    } else {
      before.removeSubrange(start...)
    }
    return .applied(effect)
  }

  /// Whether ``before`` is cut and has at most one character, which may start in the missing text.
  private var isBeforeNearlyUsedUp: Bool {
    isCutBefore && (before.isEmpty || before.index(ofFirstCharacters: 1) == before.endIndex)
  }

  /// Deletes the space before a selection of whole words. At the start of a line, deletes the space after the selection
  /// instead (Behavior.md#smart-deletion).
  private mutating func removeSpaceBesideSelectedWord() {
    guard let first = selected.firstCharacter, let last = selected.lastCharacter, first.isInWord, last.isInWord,
      before.lastCharacter?.isInWord != true, after.firstCharacter?.isInWord != true
    else { return }
    if before.lastCharacter?.isExactly(" ") == true {
      before.removeLast()
    } else if before.lastCharacter.map(\.isNewline) ?? true, after.firstCharacter?.isExactly(" ") == true {
      after.removeFirst()
    }
  }

  // MARK: Positions

  private static func index(in text: String, fromEndUTF16 count: Int) -> String.Index {
    let view = text.utf16
    let index = view.index(view.endIndex, offsetBy: -count, limitedBy: view.startIndex) ?? view.startIndex
    return text.unicodeScalars._index(roundingDown: index)
  }

  private static func index(in text: String, fromStartUTF16 count: Int) -> String.Index {
    let view = text.utf16
    let index = view.index(view.startIndex, offsetBy: count, limitedBy: view.endIndex) ?? view.endIndex
    return text.unicodeScalars._index(roundingDown: index)
  }

  private static func border(in text: String, atOrBeforeUTF16 offset: Int) -> String.Index {
    text._index(roundingDown: index(in: text, fromStartUTF16: max(offset, 0)))
  }

  private static func border(in text: String, atOrAfterUTF16 offset: Int) -> String.Index {
    let view = text.utf16
    let index = view.index(view.startIndex, offsetBy: max(offset, 0), limitedBy: view.endIndex) ?? view.endIndex
    let rounded = text._index(roundingDown: index)
    return rounded == index ? index : text.index(after: rounded)
  }
}

extension String {
  /// The first character. Reads at most ``characterScalars`` scalars.
  fileprivate var firstCharacter: Character? { String(unicodeScalars.prefix(Self.characterScalars)).first }
  /// The last character. Reads at most ``characterScalars`` scalars.
  fileprivate var lastCharacter: Character? { String(unicodeScalars.suffix(Self.characterScalars)).last }

  /// The maximum number of scalars to read for one character. Characters of words in natural languages have fewer
  /// scalars.
  private static var characterScalars: Int { 64 }
}

extension Substring.UnicodeScalarView {
  /// Whether deleting backward removes only the last scalar of the character: a combining mark in U+0530…U+194F
  /// (Behavior.md#delete-backward).
  fileprivate var isDeletedByScalar: Bool {
    guard let last, index(after: startIndex) < endIndex, (0x0530...0x194F).contains(last.value) else { return false }
    switch last.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

extension Character {
  /// Whether the character can be an emoji. Digits, `#` and `*` do not count as emoji.
  package var isEmoji: Bool { !isASCII && unicodeScalars.contains(where: \.properties.isEmoji) }

  var isInWord: Bool {
    isLetter || isNumber || isExactly("'") || isExactly("’") || isExactly("_")
  }

  /// Whether the character consists of the given scalar only. Comparing scalars is fast, even if the character has very
  /// many marks.
  fileprivate func isExactly(_ scalar: Unicode.Scalar) -> Bool {
    unicodeScalars.first == scalar && unicodeScalars.dropFirst().isEmpty
  }
}
