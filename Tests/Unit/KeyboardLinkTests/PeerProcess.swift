import Glibc
import LinuxShims
import SystemSupport
import Testing
import TextModel

@testable import KeyboardProtocol
@testable import KeyboardLink
@testable import HostLink
@testable import RunnerLink

/// A second process at the runner's end of a link. The process runs this test program. An environment variable selects
/// its behavior (``PeerProcessPart``).
struct PeerProcess: ~Copyable {
  enum Part: String {
    /// Answers every turn until `destroy`. During a timer's turn, the process first sends a request.
    case serves
    /// Exits without an answer when it receives the first turn.
    case vanishes
    /// Answers the first turn, and exits immediately.
    case leavesAnswer
    /// Exits while it writes its answer.
    case endsWhileWriting
    /// Never answers.
    case stalls
  }

  static let variable = "KLAVA_WIRE_TEST_PEER"
  static let descriptors: (memory: Int32, event: Int32) = (200, 201)

  let identifier: pid_t
  let descriptor: Descriptor

  init(_ part: Part, at link: borrowing HostLink) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, link.memoryDescriptor, Self.descriptors.memory)
    posix_spawn_file_actions_adddup2(&actions, link.eventDescriptor, Self.descriptors.event)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let arguments = ["peer", "--testing-library", "swift-testing", "--filter", "PeerProcessPart"]
    var environment: [String] = []
    var next = environ
    while let entry = next.pointee {
      environment.append(String(cString: entry))
      next += 1
    }
    environment.append("\(Self.variable)=\(part.rawValue)")
    var pid: pid_t = 0
    let status = withCStrings(arguments) { arguments in
      withCStrings(environment) { posix_spawn(&pid, "/proc/self/exe", &actions, nil, arguments, $0) }
    }
    guard status == 0 else { throw LinkError.system(operation: "posix_spawn", errno: status) }
    let descriptor = try Descriptor(klv_pidfd_open(pid), of: "pidfd_open")
    identifier = pid
    self.descriptor = descriptor
  }

  deinit {
    _ = klv_pidfd_send_signal(descriptor.number, SIGKILL)
    waitpid(identifier, nil, 0)
  }
}

/// The code of the process that PeerProcess starts. In any other process, this suite does nothing.
@Suite(.enabled(if: getenv(PeerProcess.variable) != nil, "only in a process that PeerProcess starts"))
struct PeerProcessPart {
  @Test("The second process acts as the kind of runner that an environment variable selects")
  func play() throws {
    let name = try #require(getenv(PeerProcess.variable).map { String(cString: $0) })
    let part = try #require(PeerProcess.Part(rawValue: name))
    klv_set_parent_death_signal(SIGKILL)
    let memory = PeerProcess.descriptors.memory
    var link = try RunnerLink(
      memfd: Descriptor(dup(memory), of: "dup"),
      eventfd: Descriptor(owning: PeerProcess.descriptors.event))
    try link.send(.hello(version: 1, process: 2))
    while true {
      guard case .turn(let turn) = try link.receive() else { continue }
      switch part {
      case .serves:
        if case .timer = turn.event {
          try link.send(.request(.resource(path: "r")))
          #expect(try link.receive() == .reply(.bytes([1, 2, 3])))
        }
        try link.send(.result(TurnResult(serial: turn.serial, edits: [.insertText("q")])))
        if turn.event == .destroy { _exit(0) }
      case .vanishes: _exit(1)
      case .leavesAnswer:
        try link.send(.result(TurnResult(serial: turn.serial)))
        _exit(0)
      case .endsWhileWriting:
        let mapping = try SharedMapping(Descriptor(owning: memory), count: Mailbox.Layout.size)
        klv_store_release(Mailbox(toHostIn: mapping).sequence, 3)
        _exit(0)
      case .stalls: while true { pause() }
      }
    }
  }
}
