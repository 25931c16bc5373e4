internal import Scripting

/// A detector of keyboards that log typed text.
///
/// A line with the letter of a key proves nothing: "I am here" contains an I. A log reveals typed text if the lines for
/// several keys differ only in the typed text, and this text is a separate word.
struct TypedText {
  /// A key press, and a line that the keyboard logged during this press.
  struct Entry {
    let press: Press
    let line: String
  }

  /// A log entry that reveals typed text, and the number of keys with such an entry; nil if no entry reveals typed
  /// text.
  private(set) var telling: (entry: Entry, keys: Int)?

  /// The minimum number of keys whose lines must be equal except for the typed text.
  private static let fewest = 4

  init(_ presses: [Press]) {
    var byForm: [String: [String: Entry]] = [:]
    for press in presses {
      guard let typed = Self.typed(press) else { continue }
      for line in press.lines {
        guard let form = Self.form(of: line, without: typed) else { continue }
        byForm[form, default: [:]][typed] = Entry(press: press, line: line)
      }
    }
    let most = byForm.values.max { $0.count < $1.count } ?? [:]
    guard most.count >= Self.fewest, let first = most.min(by: { $0.key < $1.key }) else { return }
    telling = (first.value, most.count)
  }

  /// The text that the press added; nil for white space and for digits, because a digit in a log may be a count.
  private static func typed(_ press: Press) -> String? {
    let before = press.before.before, after = press.after.before
    guard after.count > before.count, after.hasPrefix(before) else { return nil }
    let typed = String(after.dropFirst(before.count))
    return typed.allSatisfy { $0.isWhitespace || $0.isNumber } ? nil : typed
  }

  /// The line with a placeholder for the text; nil if the line does not contain the text as a separate word.
  private static func form(of line: String, without text: String) -> String? {
    var rest = line[...]
    while let found = rest.firstRange(of: text) {
      let before = line[..<found.lowerBound].last, after = line[found.upperBound...].first
      let isPart = [before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
      let isWord = text.first?.isLetter == true || text.first?.isNumber == true
      if !isPart || !isWord {
        return String(line[..<found.lowerBound]) + "\u{0}" + String(line[found.upperBound...])
      }
      rest = rest[found.upperBound...]
    }
    return nil
  }
}
