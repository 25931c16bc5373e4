internal import Foundation
internal import Glibc

/// A running program. It is killed when this value is released.
package final class RunningCommand {
  private let command: Command
  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)
  // Files instead of pipes, so that a program never blocks until the test reads.
  private let output: FileHandle
  private let errors: FileHandle
  /// The pipes of a program that was started interactively.
  private let pipes: (input: Pipe, output: Pipe)?
  private var unread = Data()

  init(_ command: Command, isInteractive: Bool) throws {
    self.command = command
    output = try Self.temporaryFile()
    errors = try Self.temporaryFile()
    let isPath = command.program.contains("/")
    process.executableURL = URL(filePath: isPath ? command.program : "/usr/bin/env")
    process.arguments = (isPath ? [] : [command.program]) + command.arguments
    if let environment = command.environment { process.environment = environment }
    if let directory = command.directory { process.currentDirectoryURL = URL(filePath: directory) }
    pipes = isInteractive ? (Pipe(), Pipe()) : nil
    process.standardInput = try pipes?.input ?? Self.temporaryFile(Data(command.input))
    process.standardOutput = pipes?.output ?? output
    process.standardError = command.mergesErrors ? process.standardOutput : errors
    process.terminationHandler = { [ended] _ in ended.signal() }
    // The threads of tests block signals. Unblock them, because the program inherits the set of blocked signals.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    try process.run()
  }

  deinit { if process.isRunning { Glibc.kill(identifier, SIGKILL) } }

  /// The identifier of the process.
  package var identifier: Int32 { process.processIdentifier }

  package var isRunning: Bool { process.isRunning }

  package func kill(_ signal: Int32) { Glibc.kill(identifier, signal) }

  /// Waits until the program ends.
  ///
  /// - Returns: Its status, and the output that the test has not read yet.
  package func wait() throws -> Command.Outcome {
    let limit = DispatchTime.now() + .seconds(Int(command.timeLimit.components.seconds))
    if let pipes {
      try? pipes.input.fileHandleForWriting.close()
      let end = ContinuousClock.now + command.timeLimit
      while case let more = try readMore(by: end), !more.isEmpty { unread += more }
    }
    guard ended.wait(timeout: limit) == .success else { throw exceededTimeLimit() }
    ended.signal()
    for file in [output, errors] { try file.seek(toOffset: 0) }
    let isExit = process.terminationReason == .exit
    return Command.Outcome(
      status: isExit ? process.terminationStatus : -process.terminationStatus,
      outputBytes: [UInt8](unread) + (try output.readToEnd() ?? Data()),
      errorBytes: [UInt8](try errors.readToEnd() ?? Data()))
  }

  /// Waits until the program ends with exit status 0.
  ///
  /// - Throws: ``Command/Failure/failed(command:status:errors:)`` if it ends otherwise.
  @discardableResult
  package func succeed() throws -> Command.Outcome {
    let outcome = try wait()
    guard outcome.status == 0 else {
      throw Command.Failure.failed(command: "\(command)", status: outcome.status, errors: outcome.errors)
    }
    return outcome
  }

  // MARK: Programs that were started interactively

  /// Writes a line to the program's input.
  package func write(_ line: String) throws {
    try pipes?.input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line of the program's output, without the line break; nil at the end of the output.
  ///
  /// - Throws: ``Command/Failure/exceededTimeLimit(command:)`` if no line comes within the command's time limit.
  package func readLine() throws -> String? {
    let limit = ContinuousClock.now + command.timeLimit
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = try readMore(by: limit)
      guard !more.isEmpty else { return nil }
      unread += more
    }
  }

  /// Reads more of the program's output; empty at the end of the output.
  private func readMore(by limit: ContinuousClock.Instant) throws -> Data {
    guard let file = pipes?.output.fileHandleForReading else { return Data() }
    var descriptor = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    var ready: Int32 = 0
    repeat {
      let left = max(.zero, limit - .now) / .milliseconds(1)
      ready = poll(&descriptor, 1, Int32(min(left, Double(Int32.max))))
    } while ready < 0 && errno == EINTR
    guard ready > 0 else { throw exceededTimeLimit() }
    return file.availableData
  }

  /// Kills the program, and returns the error for a command that takes too long.
  private func exceededTimeLimit() -> Command.Failure {
    kill(SIGKILL)
    return .exceededTimeLimit(command: "\(command)")
  }

  /// Makes a temporary file that has no name in any folder.
  private static func temporaryFile(_ contents: Data = Data()) throws -> FileHandle {
    guard let stream = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(stream) }
    let descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: contents)
    try file.seek(toOffset: 0)
    return file
  }
}
