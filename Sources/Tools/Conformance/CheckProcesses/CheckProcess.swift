internal import FoundationEssentials
internal import Glibc
internal import SystemSupport

/// The validation's view of a running check process: its checks, its messages and its time limit.
final class CheckProcess {
  /// The checks that have no outcome yet.
  private(set) var open: [String]
  /// Whether a check has an outcome.
  private(set) var hasOutcome = false
  /// The check that runs now, and its last step.
  private(set) var current: String?
  private(set) var lastStep = ""
  /// The time at which the validation kills the process. Each check starts with a new deadline.
  private(set) var deadline: ContinuousClock.Instant
  /// The reading end of the pipe for messages.
  var output: Int32 { pipe.number }
  private let pipe: Descriptor
  private let process: ChildProcess
  private var buffer: [UInt8] = []
  private var hasBeenReaped = false
  private let patience: Duration

  /// The maximum size of one message in bytes.
  private static let maximumLineBytes = 16 * 1024 * 1024

  struct StartError: Error {
    let reason: String
  }

  init(_ program: String, _ arguments: [String], _ order: CheckOrder, patience: Duration) throws(StartError) {
    open = order.checks
    self.patience = patience
    deadline = .now + patience
    do throws(SystemError) {
      let ends = try PipeEnds()
      // Make the child's end of the pipe blocking, so that the child waits if this process reads slowly.
      _ = fcntl(ends.writing.number, F_SETFL, 0)
      let null = try Descriptor(Glibc.open("/dev/null", O_RDWR | O_CLOEXEC))
      process = try ChildProcess(
        program, arguments: [program] + arguments + [order.text],
        environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
        descriptors: [null.number, null.number, null.number, ends.writing.number], hasOwnSession: true)
      pipe = ends.closeWriting()
    } catch {
      throw StartError(reason: "\(program): \(error)")
    }
  }

  deinit { end() }

  /// Reads the available messages; nil at the end of the pipe.
  func read() -> [CheckMessage]? {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Glibc.read(output, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0, buffer.count < Self.maximumLineBytes else { return nil }
    buffer += bytes[..<count]
    var messages: [CheckMessage] = []
    while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      if let message = CheckMessage(line: buffer[..<end]) {
        record(message)
        messages.append(message)
      }
      buffer.removeSubrange(...end)
    }
    return messages
  }

  private func record(_ message: CheckMessage) {
    switch message {
    case .begin(let check):
      current = check
      lastStep = ""
      deadline = .now + patience
    case .step(let step): lastStep = step
    case .outcome(let check, _, _, _):
      open.removeAll { $0 == check }
      hasOutcome = true
    case .stop: break
    }
  }

  /// Kills the process group, and reaps the check process.
  ///
  /// - Returns: A text for a finding that says how the check process ended; empty if the process was already reaped.
  @discardableResult
  func end() -> String {
    guard !hasBeenReaped else { return "" }
    hasBeenReaped = true
    // A process that closed its pipe is about to exit. Before SIGKILL, wait briefly for the exit, because a killed
    // process has no exit status.
    let end = process.end(within: min(.milliseconds(100), max(.zero, ContinuousClock.now.duration(to: deadline))))
    killpg(process.identifier, SIGKILL)
    process.reap()
    return switch end {
    case .exit(let status): "exit status \(status)"
    case .signal(let number): "signal \(number)"
    case nil: "signal \(SIGKILL)"
    }
  }
}
