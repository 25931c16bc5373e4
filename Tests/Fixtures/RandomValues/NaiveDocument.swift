package import TextModel

/// A simple reference implementation of the rules in Behavior.md#the-document. The implementation has the whole text in
/// one array.
package struct NaiveDocument {
  package var text: [Unicode.Scalar]
  /// The selected range as offsets into ``text``. An empty range is an insertion point.
  package var selection: Range<Int>
  /// The range of the marked text as offsets into ``text``.
  package var marked: Range<Int>?
  package var rules: EditingRules

  package init(before: String, selected: String, after: String, rules: EditingRules) {
    text = Array((before + selected + after).unicodeScalars)
    let start = before.unicodeScalars.count
    selection = start..<start + selected.unicodeScalars.count
    self.rules = rules
  }

  package var before: String { Self.string(text[..<selection.lowerBound]) }
  package var selected: String { Self.string(text[selection]) }
  package var after: String { Self.string(text[selection.upperBound...]) }
  package var markedText: String? { marked.map { Self.string(text[$0]) } }

  package mutating func apply(_ edit: Edit) -> DocumentChange {
    switch edit {
    case .insertText(let typed): insert(typed)
    case .deleteBackward: deleteBackward()
    case .adjustTextPosition(let offset): adjust(by: offset) { $0.move(from: $1, byUTF16: offset) }
    case .adjustTextPositionByCharacters(let offset): adjust(by: offset) { $0.move(from: $1, byCharacters: offset) }
    case .setMarkedText(let typed, let range): mark(typed, range)
    case .unmarkText: unmark()
    }
  }

  // MARK: Behavior.md#insert-text, Behavior.md#marked-text

  private mutating func insert(_ typed: String) -> DocumentChange {
    var effect = DocumentChange()
    let (scalars, returnKeys) = normalize(typed)
    effect.returnKeys = returnKeys
    if scalars.isEmpty && !typed.isEmpty { return effect }
    effect.changedText = replace(marked ?? selection, by: scalars)
    return effect
  }

  private mutating func mark(_ typed: String, _ range: Range<Int>) -> DocumentChange {
    let width = typed.utf16.count
    let borders = Self.utf16Borders(of: typed)
    let lower = borders.last { $0 <= min(max(range.lowerBound, 0), width) } ?? 0
    let upper = range.isEmpty ? lower : borders.first { $0 >= min(max(range.upperBound, 0), width) } ?? width
    let units = Array(typed.utf16)
    let parts = [units[..<lower], units[lower..<upper], units[upper...]].map {
      normalize(String(decoding: $0, as: UTF16.self)).text
    }
    var effect = DocumentChange()
    effect.changedText = replace(marked ?? selection, by: parts.flatMap { $0 })
    let end = selection.lowerBound
    let start = end - parts.reduce(0) { $0 + $1.count }
    selection = start + parts[0].count..<end - parts[2].count
    if start < end { marked = start..<end }
    return effect
  }

  private mutating func unmark() -> DocumentChange {
    marked = nil
    return DocumentChange()
  }

  /// Replaces a range and puts the insertion point after the new text.
  private mutating func replace(_ range: Range<Int>, by scalars: [Unicode.Scalar]) -> Bool {
    text.replaceSubrange(range, with: scalars)
    selection = range.lowerBound + scalars.count..<range.lowerBound + scalars.count
    marked = nil
    return !range.isEmpty || !scalars.isEmpty
  }

  private func normalize(_ typed: String) -> (text: [Unicode.Scalar], returnKeys: Int) {
    var scalars = Array(typed.unicodeScalars)
    for index in scalars.indices.reversed() where index > 0 && scalars[index] == "\n" && scalars[index - 1] == "\r" {
      scalars.remove(at: index)
    }
    scalars = scalars.map { $0 == "\r" ? "\n" : $0 }
    if rules.isMultiline { return (scalars, 0) }
    let kept = scalars.filter { $0 != "\n" }
    return (kept, scalars.count - kept.count)
  }

  // MARK: Behavior.md#delete-backward, Behavior.md#smart-deletion

  private mutating func deleteBackward() -> DocumentChange {
    var effect = DocumentChange()
    let removed: Range<Int>
    if !selection.isEmpty {
      removed = marked == nil && rules.deletesSmartly ? selectionWithSpace() : selection
    } else if let marked {
      removed = marked
    } else {
      guard let cluster = before.last else { return effect }
      let scalars = Array(cluster.unicodeScalars)
      let isMark = [.nonspacingMark, .spacingMark, .enclosingMark].contains(
        scalars[scalars.count - 1].properties.generalCategory)
      let takesOne = isMark && (0x0530...0x194F).contains(scalars[scalars.count - 1].value)
      removed = selection.lowerBound - (takesOne ? 1 : scalars.count)..<selection.lowerBound
    }
    let rest = marked.map { $0.lowerBound..<$0.upperBound - removed.count }
    effect.changedText = replace(removed, by: [])
    marked = rest?.isEmpty == false ? rest : nil
    return effect
  }

  private func selectionWithSpace() -> Range<Int> {
    func isInWord(_ character: Character?) -> Bool {
      guard let character else { return false }
      return character.isLetter || character.isNumber || "'’_".contains(character)
    }
    let (before, selected, after) = (self.before, self.selected, self.after)
    guard isInWord(selected.first), isInWord(selected.last), !isInWord(before.last), !isInWord(after.first) else {
      return selection
    }
    if before.last == " " { return selection.lowerBound - 1..<selection.upperBound }
    let isAtLineStart = before.last?.isNewline ?? true
    return isAtLineStart && after.first == " " ? selection.lowerBound..<selection.upperBound + 1 : selection
  }

  // MARK: Behavior.md#move-insertion-point

  private mutating func adjust(by offset: Int, _ move: (NaiveDocument, Int) -> Int) -> DocumentChange {
    var effect = DocumentChange()
    guard offset != 0 else { return effect }
    let insertionPoint = move(self, offset > 0 ? selection.upperBound : selection.lowerBound)
    guard insertionPoint..<insertionPoint != selection else { return effect }
    selection = insertionPoint..<insertionPoint
    effect.changedSelection = true
    if let marked, !(marked.lowerBound...marked.upperBound).contains(insertionPoint) {
      self.marked = nil
      effect.endedMarking = true
    }
    return effect
  }

  private func move(from insertionPoint: Int, byUTF16 offset: Int) -> Int {
    // The cluster boundaries, as offsets into `text` and in UTF-16 code units.
    var borders: [(scalars: Int, units: Int)] = [(0, 0)]
    for character in Self.string(text[...]) {
      borders.append(
        (
          borders[borders.count - 1].scalars + character.unicodeScalars.count,
          borders[borders.count - 1].units + character.utf16.count
        ))
    }
    let units = text[..<insertionPoint].reduce(0) { $0 + UTF16.width($1) }
    let target = units.addingReportingOverflow(offset)
    if offset > 0 {
      let wanted = target.overflow ? Int.max : target.partialValue
      return borders.first { $0.units >= wanted }?.scalars ?? text.count
    }
    let wanted = target.overflow ? Int.min : target.partialValue
    return borders.last { $0.units <= wanted }?.scalars ?? 0
  }

  private func move(from insertionPoint: Int, byCharacters offset: Int) -> Int {
    var borders = [0]
    for character in Self.string(text[...]) {
      borders.append(borders[borders.count - 1] + character.unicodeScalars.count)
    }
    if offset > 0 { return borders.filter { $0 > insertionPoint }.prefix(offset).last ?? text.count }
    let wanted = Int(clamping: offset.magnitude)
    return borders.filter { $0 < insertionPoint }.suffix(wanted).first ?? 0
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars { view.append(scalar) }
    return String(view)
  }

  private static func utf16Borders(of text: String) -> [Int] {
    var borders = [0]
    for character in text { borders.append(borders[borders.count - 1] + character.utf16.count) }
    return borders
  }
}
