extension TextBuffer {
  /// The unit of a move.
  package enum Unit {
    /// UTF-16 code units. If the target is inside a character, the move continues to the next character boundary.
    case codeUnits
    /// Characters.
    case characters
  }

  /// Moves the insertion point. If text is selected, the selection first collapses to its end in the direction of the
  /// move (Behavior.md#move-insertion-point).
  mutating func adjust(by offset: Int, _ unit: Unit) -> EditOutcome {
    guard offset != 0 else { return .applied(DocumentChange()) }
    guard let moved = move(by: offset, unit) else { return .needsText }
    return .applied(moved.effect)
  }

  /// Moves the insertion point by a nonzero offset.
  ///
  /// - Returns: The effect, and the distance in UTF-16 code units. If text is selected, the distance starts at the end
  ///   to which the selection collapses. If the move needs text outside of the buffer, the method changes nothing and
  ///   returns nil.
  package mutating func move(by offset: Int, _ unit: Unit) -> (effect: DocumentChange, distance: Int)? {
    guard !isSelectionCut else { return nil }
    let wasMarked = marking != nil
    // Without a selection, a move that needs more text changes nothing, so it needs no copy of the buffer. Without the
    // copy, the move can change the strings in place.
    let original = selected.isEmpty ? nil : self
    if original != nil { collapseSelection(forward: offset > 0) }
    let count = Int(clamping: offset.magnitude)
    guard let distance = offset > 0 ? moveForward(count, unit) : moveBackward(count, unit) else {
      if let original { self = original }
      return nil
    }
    var effect = DocumentChange()
    effect.changedSelection = distance > 0 || original != nil
    effect.endedMarking = wasMarked && marking == nil
    return (effect, distance)
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

  /// Moves the insertion point forward to a character boundary. Returns the distance in UTF-16 code units, or nil if
  /// the move needs text outside the buffer.
  private mutating func moveForward(_ count: Int, _ unit: Unit) -> Int? {
    guard !(before.isEmpty && isCutBefore) else { return nil }
    let scalars = after.unicodeScalars
    var index = scalars.startIndex
    var distance = 0
    var borders = 0
    var characterScalars = 0
    var recognizer = before.lastCharacterRecognizer
    while index < scalars.endIndex {
      if recognizer.hasBreak(before: scalars[index]) || characterScalars == String.maximumCharacterLength, distance > 0
      {
        borders += 1
        if (unit == .codeUnits ? distance : borders) >= count { break }
        characterScalars = 0
      }
      characterScalars += 1
      distance += UTF16.width(scalars[index])
      scalars.formIndex(after: &index)
    }
    if index == scalars.endIndex && isCutAfter { return nil }
    before += after[..<index]
    after.removeSubrange(..<index)
    shiftMarking(by: distance)
    return distance
  }

  /// Moves the insertion point backward to a character boundary. Returns the distance in UTF-16 code units, or nil if
  /// the move needs text outside the buffer.
  private mutating func moveBackward(_ count: Int, _ unit: Unit) -> Int? {
    let index =
      switch unit {
      case .codeUnits: indexBackward(byUTF16: count)
      case .characters: indexBackward(byCharacters: count)
      }
    if index == before.startIndex && isCutBefore { return nil }
    let distance = before[index...].utf16.count
    // Make a `String` first: `Substring + String` would count all characters of the second operand.
    after = String(before[index...]) + after
    before.removeSubrange(index...)
    shiftMarking(by: -distance)
    return distance
  }

  /// Returns the index `count` characters before the insertion point. Text after the insertion point does not affect
  /// the character boundaries in ``before``.
  private func indexBackward(byCharacters count: Int) -> String.Index {
    before.index(ofLastCharacters: count) ?? before.startIndex
  }

  private func indexBackward(byUTF16 count: Int) -> String.Index {
    if let index = before.index(ofLastPlainScalars: count) { return index }
    let scalars = before.unicodeScalars
    var index = scalars.endIndex
    var distance = 0
    while index > scalars.startIndex, distance < count {
      scalars.formIndex(before: &index)
      distance += UTF16.width(scalars[index])
    }
    return before.characterStart(at: index)
  }

  /// Updates the marking after a move of the insertion point. If the insertion point is no longer in the marked text,
  /// the marked text becomes plain text.
  private mutating func shiftMarking(by distance: Int) {
    guard let old = marking else { return }
    let shifted = Marking(before: old.before + distance, after: old.after - distance)
    marking = shifted.before < 0 || shifted.after < 0 ? nil : shifted
  }
}
