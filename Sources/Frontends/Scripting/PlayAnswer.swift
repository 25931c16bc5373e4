internal import Bundles
package import Diagnostics
internal import KeyboardHost

/// What came of one line of a script.
package struct PlayAnswer: Sendable {
  /// Which line of the input it was, counted from 1.
  package var line: Int
  /// What the line said; nil if it was not understood.
  package var command: PlayCommand?
  /// Whether the keys are to be listed.
  package var showsKeys = false
  /// What is true afterwards.
  package var state = PlayState()
  /// The names of the callbacks that keyboards got, in order.
  package var callbacks: [String] = []
  /// The names of what else happened, in order.
  package var events: [String] = []
  /// Why the line is not ok.
  package var problem: Diagnostic?
  /// What a person should know although the line is ok.
  package var warnings: [String] = []

  /// Whether the line was understood, done, and what it expected.
  package var isOK: Bool { problem == nil }

  /// The code and the sentence of what went wrong.
  package var error: String? { problem?.line }

  /// The answer as one line of JSON, with its members in the order that CommandLine.md#records shows.
  package var json: String {
    var members: [ScriptValue.Member] = [
      .init(name: "line", value: .integer(line)), .init(name: "ok", value: .boolean(isOK)),
    ]
    members += stateMembers
    if showsKeys { members += keyMembers }
    members += happenings
    if !warnings.isEmpty {
      members.append(.init(name: "warning", value: .string(warnings.joined(separator: " "))))
    }
    return ScriptValue.object(members).json
  }

  /// Everything that an `expect` may compare.
  var comparable: ScriptValue {
    .object(
      [.init(name: "ok", value: .boolean(isOK))] + stateMembers
        + [
          .init(name: "pasteboard", value: .string(orNull: state.pasteboard))
        ] + keyMembers + happenings)
  }

  private var keyMembers: [ScriptValue.Member] {
    [
      .init(name: "keys", value: .strings(state.keys)), .init(name: "disabled", value: .strings(state.disabledKeys)),
      .init(name: "switchedOn", value: .strings(state.selectedKeys)),
      .init(
        name: "alternatives",
        value: .object(state.alternatives.map { .init(name: $0.key, value: .strings($0.texts)) })),
    ]
  }

  private var stateMembers: [ScriptValue.Member] {
    [
      .init(name: "keyboard", value: .string(orNull: state.keyboard)),
      .init(name: "shownBecause", value: .string(orNull: state.shownBecause?.rawValue)),
      .init(name: "document", value: document),
      .init(
        name: "display",
        value: .object(state.labels.map { .init(name: $0.identifier, value: .string($0.text)) })),
    ]
  }

  private var happenings: [ScriptValue.Member] {
    [
      .init(name: "callbacks", value: .strings(callbacks)), .init(name: "events", value: .strings(events)),
      .init(name: "error", value: .string(orNull: error)),
    ]
  }

  private var document: ScriptValue {
    guard let document = state.document else { return .null }
    return .object([
      "before": .string(document.before), "selected": .string(document.selected), "after": .string(document.after),
      "marked": document.marked.map { .array([.integer($0.lowerBound), .integer($0.count)]) } ?? .null,
    ])
  }
}

extension Diagnostic {
  /// Code and sentence on one line, for whoever has the line before them and needs no advice.
  var line: String {
    subject.isEmpty ? "\(code): \(sentence)" : "\(code): \(subject): \(sentence)"
  }
}
