internal import Scripting
internal import TextInput

/// Whether a keyboard's log tells what a person typed, by what came into it with each key press.
///
/// One line that holds the letter of a key is no proof: "I am here" has an I. A log tells when for key after key the line is
/// the same but for what the key types, and that stands there by itself.
struct TypedText {
  /// A key press with what it typed and what was logged in its turn.
  struct Entry {
    let press: Press
    let line: String
  }

  /// An entry that tells, and of how many keys the log does; nil where it does not.
  private(set) var telling: (entry: Entry, keys: Int)?

  /// So many different keys must be told of alike.
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

  /// What the press added to the document; nil for nothing, for blanks, and for a digit, which may be a count of something.
  private static func typed(_ press: Press) -> String? {
    let before = press.before.before, after = press.after.before
    guard after.count > before.count, after.hasPrefix(before) else { return nil }
    let typed = String(after.dropFirst(before.count))
    return typed.allSatisfy { $0.isWhitespace || $0.isNumber } ? nil : typed
  }

  /// The line with a mark in the place of the text; nil where it is not there, or only as a part of a word.
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
