internal import Foundation
internal import LinuxShims

/// A check process, seen from the process that started it.
final class CheckProcess {
  /// The checks that have no outcome yet.
  private(set) var open: [String]
  /// The running check, and its last step.
  private(set) var current: String?
  private(set) var lastStep = ""
  /// The time at which the process is killed.
  let deadline: ContinuousClock.Instant
  /// The reading end of the pipe for messages.
  let output: Int32
  private let process: pid_t
  private var buffer: [UInt8] = []
  private var hasBeenReaped = false

  /// The maximum size of one message in bytes.
  private static let lineLimit = 16 * 1024 * 1024
  private static let resultDescriptor: Int32 = 3

  /// An error about a process that could not be started.
  struct StartError: Error {
    let reason: String
  }

  /// Starts the program with arguments and an order.
  init(_ program: String, _ arguments: [String], _ order: CheckOrder, patience: Duration) throws(StartError) {
    open = order.checks
    deadline = .now + patience
    var ends: [Int32] = [-1, -1]
    guard klv_pipe(&ends) == 0 else { throw StartError(reason: "pipe2: \(String(cString: strerror(errno)))") }
    defer { close(ends[1]) }
    // The writing end blocks, so that the child waits if this process reads slowly.
    _ = fcntl(ends[1], F_SETFL, 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Use a high number, so that `dup2` never copies a descriptor onto itself. Such a copy would stay close-on-exec.
    let writing = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
    defer { close(writing) }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, writing, Self.resultDescriptor)
    klv_spawn_close_from(&actions, Self.resultDescriptor + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var identifier: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments + [order.text]).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let error = posix_spawn(&identifier, program, &actions, &attributes, &words, environ)
    guard error == 0 else {
      close(ends[0])
      throw StartError(reason: "\(program): \(String(cString: strerror(error)))")
    }
    process = identifier
    output = ends[0]
  }

  deinit {
    end()
    close(output)
  }

  /// Reads the available messages; nil at the end of the pipe.
  func read() -> [CheckMessage]? {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Glibc.read(output, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0, buffer.count < Self.lineLimit else { return nil }
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
    case .step(let step): lastStep = step
    case .outcome(let check, _, _, _): open.removeAll { $0 == check }
    case .stop: break
    }
  }

  /// Kills the process group and reaps the process.
  ///
  /// - Returns: A description of the end of the process, as text for a finding; empty if it was already reaped.
  @discardableResult
  func end() -> String {
    guard !hasBeenReaped else { return "" }
    hasBeenReaped = true
    // A process that closed its pipe is about to exit. Wait briefly, because its status is more useful than SIGKILL.
    var status: Int32 = 0
    var reaped = waitpid(process, &status, WNOHANG)
    for _ in 0..<100 where reaped == 0 && ContinuousClock.now < deadline && current != nil && open.isEmpty {
      usleep(1_000)
      reaped = waitpid(process, &status, WNOHANG)
    }
    killpg(process, SIGKILL)
    if reaped == 0 { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
    return status & 0x7F == 0 ? "exit status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
  }
}
