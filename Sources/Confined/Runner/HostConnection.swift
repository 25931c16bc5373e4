internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
internal import RunnerLink

/// The runner's side of the protocol with the host. The runner receives turns, and sends requests during a turn.
final class HostConnection {
  // No code of the keyboard runs during an access to the link, so no two accesses overlap.
  @exclusivity(unchecked) private var link: RunnerLink

  /// The memory that this process shares with the host.
  var memory: UnsafeMutableRawBufferPointer { link.memory }

  init(_ link: consuming RunnerLink) {
    self.link = link
  }

  /// Sends the greeting: the version of the plugin ABI, and the process ID in the host's PID namespace.
  func greet(version: UInt32, process: Int32) throws(LinkError) {
    try link.send(.hello(version: version, process: process))
  }

  /// Waits for the next turn.
  func nextTurn() throws(LinkError) -> Turn {
    guard case .turn(let turn) = try link.receive() else { throw .outOfTurn }
    return turn
  }

  /// Sends the result of a turn. If the result is too long, sends a failure instead.
  func reply(_ result: TurnResult) throws(LinkError) {
    do {
      try link.send(.result(result))
    } catch .tooLong(let length, let capacity) {
      let failure = KeyboardError(
        step: .limit, message: "the result of the turn has \(length) bytes; the limit is \(capacity)")
      try link.send(.result(TurnResult(serial: result.serial, failure: failure)))
    }
  }

  /// Sends a request to the host and waits for the reply. If the link fails, the process exits.
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
