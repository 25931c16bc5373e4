internal import FoundationEssentials
internal import Glibc
internal import LinuxShims
internal import Measurement
internal import SystemSupport

/// A separate process of `klava` that reads and writes pipes. The measuring code runs in another process.
final class HostProcess {
  private let child: ChildProcess
  private let input: Descriptor
  private let output: Descriptor
  private var unread: [UInt8] = []

  /// The maximum time to wait for an answer, in seconds.
  private static let patience = 60.0

  /// Starts the program `klava` of this build with arguments.
  init(_ benchmarkEnvironment: BenchmarkEnvironment, _ arguments: [String]) throws {
    let program = benchmarkEnvironment.hostPath
    var (toHost, fromHost): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toHost) == 0, pipe(&fromHost) == 0 else { throw WrongWorkError("Klava could not create a pipe") }
    for end in toHost + fromHost { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = Descriptor(owning: toHost[1])
    output = Descriptor(owning: fromHost[0])
    let hostInput = Descriptor(owning: toHost[0])
    let hostOutput = Descriptor(owning: fromHost[1])
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    do {
      child = try ChildProcess(
        program, arguments: [program] + arguments, environment: environment,
        descriptors: [hostInput.number, hostOutput.number, STDERR_FILENO])
    } catch {
      throw WrongWorkError("\(program) does not start: \(error)")
    }
  }

  var identifier: Int32 { child.identifier }

  /// Writes a line to the process's standard input.
  func say(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(input.number, bytes, bytes.count) == bytes.count else {
      throw WrongWorkError("klava did not read its input")
    }
  }

  /// Waits for the next line of the process's output.
  func reply() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard try read() else { throw WrongWorkError("klava ended: \(String(decoding: unread, as: UTF8.self))") }
    }
  }

  /// Writes a line and returns the answer.
  ///
  /// - Throws: ``WrongWorkError`` if the answer does not report success.
  func perform(_ line: String) throws -> String {
    try say(line)
    let answer = try reply()
    guard answer.contains("\"ok\":true") else { throw WrongWorkError("klava answered \(line) with \(answer)") }
    return answer
  }

  /// Waits until the process has printed nothing for a number of seconds.
  func settle(seconds: Double) throws {
    while try read(within: seconds) {}
  }

  /// Waits for the end of the process, and returns its remaining output.
  func end() throws -> String {
    while try read() {}
    let end = child.end(within: .seconds(Self.patience))
    guard end == .exit(0) else { throw WrongWorkError("klava ended with an error: \(String(describing: end))") }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads the available output. Returns false at the end of the output, or if `seconds` is not nil and no output comes
  /// within this time.
  private func read(within seconds: Double? = nil) throws -> Bool {
    var place = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, Int32((seconds ?? Self.patience) * 1000)) > 0 else {
      if seconds != nil { return false }
      throw WrongWorkError("klava printed nothing for \(Int(Self.patience)) s")
    }
    return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = Glibc.read(output.number, buffer.baseAddress, buffer.count)
      if count > 0 { unread += buffer[..<count] }
      return count > 0
    }
  }
}

extension BenchmarkEnvironment {
  /// The path of the program `klava` of this build.
  var hostPath: String { "\(buildFolder)/klava" }
}
