internal import Foundation
internal import Glibc
internal import SystemSupport

/// A running program. Releasing this value kills the program.
package final class RunningCommand {
  private let command: Command
  private let process: ChildProcess
  // The program writes to files, not to pipes, so that it need not wait until the test reads its output.
  private let output: FileHandle
  private let errors: FileHandle
  /// The writing end of the program's input and the reading end of its output; nil if the test did not start the
  /// program interactively.
  private let pipes: (input: FileHandle, output: FileHandle)?
  private var unread = Data()

  init(_ command: Command, isInteractive: Bool) throws {
    self.command = command
    output = try Self.temporaryFile()
    errors = try Self.temporaryFile()
    let (input, written): (FileHandle, FileHandle)
    if isInteractive {
      let (toProgram, fromProgram) = (Pipe(), Pipe())
      (input, written) = (toProgram.fileHandleForReading, fromProgram.fileHandleForWriting)
      pipes = (toProgram.fileHandleForWriting, fromProgram.fileHandleForReading)
    } else {
      (input, written) = (try Self.temporaryFile(Data(command.input)), output)
      pipes = nil
    }
    let isPath = command.program.contains("/")
    let program = isPath ? URL(filePath: command.program).path : "/usr/bin/env"
    let environment = command.environment ?? ProcessInfo.processInfo.environment
    process = try ChildProcess(
      program, arguments: (isPath ? [] : ["env"]) + [command.program] + command.arguments,
      environment: environment.map { "\($0)=\($1)" },
      descriptors: [input, written, command.mergesErrors ? written : errors].map(\.fileDescriptor),
      in: command.directory)
  }

  /// The identifier of the process.
  package var identifier: Int32 { process.identifier }

  package var isRunning: Bool { process.end() == nil }

  package func kill(_ signal: Int32) { process.signal(signal) }

  /// Waits until the program ends.
  ///
  /// - Returns: The program's status, and the output that the test has not read yet.
  package func wait() throws -> Command.Outcome {
    let limit = ContinuousClock.now + command.timeLimit
    if let pipes {
      try? pipes.input.close()
      while case let more = try readMore(by: limit), !more.isEmpty { unread += more }
    }
    guard let end = process.end(within: limit - .now) else { throw exceededTimeLimit() }
    for file in [output, errors] { try file.seek(toOffset: 0) }
    let status =
      switch end {
      case .exit(let status): status
      case .signal(let number): -number
      }
    return Command.Outcome(
      status: status,
      outputBytes: [UInt8](unread) + (try output.readToEnd() ?? Data()),
      errorBytes: [UInt8](try errors.readToEnd() ?? Data()))
  }

  /// Waits until the program ends with exit status 0.
  ///
  /// - Throws: ``Command/Failure/failed(command:status:errors:)`` if the program ends in another way.
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
    try pipes?.input.write(contentsOf: Data("\(line)\n".utf8))
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
    guard let file = pipes?.output else { return Data() }
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
