internal import Diagnostics
internal import JSON

/// The state that an `expect` line requires. An object of the expectation may omit members of the state. Each member
/// that the object has must equal the same member of the state.
///
/// Two strings are equal if their code points are equal. Two numbers are equal if their values are equal. `before`,
/// `selected`, `after`, `marked` and `text` may be top-level members or members of `document`. `text` is the whole text
/// of the document. The value of `marked` may be the marked text instead of its range, and the value of `error` may be
/// only the diagnostic code.
package struct Expectation: Sendable {
  private let value: JSONValue

  private static let documentNames = ["after", "before", "marked", "selected", "text"]
  private static let names = [
    "alternatives", "answer", "callbacks", "disabled", "display", "document", "error", "events", "keyboard", "keys",
    "ok", "pasteboard", "shownBecause", "switchedOn",
  ]

  /// Reads an expectation from a JSON object in a line of a script.
  ///
  /// - Throws: A diagnostic for an empty object, or for a member that the state cannot have.
  init(_ node: ScriptNode) throws(Diagnostic) {
    let members = try node.members()
    guard !members.isEmpty else { throw node.wrong("an object with at least one member") }
    for (name, node) in members {
      guard Self.names.contains(name) || Self.documentNames.contains(name) else {
        throw node.unknown(among: Self.names + Self.documentNames)
      }
      guard name == "document", case .object = node.value else { continue }
      for (name, node) in try node.members() where !Self.documentNames.contains(name) {
        throw node.unknown(among: Self.documentNames)
      }
    }
    value = node.value
  }

  /// The differences between the expectation and the state after a line: one phrase for each member that differs.
  func differences(from answer: PlayAnswer) -> [String] {
    guard case .object(let members) = value else { return [] }
    let state = answer.comparable
    return members.flatMap { member -> [String] in
      if Self.documentNames.contains(member.name) {
        return Self.differences(inDocument: member, of: answer, path: member.name)
      }
      if member.name == "document", case .object(let members) = member.value, answer.state.document != nil {
        return members.flatMap { Self.differences(inDocument: $0, of: answer, path: "document.\($0.name)") }
      }
      if member.name == "error", case .string(let code) = member.value, code.wholeMatch(of: /KLV-[0-9]{4}/) != nil,
        let found = answer.diagnostic?.code.description
      {
        return found == code ? [] : ["error is \(found), expected \(code)"]
      }
      return Self.differences(member.value, state[member.name], path: member.name)
    }
  }

  private static func differences(
    inDocument expected: JSONValue.Member, of answer: PlayAnswer, path: String
  ) -> [String] {
    let found: JSONValue?
    switch (expected.name, expected.value, answer.state.document) {
    case (_, _, nil): found = nil
    case ("text", _, let document?): found = .string(document.before + document.selected + document.after)
    case ("marked", .string, let document?): found = .string(orNull: document.markedText)
    default: found = answer.comparable["document"]?[expected.name]
    }
    return differences(expected.value, found, path: path)
  }

  private static func differences(_ expected: JSONValue, _ found: JSONValue?, path: String) -> [String] {
    guard let found else { return ["\(path) is missing, expected \(brief(expected))"] }
    switch (expected, found) {
    case (.object(let members), .object):
      return members.flatMap { differences($0.value, found[$0.name], path: "\(path).\($0.name)") }
    case _ where expected.isSame(as: found): return []
    case (.string(let wanted), .string(let there))
    where wanted == there || max(wanted.count, there.count) > briefLength:
      return [differenceOfTexts(wanted, there, path: path)]
    default: return ["\(path) is \(brief(found)), expected \(brief(expected))"]
    }
  }

  /// The maximum number of characters of a value in the description of a difference.
  private static let briefLength = 160

  private static func brief(_ value: JSONValue) -> String {
    let text = value.json
    return text.count > briefLength ? text.prefix(briefLength) + "…" : text
  }

  /// Describes the first difference between two texts that are too long for the message, or that look equal but differ.
  private static func differenceOfTexts(_ expected: String, _ found: String, path: String) -> String {
    let same = zip(expected.unicodeScalars, found.unicodeScalars).prefix { $0 == $1 }.count
    let excerpts = [found, expected].map { text in
      let rest = text.unicodeScalars.dropFirst(same)
      guard !rest.isEmpty else { return "its end" }
      guard expected != found else {
        return rest.prefix(4).map { "U+\(String($0.value, radix: 16, uppercase: true))" }.joined(separator: " ")
      }
      return JSONValue.string(String(rest.prefix(40))).json
    }
    return "\(path) has \(excerpts[0]) after \(same) code points, expected \(excerpts[1])"
  }
}
