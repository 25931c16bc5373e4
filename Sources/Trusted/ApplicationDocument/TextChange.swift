internal import TextModel

/// A change of a field's text: a deletion and an insertion at the insertion point. Klava sends the change in one
/// commit, or in several commits if the inserted text is long.
struct TextChange {
  /// The text before and after the insertion point that the change keeps.
  private let kept: FieldText
  private let deleteBefore: Int
  private let deleteAfter: Int
  private let inserted: String
  private let replacesSelection: Bool

  /// Compares two buffers without their marked text. The result is nil if no commit can make the change from `start` to
  /// `target`.
  ///
  /// A commit cannot replace a selection without inserting text. Whether a commit can delete a text depends on the
  /// transport (``TextTransport/deletesByte(_:)``).
  init?(from start: TextBuffer, to target: TextBuffer, _ transport: TextTransport) {
    let (old, new) = (FieldText(start), FieldText(target))
    if old == new {
      (kept, deleteBefore, deleteAfter, inserted, replacesSelection) = (old, 0, 0, "", false)
      return
    }
    let same = old.before.commonPrefix(with: new.before)
    let border = new.before.utf8.index(new.before.startIndex, offsetBy: same)
    let deleted = old.before.utf8.dropFirst(same)
    let extra = old.after.utf8.count - new.after.utf8.count
    guard new.selected.isEmpty, extra >= 0, old.after.utf8.suffix(new.after.utf8.count).hasBytes(of: new.after.utf8),
      deleted.allSatisfy(transport.deletesByte), old.after.utf8.prefix(extra).allSatisfy(transport.deletesByte)
    else { return nil }
    inserted = String(new.before[border...])
    guard old.selected.isEmpty || (!inserted.isEmpty && deleted.isEmpty && extra == 0) else { return nil }
    kept = FieldText(before: String(new.before[..<border]), after: new.after)
    (deleteBefore, deleteAfter, replacesSelection) = (deleted.count, extra, !old.selected.isEmpty)
  }

  /// Whether the change deletes and inserts nothing.
  var isEmpty: Bool { inserted.isEmpty && !deletes && !replacesSelection }

  /// Whether the change inserts text.
  var inserts: Bool { !inserted.isEmpty }

  /// Whether the change deletes text around the insertion point.
  var deletes: Bool { deleteBefore > 0 || deleteAfter > 0 }

  /// The texts that the application can report during the change, in order. For example, the application can report the
  /// deletion before it reports the insertion.
  var texts: [FieldText] {
    let isDivided = !inserted.isEmpty && (deletes || replacesSelection)
    var front = kept.before
    return (isDivided || inserted.isEmpty ? [kept] : [])
      + chunks.map { chunk in
        front += chunk
        return FieldText(before: front, after: kept.after)
      }
  }

  /// The operations that make the change in the application. The first commit contains the deletions, and the last
  /// commit contains the preedit.
  func operations(for transport: TextTransport, preedit: Preedit?) -> [Operation] {
    if transport == .keysOnly { return typed }
    var commits = chunks.map { TextCommit(text: String($0)) }
    // On KWin, Qt applies a deletion only when a `commit_string` follows. An empty `commit_string` is enough.
    if commits.isEmpty { commits = [TextCommit(text: transport.isInputMethodV1 && !isEmpty ? "" : nil)] }
    (commits[0].deleteBefore, commits[0].deleteAfter) = (deleteBefore, deleteAfter)
    commits[commits.count - 1].preedit = preedit
    return commits.map { .commit($0) }
  }

  /// The operations that type the inserted text with ``TextTransport/keysOnly``. Line breaks and tabs become presses of
  /// Return and Tab.
  private var typed: [Operation] {
    inserted.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { line, text in
      let columns = text.split(separator: "\t", omittingEmptySubsequences: false).enumerated().flatMap { column, text in
        (column > 0 ? [Operation.key(.tab, count: 1)] : [])
          + (text.isEmpty ? [] : [.commit(TextCommit(text: String(text)))])
      }
      return (line > 0 ? [.key(.return, count: 1)] : []) + columns
    }
  }

  /// The inserted text, divided into pieces of at most ``TextCommit/maximumBytes``, between characters if possible.
  private var chunks: [Substring] {
    var rest = inserted[...]
    var chunks: [Substring] = []
    while !rest.isEmpty {
      let chunk = rest.prefix(bytes: TextCommit.maximumBytes)
      chunks.append(chunk)
      rest = rest[chunk.endIndex...]
    }
    return chunks
  }
}

extension Substring {
  /// The longest prefix of whole characters with at most `bytes` bytes. If the first character has more bytes, the
  /// prefix ends between two scalars of this character.
  func prefix(bytes: Int) -> Substring {
    guard let limit = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex), limit < endIndex else {
      return self
    }
    let border = border(atOrBefore: limit)
    return self[..<(border > startIndex ? border : unicodeScalars._index(roundingDown: limit))]
  }
}

extension FieldText {
  /// Creates a text from a buffer, without its marked text.
  init(_ buffer: TextBuffer) {
    guard let marking = buffer.marking else {
      self.init(before: buffer.before, selected: buffer.selected, after: buffer.after)
      return
    }
    self.init(
      before: String(buffer.before.utf16.dropLast(marking.before)) ?? "",
      after: String(buffer.after.utf16.dropFirst(marking.after)) ?? "")
  }
}

extension Preedit {
  /// Creates a preedit from a buffer's marked text, cut to the size of one request; nil if there is no marked text.
  init?(_ buffer: TextBuffer, for transport: TextTransport) {
    guard let marked = MarkedParts(buffer) else { return nil }
    // A request of input-method-v1 contains the preedit twice. The compositor closes the connection if a request is too
    // long.
    let most = TextCommit.maximumBytes / (transport.isInputMethodV1 ? 2 : 1)
    let shown = marked.text[...].prefix(bytes: most)
    func offset(_ bytes: Int) -> Int {
      let index = shown.utf8.index(shown.startIndex, offsetBy: bytes, limitedBy: shown.endIndex) ?? shown.endIndex
      return shown.utf8.distance(from: shown.startIndex, to: shown.unicodeScalars._index(roundingDown: index))
    }
    let start = marked.before.utf8.count
    self.init(text: String(shown), selection: offset(start)..<offset(start + marked.selected.utf8.count))
  }
}
