internal import Glibc
internal import HostLink
internal import KeyboardHost
internal import KeyboardLink
internal import KeyboardLoader
internal import KeyboardProtocol
internal import RunnerLink
internal import SystemSupport

/// A keyboard without a runner process: the code of the runner runs in this process, on the thread of the host.
///
/// Each turn of the keyboard uses a real link, both codecs and the code of the runner. Neither the host nor the runner
/// waits, because each reads a message that is already in the link.
final class JoinedKeyboard: Keyboard {
  // The check for exclusive access is off, as in `RunnerKeyboard` and in the runner, because no other code uses the
  // link during an access.
  @exclusivity(unchecked) private var host: HostLink
  private let runner: RunnerSide
  private let gauge: ProcessGauge

  /// The runner's end of the link, and the loaded keyboard.
  private final class RunnerSide {
    @exclusivity(unchecked) private var link: RunnerLink
    let loaded: LoadedKeyboard

    init(_ link: consuming RunnerLink) {
      let journal = link.journal
      self.link = link
      loaded = LoadedKeyboard(journal: journal) { _ in .refused(.notNow) }
    }

    func receive() throws(LinkError) -> HostMessage { try link.receive() }
    func send(_ message: RunnerMessage) throws(LinkError) { try link.send(message) }
  }

  /// Creates a keyboard without loading the library. The first turn loads the library.
  init() throws {
    host = try HostLink()
    let memory = try Self.copy(host.memoryDescriptor)
    let event = try Self.copy(host.eventDescriptor)
    runner = RunnerSide(try RunnerLink(memfd: memory, eventfd: event))
    gauge = try ProcessGauge(getpid())
    try runner.send(.hello(version: LoadedKeyboard.abiVersion, process: getpid()))
    _ = try host.receive(deadline: .now, pidfd: -1)
  }

  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    do {
      let deadline = ContinuousClock.now + .seconds(60)
      try host.send(.turn(turn))
      guard case .turn(let received) = try runner.receive() else { throw LinkError.outOfTurn }
      let result = withoutActuallyEscaping(answer) { answer in
        runner.loaded.serve(received) { self.ask($0, answer, by: deadline) }
      }
      try runner.send(.result(result))
      guard case .result(let answered) = try host.receive(deadline: deadline, pidfd: -1) else {
        throw LinkError.outOfTurn
      }
      _ = gauge.read()
      if case .load = turn.event, let failure = answered.failure { throw KeyboardEndError.refused(failure) }
      return answered
    } catch let end as KeyboardEndError {
      throw end
    } catch {
      throw .crashed("\(error)")
    }
  }

  /// Sends a request of the keyboard over the link and returns the reply.
  private func ask(
    _ request: HostRequest, _ answer: (HostRequest) -> HostReply, by deadline: ContinuousClock.Instant
  ) -> HostReply {
    do throws(LinkError) {
      try runner.send(.request(request))
      guard case .request(let asked) = try host.receive(deadline: deadline, pidfd: -1) else { throw .outOfTurn }
      try host.send(.reply(answer(asked)))
      guard case .reply(let reply) = try runner.receive() else { throw .outOfTurn }
      return reply
    } catch {
      return .refused(.failed)
    }
  }

  private static func copy(_ descriptor: Int32) throws(LinkError) -> Descriptor {
    try Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 3), of: "fcntl(F_DUPFD_CLOEXEC)")
  }
}
