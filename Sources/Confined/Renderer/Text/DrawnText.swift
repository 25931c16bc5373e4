/// Sanitizes a keyboard's text before the renderer draws the text.
///
/// The result keeps joiners and variation selectors: Pango needs these characters to shape some scripts. On a terminal,
/// these characters can mislead the user; in a picture, they cannot. This type removes only parts that could hide the
/// text of a key: control characters, direction overrides, excess combining marks, and excess length.
enum DrawnText {
  /// The largest number of characters in one text. No key has space for more than 256 characters.
  static let characters = 256
  /// The largest number of combining marks on one character. Scripts in use today need fewer marks.
  static let marks = 8

  /// The largest number of lines in one text.
  static let lines = 16

  /// Returns the sanitized text. The result contains line breaks as line feeds, but no line break at its end.
  static func clean(_ text: String) -> String {
    if text.utf8.count <= characters, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var (marks, lines) = (0, 1)
    var last: Unicode.Scalar?
    // Limit the scalars first, because one character may contain thousands of scalars.
    for scalar in text.unicodeScalars.prefix(characters * 4) {
      defer { last = scalar }
      if Character(scalar).isNewline, lines < Self.lines {
        marks = 0
        // A carriage return with a line feed is one line break.
        if scalar != "\n" || last != "\r" {
          lines += 1
          result.append("\n")
        }
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        marks = 0
        result.append(" ")
        continue
      case .nonspacingMark, .enclosingMark:
        marks += 1
        if marks > Self.marks { continue }
      case .format:
        if changesDirection(scalar) { continue }
      default: marks = 0
      }
      result.append(scalar)
    }
    while result.last == "\n" { result.removeLast() }
    return String(String(result).prefix(characters))
  }

  /// Whether a scalar starts or ends an embedding, override or isolate, or is a deprecated format character.
  ///
  /// The result is false for the marks U+200E and U+200F. The marks only set the direction of neutral characters, and
  /// right-to-left titles need the marks.
  private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xE0000...0xE0001: true
    default: false
    }
  }
}
