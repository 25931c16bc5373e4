/// One change that a keyboard requests through its text document proxy.
package enum Edit: Hashable, Sendable {
  /// Inserts text at the insertion point, or replaces the selection or the marked text.
  case insertText(String)
  /// Deletes the selection or the marked text. If no text is selected or marked, deletes the character before the
  /// insertion point. If the character before the insertion point ends with a combining mark from U+0530 to U+194F,
  /// deletes only the mark.
  case deleteBackward
  /// Moves the insertion point by UTF-16 code units. Positive values move forward in storage order.
  case adjustTextPosition(byCharacterOffset: Int)
  /// Moves the insertion point by characters.
  case adjustTextPositionByCharacters(Int)
  /// Replaces the marked text, or the selection if there is no marked text. The range becomes the selection, and is in
  /// UTF-16 code units of the new text.
  case setMarkedText(String, selectedRange: Range<Int>)
  /// Turns the marked text into plain text.
  case unmarkText

  /// The size of the text that the edit inserts, in UTF-8 bytes.
  package var insertedBytes: Int {
    switch self {
    case .insertText(let text), .setMarkedText(let text, _): text.utf8.count
    case .deleteBackward, .adjustTextPosition, .adjustTextPositionByCharacters, .unmarkText: 0
    }
  }

  /// The text that the edit inserts; nil if the edit inserts no text.
  package var insertedText: String? {
    switch self {
    case .insertText(let text), .setMarkedText(let text, _): text
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// The scalar's number in Unicode notation, such as `001B`.
  package var fourDigits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character that keyboards may not insert.
  ///
  /// DEL, all of C1, and all of C0 except tab and line breaks are forbidden.
  ///
  /// A forbidden control character is not text, and can affect a program that shows the document. Characters that set
  /// the direction of text are allowed, because Arabic and Hebrew need them.
  fileprivate var isForbiddenControl: Bool {
    switch value {
    // A carriage return becomes a line break (Behavior.md#insert-line-breaks).
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The first control character that a keyboard may not insert; nil if the text contains none.
  package var firstForbiddenControl: Unicode.Scalar? { unicodeScalars.first { $0.isForbiddenControl } }
}

/// The fault in a text that a keyboard tries to insert.
package enum TextFault: Hashable, Sendable, CustomStringConvertible {
  /// The text contains a control character, which is not text and can affect a program that shows the document.
  case control(Unicode.Scalar)
  /// After the insertion, the document would contain more than ``CombiningMarkCounter/maximumLength`` combining marks
  /// in a row.
  case endlessMarks
  /// After the insertion, the document would contain more than ``TextFault/maximumInvisibleCharacters`` invisible
  /// characters in a row.
  case endlessInvisibleText
  /// The text contains a tag character that does not belong to an emoji.
  case tag

  /// The maximum number of invisible characters in a row that a keyboard may insert. The tag characters of emoji do not
  /// count.
  package static let maximumInvisibleCharacters = 4

  /// The fault as a noun phrase without a period, for use in an error message.
  package var description: String {
    switch self {
    case .control(let scalar): "the control character U+\(scalar.fourDigits)"
    case .endlessMarks: "more than \(CombiningMarkCounter.maximumLength) combining marks in a row"
    case .endlessInvisibleText: "more than \(Self.maximumInvisibleCharacters) invisible characters in a row"
    case .tag: "a tag character that does not belong to an emoji"
    }
  }
}

extension Unicode.Scalar {
  /// Whether Unicode recommends to show nothing for the scalar (the property `Default_Ignorable_Code_Point`). Examples
  /// are variation selectors, joiners and direction marks. The value is false for tag characters, which have a separate
  /// rule.
  fileprivate var isInvisible: Bool { value >= 0xAD && properties.isDefaultIgnorableCodePoint && !isTag }

  /// Whether the scalar is a tag character. Each tag character stands for a character of ASCII, so tag characters can
  /// carry any text invisibly.
  fileprivate var isTag: Bool { value == 0xE0001 || (0xE0020...0xE007F).contains(value) }
}

extension Sequence<Unicode.Scalar> {
  /// Whether each tag character belongs to an emoji. A tag character belongs to an emoji if U+1F3F4 precedes it, with
  /// at most five other tag characters in between. The longest emoji with tag characters are the flags of England,
  /// Scotland and Wales (UTS #51).
  fileprivate var hasOnlyEmojiTags: Bool {
    var left = 0
    for scalar in self {
      if scalar.isTag {
        guard left > 0 else { return false }
        left -= 1
      } else {
        left = scalar.value == 0x1F3F4 ? 6 : 0
      }
    }
    return true
  }
}

extension Edit {
  /// Whether the edit deletes no text, and inserts no text or only printable ASCII. A plain edit never has a
  /// ``TextFault``.
  package var isPlain: Bool {
    if case .deleteBackward = self { return false }
    return insertedText?.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ?? true
  }
}

extension TextBuffer {
  /// The reason why a keyboard may not insert the text of an edit; nil if the keyboard may insert the text.
  ///
  /// An edit may insert forbidden text if the replaced text contains the same forbidden text. Without the exception for
  /// replaced text, a keyboard could not put brackets around a selected text that contains a control character from the
  /// application. The exception does not apply to text outside of the context window, because the keyboard cannot read
  /// such text.
  package func fault(in edit: Edit) -> TextFault? {
    if case .deleteBackward = edit { return faultOfDeletion }
    guard !edit.isPlain, let text = edit.insertedText else { return nil }
    let marks = longestRun(of: \.isCombiningMark, with: text, maximum: CombiningMarkCounter.maximumLength)
    let invisible = longestRun(of: \.isInvisible, with: text, maximum: TextFault.maximumInvisibleCharacters)
    let hasTag = text.unicodeScalars.contains(where: \.isTag)
    guard
      text.firstForbiddenControl != nil || marks > CombiningMarkCounter.maximumLength
        || invisible > TextFault.maximumInvisibleCharacters || hasTag
    else { return nil }
    let replaced = markedText ?? selected
    // The new text may contain a run that is as long as a run in the replaced text.
    func exceeds(_ run: Int, _ maximum: Int, _ isCounted: (Unicode.Scalar) -> Bool) -> Bool {
      run > maximum && run > longestRun(of: isCounted, with: replaced, maximum: maximum)
    }
    let controls = Set(replaced.unicodeScalars.filter(\.isForbiddenControl))
    if let control = text.unicodeScalars.first(where: { $0.isForbiddenControl && !controls.contains($0) }) {
      return .control(control)
    }
    if hasTag, exceeds(longestRun(of: \.isTag, with: text, maximum: 6), 0, \.isTag),
      !(Array(scalarsBeforeInsertion.suffix(6)) + text.unicodeScalars).hasOnlyEmojiTags
    {
      return .tag
    }
    if exceeds(marks, CombiningMarkCounter.maximumLength, \.isCombiningMark) { return .endlessMarks }
    return exceeds(invisible, TextFault.maximumInvisibleCharacters, \.isInvisible) ? .endlessInvisibleText : nil
  }

  /// The fault that a deletion would produce: two runs that the deleted text separates become one run that is too long.
  private var faultOfDeletion: TextFault? {
    let next = [after.unicodeScalars.first, scalarsAfterInsertion.first].compactMap(\.self)
    guard next.contains(where: { $0.isCombiningMark || $0.isInvisible }) else { return nil }
    var rest = self
    _ = rest.apply(.deleteBackward, rules: EditingRules())
    func exceeds(_ maximum: Int, _ isCounted: (Unicode.Scalar) -> Bool) -> Bool {
      // Report no run that was too long before the deletion: such a run comes from the application.
      let before = rest.before.unicodeScalars.reversed().prefix(maximum + 1).prefix(while: isCounted).count
      let after = rest.after.unicodeScalars.prefix(maximum + 1).prefix(while: isCounted).count
      return before + after > maximum && max(before, after) <= maximum
    }
    if exceeds(CombiningMarkCounter.maximumLength, \.isCombiningMark) { return .endlessMarks }
    return exceeds(TextFault.maximumInvisibleCharacters, \.isInvisible) ? .endlessInvisibleText : nil
  }

  /// The length of the longest run of counted scalars that would contain a part of the new text.
  ///
  /// A run also contains the counted scalars directly before and after the new text. The function reads only as many of
  /// these scalars as are necessary to detect a run that is longer than `maximum`.
  private func longestRun(of isCounted: (Unicode.Scalar) -> Bool, with text: String, maximum: Int) -> Int {
    // Most new texts neither start nor end with a counted scalar, so this function rarely reads the text before and
    // after the new text.
    let touchesBefore = text.unicodeScalars.first.map(isCounted) ?? true
    let touchesAfter = text.unicodeScalars.last.map(isCounted) ?? true
    var run = 0
    var longest = 0
    func examine(_ scalars: some Sequence<Unicode.Scalar>) {
      for scalar in scalars {
        run = isCounted(scalar) ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    if touchesBefore { examine(scalarsBeforeInsertion.suffix(maximum + 1)) }
    // Do not count a run that ends before the new text begins.
    longest = 0
    examine(text.unicodeScalars)
    if touchesAfter, run > 0 { examine(scalarsAfterInsertion.prefix(maximum + 1)) }
    return longest
  }

  /// The size of ``before`` in UTF-8 bytes, without the marked text.
  package var bytesBeforeMarkedText: Int { Substring(scalarsBeforeInsertion).utf8.count }

  private var scalarsBeforeInsertion: Substring.UnicodeScalarView {
    let units = before.utf16
    let end = units.index(units.endIndex, offsetBy: -(marking?.before ?? 0), limitedBy: units.startIndex)
    return before.unicodeScalars[..<(end ?? units.startIndex)]
  }

  private var scalarsAfterInsertion: Substring.UnicodeScalarView {
    let units = after.utf16
    let start = units.index(units.startIndex, offsetBy: marking?.after ?? 0, limitedBy: units.endIndex)
    return after.unicodeScalars[(start ?? units.endIndex)...]
  }
}

/// The limits of one turn of a keyboard.
package enum TurnLimit {
  /// The maximum size of all text that a keyboard inserts in one turn, in UTF-8 bytes.
  package static let insertedBytes = 64 * 1024
  /// The maximum size in UTF-8 bytes of all text that a keyboard inserts after the last key press or the last change by
  /// the user.
  package static let bytesInsertedAfterPress = 1_024 * 1024
  /// The maximum number of edits in one turn.
  package static let edits = 10_000
  /// The maximum number of requests in one turn that are not edits, and the maximum number of callbacks that a result
  /// reports.
  package static let requests = 10_000
  /// The maximum number of Unicode scalars of text that the host sends to the keyboard during one turn. The text at the
  /// start of the turn does not count. After the host has sent this number of scalars, it still applies edits, but
  /// sends no more text to the keyboard.
  package static let shownCharacters = 16_384
  /// The maximum number of changes of single elements of the input view in one turn.
  package static let changes = 1_000
  /// The maximum size in bytes of all changes of single elements in one turn: their texts in UTF-8, and their drawings
  /// in memory.
  package static let changedBytes = 256 * 1024
}
