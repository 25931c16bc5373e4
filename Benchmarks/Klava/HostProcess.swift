internal import Foundation
internal import Glibc
internal import Measurement
internal import KeyboardProtocol

/// A `klava` of its own that somebody talks to over a pipe: the host as a person has it, and not this process with all that it
/// measures by.
final class HostProcess {
  /// Its number.
  let identifier: pid_t
  private let input: OwnedDescriptor
  private let output: OwnedDescriptor
  private var unread: [UInt8] = []
  private var hasEnded = false

  /// How long anything may take before it is taken to be wrong.
  private static let patience = 20.0

  /// Starts `klava` of the same build with these arguments.
  init(_ ground: BenchmarkEnvironment, _ arguments: [String]) throws {
    let program = ground.hostPath
    var (toHost, fromHost): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toHost) == 0, pipe(&fromHost) == 0 else { throw WrongWork("there is no pipe to be had") }
    for end in toHost + fromHost { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    input = OwnedDescriptor(owning: toHost[1])
    output = OwnedDescriptor(owning: fromHost[0])
    let hostInput = OwnedDescriptor(owning: toHost[0])
    let hostOutput = OwnedDescriptor(owning: fromHost[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, hostInput.rawValue, 0)
    posix_spawn_file_actions_adddup2(&actions, hostOutput.rawValue, 1)
    var started: pid_t = 0
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings([program] + arguments) { arguments in
      withCStrings(environment) { posix_spawn(&started, program, &actions, nil, arguments, $0) }
    }
    guard error == 0 else { throw WrongWork("\(program) does not start: \(String(cString: strerror(error)))") }
    identifier = started
  }

  deinit {
    guard !hasEnded else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// Writes a line.
  func say(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(input.rawValue, bytes, bytes.count) == bytes.count else { throw WrongWork("klava does not listen") }
  }

  /// The next line that it says.
  func answer() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard try read() else { throw WrongWork("klava ended: \(String(decoding: unread, as: UTF8.self))") }
    }
  }

  /// Says a line, and answers what it says to that; throws where that is not that all went well.
  func perform(_ line: String) throws -> String {
    try say(line)
    let answer = try answer()
    guard answer.contains("\"ok\":true") else { throw WrongWork("klava answers \(line) with \(answer)") }
    return answer
  }

  /// Waits until it has nothing to say for so long.
  func settle(seconds: Double) throws {
    while try read(within: seconds) {}
  }

  /// Ends its input, and waits until it has ended too; answers what it said meanwhile.
  func end() throws -> String {
    hasEnded = true
    while try read() {}
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    guard status == 0 else { throw WrongWork("klava ended with the status \(status)") }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads what there is; answers whether there was anything before it ended, or in time where that is given.
  private func read(within seconds: Double? = nil) throws -> Bool {
    var place = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, Int32((seconds ?? Self.patience) * 1000)) > 0 else {
      if seconds != nil { return false }
      throw WrongWork("klava says nothing for \(Int(Self.patience)) s")
    }
    return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = Glibc.read(output.rawValue, buffer.baseAddress, buffer.count)
      if count > 0 { unread += buffer[..<count] }
      return count > 0
    }
  }
}

extension BenchmarkEnvironment {
  /// The program that people start, of the same build.
  var hostPath: String { "\(buildFolder)/klava" }
}
