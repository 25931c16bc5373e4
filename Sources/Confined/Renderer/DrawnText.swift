/// What is drawn of a text that a keyboard chose.
///
/// A picture has no terminal to mislead, and every script must be shaped, so joiners and selectors stay. Gone is what could
/// only hide what a key says: controls, overrides of the direction, marks piled on each other, text without end.
enum DrawnText {
  /// The most characters of one text; no key has room for more.
  static let characters = 256
  /// The most marks on one character; no living script needs as many.
  static let marks = 8

  /// The text as one paragraph; empty where nothing of it can be seen.
  static func clean(_ text: String) -> String {
    if text.utf8.count <= characters, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var marks = 0
    // Scalars first: one character may hold thousands of them.
    for scalar in text.unicodeScalars.prefix(characters * 4) {
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
    return String(String(result).prefix(characters))
  }

  /// Embeddings, overrides and isolates, and what ends them. The marks U+200E and U+200F only say how a neutral character is
  /// to be read, and right-to-left titles need them.
  private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xE0000...0xE0001: true
    default: false
    }
  }
}
