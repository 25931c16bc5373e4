package import Diagnostics
package import JSON
internal import KeyboardHost

/// The result of one line of a script.
package struct PlayAnswer: Sendable {
  /// The number of the line in the input, from 1.
  package var line: Int
  /// The step of the line; nil if the line is invalid.
  package var command: PlayCommand?
  /// Whether the line requests the list of keys.
  package var showsKeys = false
  /// The state after the line.
  package var state = PlayState()
  /// The result of the proxy call of the line; nil if the line makes no call with a result.
  package var proxyAnswer: JSONValue?
  /// The names of the callbacks that the host called, in order.
  package var callbacks: [String] = []
  /// The names of the events that the session reported, in order.
  package var events: [String] = []
  /// Whether one step of the user removed the whole text.
  package var hasClearedText = false
  /// The reason why the line failed.
  package var diagnostic: Diagnostic?
  /// Warnings about a line that succeeded.
  package var warnings: [String] = []

  /// Whether the line is valid, the player performed it, and its expectation is true.
  package var isOK: Bool { diagnostic == nil }

  /// The code and the sentence of the diagnostic; nil without a diagnostic.
  package var error: String? { diagnostic?.line }

  /// The answer as one line of JSON, with its members in the order of CommandLine.md#records.
  package var json: String {
    var members: [JSONValue.Member] = [
      .init(name: "line", value: .integer(line)), .init(name: "ok", value: .boolean(isOK)),
    ]
    members += stateMembers
    if showsKeys { members += keyMembers }
    if let proxyAnswer { members.append(.init(name: "answer", value: proxyAnswer)) }
    members += happenings
    if !warnings.isEmpty {
      members.append(.init(name: "warning", value: .string(warnings.joined(separator: " "))))
    }
    return JSONValue.object(members).json
  }

  /// The state as JSON, with all members that an `expect` line can compare.
  var comparable: JSONValue {
    .object(
      [.init(name: "ok", value: .boolean(isOK))] + stateMembers
        + [
          .init(name: "pasteboard", value: .string(orNull: state.pasteboard)),
          .init(name: "answer", value: proxyAnswer ?? .null),
        ] + keyMembers + happenings)
  }

  private var keyMembers: [JSONValue.Member] {
    [
      .init(name: "keys", value: .strings(state.keys)), .init(name: "disabled", value: .strings(state.disabledKeys)),
      .init(name: "switchedOn", value: .strings(state.selectedKeys)),
      .init(
        name: "alternatives",
        value: .object(state.alternatives.map { .init(name: $0.key, value: .strings($0.texts)) })),
    ]
  }

  private var stateMembers: [JSONValue.Member] {
    [
      .init(name: "keyboard", value: .string(orNull: state.keyboard)),
      .init(name: "shownBecause", value: .string(orNull: state.shownBecause?.rawValue)),
      .init(name: "document", value: document),
      .init(
        name: "display",
        value: .object(state.labels.map { .init(name: $0.identifier, value: .string($0.text)) })),
    ]
  }

  private var happenings: [JSONValue.Member] {
    [
      .init(name: "callbacks", value: .strings(callbacks)), .init(name: "events", value: .strings(events)),
      .init(name: "error", value: .string(orNull: error)),
    ]
  }

  private var document: JSONValue {
    guard let document = state.document else { return .null }
    return .object([
      "before": .string(document.before), "selected": .string(document.selected), "after": .string(document.after),
      "marked": document.marked.map { .array([.integer($0.lowerBound), .integer($0.count)]) } ?? .null,
    ])
  }
}

extension Diagnostic {
  /// The code and the sentence in one line, without the remedy.
  var line: String {
    subject.isEmpty ? "\(code): \(sentence)" : "\(code): \(subject): \(sentence)"
  }

  /// The code, the sentence and the remedy in one sanitized line for the user.
  var sanitizedLine: String { "\(line) \(remedy)".sanitized(limit: 1_280) }
}
