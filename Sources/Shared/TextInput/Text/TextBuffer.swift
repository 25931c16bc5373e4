/// Text on both sides of a selection, and what each edit makes of it.
///
/// The host's document and a keyboard's replica are both made of this type, so that both always agree. Where a side is
/// *cut* (there is more text than is held here) an edit whose result depends on the missing text changes nothing and
/// answers ``EditOutcome/needsText``: whoever holds the rest then brings it.
public struct TextBuffer: Sendable {
  /// How far the marked text reaches on each side of the selection, in UTF-16 code units.
  public struct Marking: Hashable, Sendable {
    /// Marked code units at the end of ``TextBuffer/before``.
    public var before: Int
    /// Marked code units at the start of ``TextBuffer/after``.
    public var after: Int

    /// A marking of so many code units on each side.
    public init(before: Int, after: Int) {
      self.before = before
      self.after = after
    }
  }

  /// The text before the selection or insertion point.
  public internal(set) var before: String
  /// The selected text; empty for an insertion point.
  public internal(set) var selected: String
  /// The text after the selection or insertion point.
  public internal(set) var after: String
  /// The marked text, if there is any; the selection is part of it.
  public internal(set) var marking: Marking?
  /// Whether the document has more text before ``before``.
  public internal(set) var isCutBefore: Bool
  /// Whether the document has more text after ``after``.
  public internal(set) var isCutAfter: Bool
  /// Whether the selection is longer than ``selected``.
  public internal(set) var isSelectionCut: Bool

  /// A buffer of these parts; the flags say where the document goes on.
  public init(
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

  /// Whether the whole document has any text.
  public var hasText: Bool {
    !before.isEmpty || !selected.isEmpty || !after.isEmpty || isCutBefore || isCutAfter
  }

  /// UTF-8 bytes that the marked text has at most.
  package var markedBytes: Int { marking.map { 3 * ($0.before + $0.after) + selected.utf8.count } ?? 0 }

  /// The marked text, or nil where nothing is marked.
  public var markedText: String? {
    marking.map { marking in
      String(before.utf16.suffix(marking.before)).orEmpty + selected + String(after.utf16.prefix(marking.after)).orEmpty
    }
  }
}

extension TextBuffer: Hashable {
  /// Whether both hold the same code points; canonically equivalent text is not the same text here.
  public static func == (one: TextBuffer, other: TextBuffer) -> Bool {
    one.before.utf8.elementsEqual(other.before.utf8) && one.selected.utf8.elementsEqual(other.selected.utf8)
      && one.after.utf8.elementsEqual(other.after.utf8) && one.marking == other.marking
      && one.isCutBefore == other.isCutBefore && one.isCutAfter == other.isCutAfter
      && one.isSelectionCut == other.isSelectionCut
  }

  /// Hashes the text and the marking.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(before)
    hasher.combine(selected)
    hasher.combine(after)
    hasher.combine(marking)
  }
}

extension Optional where Wrapped == String {
  /// The string, or the empty one for a range that would split a scalar.
  fileprivate var orEmpty: String { self ?? "" }
}

/// What a field is, as far as its edits depend on it.
public struct EditingRules: Hashable, Sendable {
  /// Whether a line break is text; in a single-line field it is the Return key.
  public var isMultiline: Bool
  /// Whether deleting a selected word takes a space beside it.
  public var deletesSmartly: Bool

  /// Rules with these two choices.
  public init(isMultiline: Bool = true, deletesSmartly: Bool = true) {
    self.isMultiline = isMultiline
    self.deletesSmartly = deletesSmartly
  }
}

/// What one edit changed.
public struct EditEffect: Hashable, Sendable {
  /// Whether the text is another than before.
  public var changedText = false
  /// Whether the selection or insertion point moved without the text changing.
  public var changedSelection = false
  /// Whether marked text ended although the keyboard did not ask for that.
  public var endedMarking = false
  /// How many times Return was pressed: line breaks in a single-line field.
  public var returnKeys = 0

  /// No change.
  public init() {}

  /// Adds what a later edit changed.
  public mutating func merge(_ later: EditEffect) {
    changedText = changedText || later.changedText
    changedSelection = changedSelection || later.changedSelection
    endedMarking = endedMarking || later.endedMarking
    returnKeys += later.returnKeys
  }
}

/// The answer to an edit.
public enum EditOutcome: Hashable, Sendable {
  /// It was applied, with this effect.
  case applied(EditEffect)
  /// Nothing was changed: the result depends on text that is not held here.
  case needsText
}
