internal import Diagnostics
internal import KeyboardProtocol
internal import TextModel

/// A call that a script can make to the text document proxy (CommandLine.md#proxy-calls).
enum ProxyCall: String, CaseIterable {
  case insertText
  case deleteBackward
  case adjustTextPosition
  case adjustTextPositionByCharacters
  case setMarkedText
  case unmarkText
  case advanceToNextInputMode
  case dismissKeyboard
  case words
  case sentences
  case capitalizes

  /// Whether the call has a result, which the record of the line contains as `answer`.
  var hasAnswer: Bool { [.words, .sentences, .capitalizes].contains(self) }

  /// Parses an array in a line into the name and arguments that `KeyboardSession.callProxy(_:)` requires.
  static func parse(_ node: ScriptNode) throws(Diagnostic) -> [String] {
    let parts = try node.elements(1...4, "an array of a call's name and its arguments")
    let name = try parts[0].string()
    guard let call = ProxyCall(rawValue: name) else {
      throw parts[0].diagnostic(
        .scriptProxyCallUnknown,
        "Unknown proxy call \"\(name)\"; expected one of "
          + "\(allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let arguments = parts.dropFirst()
    guard arguments.count == call.parameters.count else {
      let expected = call.parameters.isEmpty ? "no argument" : call.parameters.map(\.rawValue).joined(separator: ", ")
      throw node.diagnostic(
        .scriptWrongType,
        "\(name) has \(arguments.count) \(arguments.count == 1 ? "argument" : "arguments"); expected \(expected).")
    }
    var words = [name]
    for (argument, parameter) in zip(arguments, call.parameters) {
      switch parameter {
      case .text: words.append(try argument.text())
      case .offset: words.append(String(try argument.integer(in: Int.min...Int.max)))
      case .shortText:
        let text = try argument.text()
        guard text.utf8.count <= TextRequest.maximumTextBytes else {
          throw argument.diagnostic(
            .scriptValueOutOfRange,
            "The text has \(text.utf8.count) bytes; \(name) accepts at most \(TextRequest.maximumTextBytes).")
        }
        words.append(text)
      case .capitals: words.append(String(try argument.choice(TextInputTraits().autocapitalizationType).rawValue))
      }
    }
    return words
  }

  private enum Parameter: String {
    case text = "a string"
    case offset = "an integer"
    case shortText = "a text"
    case capitals = "an autocapitalizationType"
  }

  private var parameters: [Parameter] {
    switch self {
    case .insertText: [.text]
    case .adjustTextPosition, .adjustTextPositionByCharacters: [.offset]
    case .setMarkedText: [.text, .offset, .offset]
    case .words, .sentences: [.shortText]
    case .capitalizes: [.capitals]
    case .deleteBackward, .unmarkText, .advanceToNextInputMode, .dismissKeyboard: []
    }
  }
}
