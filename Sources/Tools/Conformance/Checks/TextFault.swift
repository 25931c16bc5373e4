internal import Diagnostics

/// Tests for misleading text that a keyboard shows.
enum TextFault {
  /// Whether no character of the text is visible.
  static func isInvisible(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse: true
      default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
      }
    }
  }

  /// A description of the first bidirectional control character in a text, for a finding; empty if there is none.
  static func directions(in text: String) -> [String] {
    occurrences(in: text) { scalar in
      switch scalar.value {
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  /// A description of the first control character in a text, for a finding; empty if there is none.
  static func controls(in text: String) -> [String] {
    occurrences(in: text) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  /// The sanitized text if the text could mislead its reader; otherwise empty.
  static func deceptions(in text: String) -> [String] {
    let sanitized = text.sanitized(limit: 4_096)
    return sanitized == text ? [] : ["“\(sanitized)”"]
  }

  private static func occurrences(in text: String, _ isOne: (Unicode.Scalar) -> Bool) -> [String] {
    for (index, scalar) in text.unicodeScalars.enumerated() where isOne(scalar) {
      return ["U+\(String(scalar.value, radix: 16, uppercase: true)) as character \(index + 1) of “\(text)”"]
    }
    return []
  }
}
