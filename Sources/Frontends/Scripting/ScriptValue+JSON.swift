internal import Diagnostics

extension ScriptValue {
  /// The value as JSON on one line, without spaces.
  ///
  /// Characters outside ASCII stay as they are, except those that are not safe to show on a terminal.
  package var json: String {
    var text = ""
    write(to: &text)
    return text.sanitizedJSON
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let number): text += String(number)
    case .real(let number): text += String(number)
    case .string(let string): Self.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Copies characters without escapes in runs, because a document may have megabytes.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    var rest = string[...].unicodeScalars
    while let index = rest.firstIndex(where: \.needsEscape) {
      text += Substring(rest[..<index])
      text += escape(rest[index])
      rest = rest[rest.index(after: index)...]
    }
    text += Substring(rest)
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension Unicode.Scalar {
  /// Whether JSON requires an escape for the scalar.
  fileprivate var needsEscape: Bool { self == "\"" || self == "\\" || value < 0x20 }
}
