internal import KeyboardLoader
package import KeyboardProtocol

/// A keyboard in the host's process: a custom input view of an application, or a keyboard in a debugger or a test.
///
/// It has all rights of the process. Use it on one thread.
package final class InProcessKeyboard: Keyboard {
  private let loaded: LoadedKeyboard

  /// Creates a keyboard. Its first turn loads it.
  package init() {
    loaded = LoadedKeyboard { _ in .refused(.notNow) }
  }

  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    let result = withoutActuallyEscaping(answer) { answer in
      loaded.serve(turn, asking: answer)
    }
    if case .load = turn.event, let failure = result.failure { throw .refused(failure) }
    return result
  }
}
