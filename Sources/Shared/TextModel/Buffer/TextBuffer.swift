/// The text before, in and after a selection, and the effect of each edit on this text.
///
/// The host uses a buffer for the document, and the keyboard's process uses a buffer for a copy of the document (the
/// replica). An edit therefore has the same effect in both processes. The buffer is *cut* at its start if the document
/// has more text before the buffer's text. The buffer is cut at its end if the document has more text after the
/// buffer's text. If the result of an edit depends on the missing text, the edit changes nothing and returns
/// ``EditOutcome/needsText``. The caller then adds the missing text and applies the edit again.
package struct TextBuffer: Sendable {
  /// The extent of the marked text on each side of the selection, in UTF-16 code units.
  package struct Marking: Hashable, Sendable {
    /// The number of marked code units at the end of ``TextBuffer/before``.
    package var before: Int
    /// The number of marked code units at the start of ``TextBuffer/after``.
    package var after: Int

    /// Creates a marking.
    package init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }
  }

  /// The text before the selection or insertion point.
  package internal(set) var before: String
  /// The selected text; empty for an insertion point.
  package internal(set) var selected: String
  /// The text after the selection or insertion point.
  package internal(set) var after: String
  /// The extent of the marked text, which includes the selection; nil without marked text.
  package internal(set) var marking: Marking?
  /// Whether the document has more text before ``before``.
  package internal(set) var isCutBefore: Bool
  /// Whether the document has more text after ``after``.
  package internal(set) var isCutAfter: Bool
  /// Whether the selection is longer than ``selected``.
  package internal(set) var isSelectionCut: Bool

  /// Creates a buffer. Clamps the marking to the text.
  package init(
    before: String = "", selected: String = "", after: String = "", marking: Marking? = nil,
    isCutBefore: Bool = false, isCutAfter: Bool = false, isSelectionCut: Bool = false
  ) {
    self.before = before
    self.selected = selected
    self.after = after
    self.isCutBefore = isCutBefore
    self.isCutAfter = isCutAfter
    self.isSelectionCut = isSelectionCut
    self.marking = marking.map {
      Marking(before: min(max($0.before, 0), before.utf16.count), after: min(max($0.after, 0), after.utf16.count))
    }
  }

  /// Whether the document has any text.
  package var hasText: Bool {
    !before.isEmpty || !selected.isEmpty || !after.isEmpty || isCutBefore || isCutAfter
  }

  /// The maximum possible size of the marked text in UTF-8 bytes.
  package var markedBytes: Int { marking.map { 3 * ($0.before + $0.after) + selected.utf8.count } ?? 0 }

  /// The marked text; nil without marked text.
  package var markedText: String? {
    marking.map { marking in
      String(before.utf16.suffix(marking.before)).orEmpty + selected + String(after.utf16.prefix(marking.after)).orEmpty
    }
  }
}

extension TextBuffer: Hashable {
  /// Whether two buffers are equal. Texts with different scalars are different, even if they are canonically
  /// equivalent.
  package static func == (one: TextBuffer, other: TextBuffer) -> Bool {
    one.before.utf8.hasBytes(of: other.before.utf8) && one.selected.utf8.hasBytes(of: other.selected.utf8)
      && one.after.utf8.hasBytes(of: other.after.utf8) && one.marking == other.marking
      && one.isCutBefore == other.isCutBefore && one.isCutAfter == other.isCutAfter
      && one.isSelectionCut == other.isSelectionCut
  }

  /// Hashes the text and the marking.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(before)
    hasher.combine(selected)
    hasher.combine(after)
    hasher.combine(marking)
  }
}

extension Optional where Wrapped == String {
  /// The string, or an empty string instead of nil. The conversion of UTF-16 code units to a string returns nil if the
  /// code units contain only half of a scalar.
  fileprivate var orEmpty: String { self ?? "" }
}

/// The properties of a field that affect edits.
package struct EditingRules: Hashable, Sendable {
  /// Whether the field accepts line breaks as text. In a single-line field, an inserted line break is a press of the
  /// Return key.
  package var isMultiline: Bool
  /// Whether deleting a selected word also deletes a space beside the word.
  package var deletesSmartly: Bool

  /// Creates rules.
  package init(isMultiline: Bool = true, deletesSmartly: Bool = true) {
    self.isMultiline = isMultiline
    self.deletesSmartly = deletesSmartly
  }
}

/// The kinds of change that a keyboard, the user or the application made in a document.
package struct DocumentChange: Hashable, Sendable {
  /// Whether the text changed.
  package var changedText = false
  /// Whether the selection or insertion point moved without a change of the text.
  package var changedSelection = false
  /// Whether marked text became plain text without a request from the keyboard.
  package var endedMarking = false
  /// The number of line breaks that a keyboard inserted in a single-line field. The host presses Return once for each
  /// of these line breaks.
  package var returnKeys = 0

  /// Creates a change.
  package init(changedText: Bool = false, changedSelection: Bool = false, endedMarking: Bool = false) {
    self.changedText = changedText
    self.changedSelection = changedSelection
    self.endedMarking = endedMarking
  }

  /// Whether nothing changed.
  package var isEmpty: Bool { !changedText && !changedSelection && !endedMarking }

  /// Adds a later change.
  package mutating func merge(_ later: DocumentChange) {
    changedText = changedText || later.changedText
    changedSelection = changedSelection || later.changedSelection
    endedMarking = endedMarking || later.endedMarking
    returnKeys += later.returnKeys
  }
}

/// The outcome of an edit.
package enum EditOutcome: Hashable, Sendable {
  /// The buffer applied the edit. The associated value is the effect.
  case applied(DocumentChange)
  /// The edit changed nothing, because its result depends on text outside the buffer.
  case needsText
}
