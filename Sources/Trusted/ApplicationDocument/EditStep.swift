internal import TextModel

/// A part of an edit that one channel (text or keys) can perform. A step contains no position, so the step stays valid
/// if the application changes the text.
enum EditStep: Hashable, Sendable {
  /// An edit that the document has not yet divided into steps.
  case edit(Edit)
  /// An edit that the text channel performs.
  case text(Edit)
  /// Deletes the space before or after the insertion point, on the text channel. Another character stays.
  case deleteSpace(isBefore: Bool)
  /// Presses a key `count` times.
  case press(Press, count: Int)
  /// Waits for the report about one inserted character, and drops the rest of the turn if the text without this
  /// character is another text.
  case check(FieldText)
  /// Waits for the reports about the rest of the turn, and inserts the text if the turn has replaced it.
  ///
  /// The user had selected this text, and the application had not reported where it is.
  case restore(String)

  /// The size in bytes of the text that the step inserts or marks.
  var byteCount: Int {
    switch self {
    case .edit(.insertText(let text)), .text(.insertText(let text)), .edit(.setMarkedText(let text, _)),
      .text(.setMarkedText(let text, _)):
      text.utf8.count
    case .restore(let text): text.utf8.count
    default: 0
    }
  }

  /// Whether the step inserts a line break or a tab.
  var hasReturn: Bool {
    guard case .edit(.insertText(let text)) = self else { return false }
    return text.unicodeScalars.contains(where: \.endsLineOrIsTab)
  }

  /// The number of keys that the step presses, at most.
  var pressCount: Int {
    switch self {
    case .press(_, let count): count
    case .edit(.adjustTextPosition(let offset)), .edit(.adjustTextPositionByCharacters(let offset)):
      Int(clamping: offset.magnitude)
    default: 1
    }
  }

  /// Returns the step, divided into several insertions if it inserts more than twice
  /// ``TextTransport/maximumGrowth``.
  func parts(for transport: TextTransport) -> [EditStep] {
    guard case .text(.insertText(let text)) = self else { return [self] }
    var rest = text[...]
    var parts: [EditStep] = []
    // The last part has more than one character, because the document presses Return for a single line break.
    while rest.utf8.count > 2 * transport.maximumGrowth {
      let part = rest.prefix(bytes: transport.maximumGrowth)
      parts.append(.text(.insertText(String(part))))
      rest = rest[part.endIndex...]
    }
    return parts + [.text(.insertText(String(rest)))]
  }

  /// A key that a step presses. `backward` and `forward` move the insertion point in the order of the stored text, not
  /// in a direction on the screen.
  enum Press: Hashable, Sendable {
    case backspace, backward, forward, `return`, tab
    /// A key of the additional row.
    case symbol(SymbolPress)

    /// Whether the document predicts the effect of the key. Without modifiers, the arrows move the insertion point. The
    /// application decides about the effect of all other keys of the additional row.
    var isPredicted: Bool { if case .symbol(let press) = self { press == .left || press == .right } else { true } }

    /// Whether the key has the predicted effect in every application. Return and Tab often have another effect, such as
    /// sending a form.
    var isCertain: Bool { isPredicted && self != .return && self != .tab }

    /// The operation that presses the key in a field. In a right-to-left line, the left arrow moves the insertion point
    /// forward.
    func operation(in field: TextBuffer, count: Int) -> Operation {
      switch self {
      case .backspace: .key(.backspace, count: count)
      case .return: .key(.return, count: count)
      case .tab: .key(.tab, count: count)
      case .backward: .key(field.isRightToLeft ? .right : .left, count: count)
      case .forward: .key(field.isRightToLeft ? .left : .right, count: count)
      case .symbol(let press): .press(press)
      }
    }
  }
}

