/// A message that the program `hostile-runner` sends to the host in one state of their conversation.
package struct HostileMessage: CustomStringConvertible, Sendable {
  /// The state in which the program sends the message. Each state after the first is a turn with this event.
  package enum State: String, CaseIterable, Sendable {
    case beforeGreeting, load, appear, key, disappear, destroy
  }

  /// The content of the message. The document request and the container request are valid in every turn, and the result
  /// of the turn is valid once in a turn. All other messages violate the protocol.
  package enum Kind: String, CaseIterable, Sendable {
    case hello, resultOfTheTurn, resultOfTheNextTurn, documentRequest, containerRequest, emptyFrame, hostMessage,
      unknownTag
  }

  package let kind: Kind
  package let state: State

  package init(_ kind: Kind, in state: State) {
    self.kind = kind
    self.state = state
  }

  /// Creates the message with a description, such as `hello-load`; nil for any other text.
  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let kind = Kind(rawValue: parts[0]), let state = State(rawValue: parts[1]) else {
      return nil
    }
    self.init(kind, in: state)
  }

  package var description: String { "\(kind.rawValue)-\(state.rawValue)" }
}
