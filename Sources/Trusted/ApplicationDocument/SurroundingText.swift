internal import TextModel

/// The text around the selection that an application reported, as bytes with two offsets. Printing this value never
/// shows the text.
package struct SurroundingText: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text in UTF-8. The first and the last character can be incomplete.
  let bytes: [UInt8]
  /// The insertion point, or the end of the selection that moves when the user extends the selection, as an unchecked
  /// offset in bytes.
  let cursor: Int
  /// The end of the selection that does not move when the user extends the selection, as an unchecked offset in bytes.
  let anchor: Int

  /// Creates a value from the arguments of an event. The arguments may be invalid.
  package init(bytes: some Sequence<UInt8>, cursor: Int, anchor: Int) {
    self.bytes = Array(bytes)
    self.cursor = cursor
    self.anchor = anchor
  }

  /// A description with only the size of the text. The description does not contain the text, because the text can be a
  /// password.
  package var description: String { "SurroundingText(\(bytes.count) bytes)" }
  /// The same text as ``description``, so that a debugger does not print the field's text either.
  package var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not print the field's text.
  package var customMirror: Mirror { Mirror(self, children: [:]) }

  /// The range of the bytes without incomplete scalars at the start and the end. An application can cut its text inside
  /// a scalar.
  var wholeScalars: Range<Int> {
    let start = bytes.prefix(3).firstIndex { !UTF8.isContinuation($0) } ?? min(3, bytes.count)
    var end = bytes.count
    // A scalar has at most 4 bytes, so an incomplete scalar has at most 3 bytes.
    for length in 1...3 where length <= bytes.count - start {
      let lead = bytes[bytes.count - length]
      if UTF8.isContinuation(lead) { continue }
      let width = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
      if width > length { end = bytes.count - length }
      break
    }
    return start..<max(start, end)
  }

  /// Whether the text consists only of repetitions of one mask character, as in a password field.
  var isMasked: Bool {
    guard let text = String(validating: bytes[wholeScalars], as: UTF8.self), let first = text.unicodeScalars.first
    else {
      return false
    }
    return ["\u{25CF}", "\u{2022}", "*"].contains(first) && text.unicodeScalars.allSatisfy { $0 == first }
  }
}

/// The text of a field before, in and after the selection, without marked text.
package struct FieldText: Sendable {
  /// The text before the selection or insertion point.
  package var before: String
  /// The selected text; empty if there is only an insertion point.
  package var selected: String
  /// The text after the selection or insertion point.
  package var after: String

  /// Creates a text.
  package init(before: String = "", selected: String = "", after: String = "") {
    self.before = before
    self.selected = selected
    self.after = after
  }

  /// Decodes a text that an application reported. The initializer returns nil if an offset is outside the text or
  /// inside a scalar, or if the text is not UTF-8.
  ///
  /// The offsets count bytes, so the initializer first divides the bytes and then decodes the parts.
  package init?(_ window: SurroundingText) {
    let whole = window.wholeScalars
    let (start, end) = (min(window.cursor, window.anchor), max(window.cursor, window.anchor))
    guard start >= whole.lowerBound, end <= whole.upperBound,
      let before = String(validating: window.bytes[whole.lowerBound..<start], as: UTF8.self),
      let selected = String(validating: window.bytes[start..<end], as: UTF8.self),
      let after = String(validating: window.bytes[end..<whole.upperBound], as: UTF8.self)
    else { return nil }
    self.init(before: before, selected: selected, after: after)
  }

  /// The same text with the insertion point after the selection.
  var withoutSelection: FieldText { FieldText(before: before + selected, after: after) }

  /// The size of all parts in bytes.
  var byteCount: Int { before.utf8.count + selected.utf8.count + after.utf8.count }

  /// The minimum size in bytes of a report that can be a part of a longer text. Applications cut texts at about 4,000
  /// bytes.
  private static let cutBytes = 2_000

  /// Whether this text and `window` can be parts of one text with the same selection. The parts that overlap must be
  /// equal.
  ///
  /// If `window` is short, both texts must be equal, because otherwise an empty field would match every text.
  func isSamePlace(as window: FieldText) -> Bool {
    if self == window { return true }
    guard window.byteCount >= Self.cutBytes, selected.utf8.hasBytes(of: window.selected.utf8) else { return false }
    let near = min(before.utf8.count, window.before.utf8.count)
    let far = min(after.utf8.count, window.after.utf8.count)
    return near + far >= Self.cutBytes / 2
      && before.utf8.suffix(near).hasBytes(of: window.before.utf8.suffix(near))
      && after.utf8.prefix(far).hasBytes(of: window.after.utf8.prefix(far))
  }

  /// Whether `line` is the part of this text in the line with the insertion point, and the text has more lines.
  func isInLine(_ line: FieldText) -> Bool {
    let newLine = UInt8(ascii: "\n")
    guard selected.isEmpty, line.selected.isEmpty, before.utf8.contains(newLine) || after.utf8.contains(newLine) else {
      return false
    }
    let start = before.utf8.lastIndex(of: newLine).map { before.utf8.index(after: $0) } ?? before.startIndex
    let end = after.utf8.firstIndex(of: newLine) ?? after.endIndex
    return before.utf8[start...].elementsEqual(line.before.utf8) && after.utf8[..<end].elementsEqual(line.after.utf8)
  }

  /// Whether this text contains all of `window`, at the same position relative to the selection.
  func contains(_ window: FieldText) -> Bool {
    isSamePlace(as: window) && before.utf8.count >= window.before.utf8.count
      && after.utf8.count >= window.after.utf8.count
  }
}

extension FieldText: Hashable {
  /// Whether both texts have the same bytes. Canonically equivalent texts with different bytes are different.
  package static func == (one: FieldText, other: FieldText) -> Bool {
    one.before.utf8.hasBytes(of: other.before.utf8) && one.selected.utf8.hasBytes(of: other.selected.utf8)
      && one.after.utf8.hasBytes(of: other.after.utf8)
  }
}
