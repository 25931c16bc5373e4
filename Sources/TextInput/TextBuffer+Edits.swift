extension TextBuffer {
  /// Applies one edit by the rules of BEHAVIOUR §3, or changes nothing and asks for more text.
  public mutating func apply(_ edit: Edit, rules: EditingRules) -> EditOutcome {
    switch edit {
    case .insertText(let text): .applied(insert(text, rules: rules))
    case .deleteBackward: deleteBackward(rules: rules)
    case .adjustTextPosition(let offset): adjust(byUTF16: offset)
    case .adjustTextPositionByCharacters(let offset): adjust(byCharacters: offset)
    case .setMarkedText(let text, let range): .applied(setMarkedText(text, selectedRange: range, rules: rules))
    case .unmarkText: .applied(unmark())
    }
  }

  /// Takes in text that lies before what is held.
  package mutating func extendBefore(with text: some StringProtocol, isCut: Bool) {
    before = text + before
    isCutBefore = isCut
  }

  /// Takes in text that lies after what is held.
  package mutating func extendAfter(with text: some StringProtocol, isCut: Bool) {
    after += text
    isCutAfter = isCut
  }

  /// Lets go of all but the last `count` characters before the selection, and returns what was let go.
  package mutating func cutBefore(keeping count: Int) -> Substring {
    let border = before.index(before.endIndex, offsetBy: -count, limitedBy: before.startIndex) ?? before.startIndex
    let removed = before[..<border]
    before = String(before[border...])
    isCutBefore = isCutBefore || !removed.isEmpty
    return removed
  }

  /// Lets go of all but the first `count` characters after the selection, and returns what was let go.
  package mutating func cutAfter(keeping count: Int) -> Substring {
    let border = after.index(after.startIndex, offsetBy: count, limitedBy: after.endIndex) ?? after.endIndex
    let removed = after[border...]
    after = String(after[..<border])
    isCutAfter = isCutAfter || !removed.isEmpty
    return removed
  }

  // MARK: Inserting

  private mutating func insert(_ text: String, rules: EditingRules) -> EditEffect {
    var effect = EditEffect()
    let (typed, returnKeys) = Self.normalizeLineBreaks(text, isMultiline: rules.isMultiline)
    effect.returnKeys = returnKeys
    guard !typed.isEmpty || text.isEmpty else { return effect }
    effect.changedText = removeMarkedTextOrSelection() || !typed.isEmpty
    before += typed
    return effect
  }

  private mutating func setMarkedText(_ text: String, selectedRange: Range<Int>, rules: EditingRules) -> EditEffect {
    let (typed, _) = Self.normalizeLineBreaks(text, isMultiline: rules.isMultiline)
    var effect = EditEffect()
    effect.changedText = removeMarkedTextOrSelection() || !typed.isEmpty
    let lower = Self.border(in: typed, atOrBeforeUTF16: selectedRange.lowerBound)
    let upper = max(lower, Self.border(in: typed, atOrAfterUTF16: selectedRange.upperBound))
    before += typed[..<lower]
    selected = String(typed[lower..<upper])
    after = typed[upper...] + after
    isSelectionCut = false
    if !typed.isEmpty {
      marking = Marking(before: typed[..<lower].utf16.count, after: typed[upper...].utf16.count)
    }
    return effect
  }

  private mutating func unmark() -> EditEffect {
    marking = nil
    return EditEffect()
  }

  /// Removes what an insertion replaces; answers whether that was any text. No text is marked afterwards.
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

  /// BEHAVIOUR §3.2: "\r" and "\r\n" become "\n"; where a field has one line, "\n" is the Return key and not text.
  private static func normalizeLineBreaks(_ text: String, isMultiline: Bool) -> (text: String, returnKeys: Int) {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return (text, 0) }
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

  // MARK: Deleting

  private mutating func deleteBackward(rules: EditingRules) -> EditOutcome {
    var effect = EditEffect()
    effect.changedText = true
    if !selected.isEmpty || isSelectionCut {
      if marking == nil && rules.deletesSmartly {
        guard !isBeforeNearlyUsedUp && !(after.isEmpty && isCutAfter) else { return .needsText }
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
    guard let last = before.last else { return isCutBefore ? .needsText : .applied(EditEffect()) }
    if isBeforeNearlyUsedUp { return .needsText }
    if last.isDeletedByScalar {
      before.unicodeScalars.removeLast()
    } else {
      before.removeLast()
    }
    return .applied(effect)
  }

  /// Whether at most one character of a cut text is left: it keeps its border with the text before it only as long as it
  /// is not itself removed.
  private var isBeforeNearlyUsedUp: Bool {
    isCutBefore && (before.isEmpty || before.index(after: before.startIndex) == before.endIndex)
  }

  /// BEHAVIOUR §3.5: a selection of whole words takes the space before it, or at a line's start the one after it.
  private mutating func removeSpaceBesideSelectedWord() {
    guard let first = selected.first, let last = selected.last, first.isInWord, last.isInWord || isSelectionCut,
      before.last?.isInWord != true, after.first?.isInWord != true
    else { return }
    if before.last == " " {
      before.removeLast()
    } else if before.last.map(\.isNewline) ?? true, after.first == " " {
      after.removeFirst()
    }
  }

  // MARK: Moving

  private mutating func adjust(byUTF16 offset: Int) -> EditOutcome {
    guard offset != 0 else { return .applied(EditEffect()) }
    var moved = self
    var effect = EditEffect()
    effect.changedSelection = true
    let hadSelection = !selected.isEmpty || isSelectionCut
    if hadSelection {
      guard !isSelectionCut else { return .needsText }
      moved.collapseSelection(forward: offset > 0)
    }
    guard let distance = offset > 0 ? moved.moveForward(offset) : moved.moveBackward(offset.magnitude) else {
      return .needsText
    }
    guard distance > 0 || hadSelection else { return .applied(EditEffect()) }
    effect.endedMarking = moved.marking == nil && marking != nil
    self = moved
    return .applied(effect)
  }

  private mutating func adjust(byCharacters offset: Int) -> EditOutcome {
    var moved = self
    var effect = EditEffect()
    for _ in 0..<offset.magnitude {
      // One code unit and on to the border is one character, wherever it begins (BEHAVIOUR §3.4).
      switch moved.adjust(byUTF16: offset.signum()) {
      case .needsText: return .needsText
      case .applied(let step):
        guard step.changedSelection else {
          self = moved
          return .applied(effect)
        }
        effect.merge(step)
      }
    }
    self = moved
    return .applied(effect)
  }

  private mutating func collapseSelection(forward: Bool) {
    let length = selected.utf16.count
    if forward {
      before += selected
      marking?.before += length
    } else {
      after = selected + after
      marking?.after += length
    }
    selected = ""
  }

  /// Moves the insertion point forward and on to a cluster's border; nil where that needs text that is not held.
  private mutating func moveForward(_ offset: Int) -> Int? {
    let scalars = after.unicodeScalars
    var index = scalars.startIndex
    var distance = 0
    var clusters = Unicode._CharacterRecognizer()
    if let last = before.last {
      for scalar in last.unicodeScalars { _ = clusters.hasBreak(before: scalar) }
    }
    while index < scalars.endIndex {
      let isBorder = clusters.hasBreak(before: scalars[index])
      if distance >= offset && isBorder { break }
      distance += UTF16.width(scalars[index])
      scalars.formIndex(after: &index)
    }
    if index == scalars.endIndex && isCutAfter { return nil }
    before += after[..<index]
    after = String(after[index...])
    shiftMarking(by: distance)
    return distance
  }

  /// Moves the insertion point backward and on to a cluster's border; nil where that needs text that is not held.
  private mutating func moveBackward(_ offset: UInt) -> Int? {
    let scalars = before.unicodeScalars
    var index = scalars.endIndex
    var distance = 0
    while index > scalars.startIndex, UInt(distance) < offset {
      scalars.formIndex(before: &index)
      distance += UTF16.width(scalars[index])
    }
    let next = index < scalars.endIndex ? scalars[index] : after.unicodeScalars.first
    if distance > 0, let next, let last = before[..<index].last, !last.isBorder(before: next) {
      for scalar in last.unicodeScalars.reversed() {
        scalars.formIndex(before: &index)
        distance += UTF16.width(scalar)
      }
    }
    if index == scalars.startIndex && isCutBefore { return nil }
    after = before[index...] + after
    before = String(before[..<index])
    shiftMarking(by: -distance)
    return distance
  }

  /// Marked text stays marked while the insertion point is inside it, and becomes plain text when it leaves.
  private mutating func shiftMarking(by distance: Int) {
    guard let old = marking else { return }
    let shifted = Marking(before: old.before + distance, after: old.after - distance)
    marking = shifted.before < 0 || shifted.after < 0 ? nil : shifted
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

extension Character {
  /// Whether deleting backward takes only the last scalar: a combining mark in U+0530…U+194F (BEHAVIOUR §3.3).
  fileprivate var isDeletedByScalar: Bool {
    guard let last = unicodeScalars.last, unicodeScalars.count > 1, (0x0530...0x194F).contains(last.value) else {
      return false
    }
    switch last.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether the character is a part of a word.
  fileprivate var isInWord: Bool { isLetter || isNumber || self == "'" || self == "’" || self == "_" }

  /// Whether a cluster ends between this character and a scalar that follows it (UAX 29).
  fileprivate func isBorder(before next: Unicode.Scalar) -> Bool {
    var joined = String(self)
    joined.unicodeScalars.append(next)
    return joined.count != 1
  }
}