extension Edit {
  /// Divides the edit into steps, and long insertions into several steps.
  ///
  /// The text channel deletes only text from earlier steps of the same commit, and text that a commit can delete
  /// (``TextTransport/deletesByte(_:)``). The BackSpace key deletes all other characters and all selections, even
  /// selections that the application did not report.
  ///
  /// - Parameters:
  ///   - target: The field before the edit.
  ///   - start: The field before the commit to which the document could add the edit.
  ///   - transport: The connection to the application.
  ///   - isKnown: Whether the application reports its text.
  ///   - rules: The rules for edits.
  func steps(
    on target: TextBuffer, since start: TextBuffer, transport: TextTransport, isKnown: Bool, rules: EditingRules
  ) -> [EditStep] {
    undividedSteps(on: target, since: start, transport: transport, isKnown: isKnown, rules: rules)
      .flatMap { $0.parts(for: transport) }
  }

  private func undividedSteps(
    on target: TextBuffer, since start: TextBuffer, transport: TextTransport, isKnown: Bool, rules: EditingRules
  ) -> [EditStep] {
    var result = target
    let outcome = result.apply(self, rules: rules)
    let isMarking = target.marking != nil
    switch self {
    case .insertText("\n"), .insertText("\r"), .insertText("\r\n"):
      return (isMarking && rules.isMultiline ? [.text(.insertText(""))] : []) + [.press(.return, count: 1)]
    case .insertText("\t"):
      return (isMarking ? [.text(.insertText(""))] : []) + [.press(.tab, count: 1)]
    case .insertText(""):
      return isMarking ? [.text(self)] : target.selected.isEmpty ? [] : [.press(.backspace, count: 1)]
    case .insertText:
      guard case .applied(let effect) = outcome, effect.returnKeys > 0 else { return [.text(self)] }
      return (result == target ? [] : [.text(self)]) + [.press(.return, count: effect.returnKeys)]
    case .deleteBackward where isMarking:
      return [.text(self)]
    case .deleteBackward where !target.selected.isEmpty:
      // If the selection is a whole word, the edit also deletes a space beside the word, which the BackSpace key does
      // not delete.
      let isSpaceBefore = result.before.utf8.count < target.before.utf8.count
      let isSpaceAfter = result.after.utf8.count < target.after.utf8.count
      return [.press(.backspace, count: 1)] + (isSpaceBefore ? [.deleteSpace(isBefore: true)] : [])
        + (isSpaceAfter ? [.deleteSpace(isBefore: false)] : [])
    case .deleteBackward:
      let isText = result != target && TextChange(from: start, to: result, transport) != nil
      return [isText ? .text(self) : .press(.backspace, count: 1)]
    case .adjustTextPosition(let offset), .adjustTextPositionByCharacters(let offset):
      if offset == 0 { return [] }
      let press = offset > 0 ? EditStep.Press.forward : .backward
      guard isKnown else { return [.press(press, count: Int(clamping: offset.magnitude))] }
      if isMarking && result.marking != nil { return [.text(self)] }
      // At the end of the known text, send one press too, because the application's text may continue.
      return [.press(press, count: max(target.presses(to: result, isForward: offset > 0), 1))]
    case .setMarkedText:
      return (isMarking || target.selected.isEmpty ? [] : [.press(.backspace, count: 1)]) + [.text(self)]
    case .unmarkText:
      guard let marked = MarkedParts(target) else { return [] }
      // A commit puts the insertion point after the inserted text. So move the insertion point back to the position
      // that it had in the marked text.
      let moves = marked.after.count
      return [.text(.insertText(marked.text))] + (moves > 0 ? [.press(.backward, count: moves)] : [])
    }
  }
}

extension TextBuffer {
  /// The total size in bytes of the text before, in and after the selection.
  var byteCount: Int { before.utf8.count + selected.utf8.count + after.utf8.count }

  /// Creates a buffer without marked text.
  init(_ text: FieldText) { self.init(before: text.before, selected: text.selected, after: text.after) }

