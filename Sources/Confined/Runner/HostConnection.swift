internal import Glibc
internal import TextInput
internal import KeyboardProtocol

/// The runner's side of the conversation: turns come in, requests go out while one is under way.
final class HostConnection {
  private var link: RunnerLink

  /// The memory that is shared with the host.
  var memory: UnsafeMutableRawBufferPointer { link.memory }

  init(_ link: consuming RunnerLink) {
    self.link = link
  }

  /// The first word: ready, of this version of the plugin contract, and under this number among the host's processes.
  func greet(version: UInt32, process: Int32) throws(LinkError) {
    try link.send(.hello(version: version, process: process))
  }

  /// Waits for the next turn.
  func nextTurn() throws(LinkError) -> Turn {
    guard case .turn(let turn) = try link.receive() else { throw .outOfTurn }
    return turn
  }

  /// Answers the turn; a result that is too long is replaced by one that says so.
  func answer(_ result: TurnResult) throws(LinkError) {
    do {
      try link.send(.result(result))
    } catch .tooLong(let length, let capacity) {
      let failure = KeyboardFailure(
        step: .limit, message: "the result of the turn has \(length) bytes; the limit is \(capacity)")
      try link.send(.result(TurnResult(serial: result.serial, failure: failure)))
    }
  }

  /// Asks the host for something; the turn waits. With no link there is nothing more to do for this process.
  func ask(_ request: HostRequest) -> HostReply {
    guard request.hasBoundedNames else { return .refused(.badName) }
    do {
      try link.send(.request(request))
      guard case .reply(let reply) = try link.receive() else { throw LinkError.outOfTurn }
      return reply
    } catch LinkError.tooLong {
      return .refused(.tooLarge)
    } catch {
      exit(.link, "\(error)")
    }
  }
}