  /// Predicts the effect of a step that the text channel performs.
  ///
  /// - Returns: Whether the step belongs to the text channel.
  mutating func apply(_ step: EditStep, rules: EditingRules) -> Bool {
    switch step {
    case .text(let edit):
      _ = apply(edit, rules: rules)
    case .check, .restore: return false
    case .deleteSpace(let isBefore):
      // The application may have moved the insertion point, so another character may be beside it.
      guard selected.isEmpty, marking == nil else { return true }
      var (start, end) = (before, after)
      if isBefore, start.unicodeScalars.last == " " { start.unicodeScalars.removeLast() }
      if !isBefore, end.unicodeScalars.first == " " { end.unicodeScalars.removeFirst() }
      self = TextBuffer(before: start, after: end)
    case .edit, .press: return false
    }
    return true
  }

  /// Predicts the effect of one key press.
  mutating func apply(_ press: EditStep.Press, rules: EditingRules) {
    switch press {
    case .backspace:
      // When the session deletes a word, it also deletes a space beside the word, which a press of BackSpace does not
      // delete.
      _ = apply(.deleteBackward, rules: EditingRules(isMultiline: rules.isMultiline, deletesSmartly: false))
    case .return: if rules.isMultiline { _ = apply(.insertText("\n"), rules: rules) }
    case .tab: _ = apply(.insertText("\t"), rules: rules)
    case .symbol(.left): apply(isRightToLeft ? .forward : .backward, rules: rules)
    case .symbol(.right): apply(isRightToLeft ? .backward : .forward, rules: rules)
    case .symbol: break
    case .backward, .forward:
      if selected.isEmpty {
        _ = apply(.adjustTextPositionByCharacters(press == .forward ? 1 : -1), rules: rules)
      } else if press == .forward {
        self = TextBuffer(before: before + selected, after: after)
      } else {
        self = TextBuffer(before: before, after: selected + after)
      }
    }
  }

  /// The number of arrow-key presses that move the insertion point from this buffer's position to the position in
  /// `other`. If text is selected, the first press only ends the selection.
  fileprivate func presses(to other: TextBuffer, isForward: Bool) -> Int {
    let to = FieldText(other)
    var from = FieldText(self)
    if let marked = MarkedParts(self) { from.before += marked.text }
    if isForward { from.before += from.selected }
    let (short, long) = isForward ? (from.before, to.before) : (to.before, from.before)
    let between = String(decoding: long.utf8.dropFirst(short.utf8.count), as: UTF8.self)
    return between.count + (from.selected.isEmpty ? 0 : 1)
  }

  /// Whether the line at the insertion point begins with a letter of a right-to-left script. The search for the first
  /// letter ends after 256 scalars, because the host searches at each key press.
  var isRightToLeft: Bool {
    let start = before.utf8.lastIndex(of: UInt8(ascii: "\n")).map { before.utf8.index(after: $0) } ?? before.startIndex
    var count = 0
    for part in [before[start...], selected[...], after[...]] {
      for scalar in part.unicodeScalars {
        count += 1
        guard count <= 256, scalar != "\n" else { return false }
        guard scalar.properties.isAlphabetic else { continue }
        // The ranges contain Hebrew, Arabic, the scripts near them in Unicode, and the presentation forms of these
        // scripts. The last two ranges contain the right-to-left scripts of the supplementary plane.
        return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
          .contains { $0.contains(scalar.value) }
      }
    }
    return false
  }
}

/// The marked text of a buffer, divided into the parts before, in and after the selection.
struct MarkedParts: Equatable {
  let before: String
  let selected: String
  let after: String

  /// Divides the marked text of a buffer; nil if the buffer has no marked text.
  init?(_ buffer: TextBuffer) {
    guard let marking = buffer.marking else { return nil }
    before = String(buffer.before.utf16.suffix(marking.before)) ?? ""
    selected = buffer.selected
    after = String(buffer.after.utf16.prefix(marking.after)) ?? ""
  }

  var text: String { before + selected + after }

  /// Returns a buffer with the marked text between two other texts.
  func buffer(before front: String, after rest: String) -> TextBuffer {
    TextBuffer(
      before: front + before, selected: selected, after: after + rest,
      marking: TextBuffer.Marking(before: before.utf16.count, after: after.utf16.count))
  }
}
