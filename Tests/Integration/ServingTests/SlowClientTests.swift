import Foundation
import Serving
import SystemSupport
import TestSupport
import Testing

/// Tests of `klava serve` with a client that does not read the answers (ServeProtocol.md#clients).
@Suite struct SlowClientTests {
  /// Serves many invalid requests from a file. The answers go to a socket, from which the client reads nothing until
  /// the server has closed the connection. Returns the bytes that the server wrote, and the error that ended the
  /// connection.
  private func output(
    requests: Int, patience: Duration, isClosed: Bool = false
  ) throws -> (bytes: [UInt8], error: SystemError?) {
    let folder = try TemporaryDirectory()
    let line = #"{"id": 1, "focus": {}}"# + "\n"
    try folder.write(Data(String(repeating: line, count: requests).utf8), to: "requests.jsonl")
    let input = try FileHandle(forReadingFrom: folder.url.appending(path: "requests.jsonl"))
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let client = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    if isClosed { try client.close() }
    let connection = Connection(
      input: input.fileDescriptor, output: ends[0], version: "1", writePatience: patience
    ) {
      // The server must not create a session, because no request is `hello`.
      preconditionFailure("no request begins a session")
    }
    connection.run()
    close(ends[0])
    return (isClosed ? [] : try Array(client.readToEnd() ?? Data()), connection.outputError)
  }

  @Test(
    "If a client does not read, the server closes the connection after its time for writes", arguments: [0, 20])
  func ends(milliseconds: Int) throws {
    let requests = 100_000
    let (bytes, error) = try output(requests: requests, patience: .milliseconds(milliseconds))
    #expect(error == SystemError(ETIMEDOUT))
    let answers = bytes.split(separator: UInt8(ascii: "\n"))
    // Some of the answers fit into the socket's buffer, but not all of them.
    #expect(answers.count > 10)
    #expect(answers.count < requests)
    let first = try #require(answers.first)
    #expect(String(decoding: first, as: UTF8.self).contains("KLV-0848"))
  }

  @Test("If all answers fit into the socket's buffer, the client gets all of them, even if the time for writes is 0")
  func staysOpen() throws {
    let (bytes, error) = try output(requests: 20, patience: .zero)
    #expect(bytes.split(separator: UInt8(ascii: "\n")).count == 20)
    #expect(error == nil)
  }

  @Test("If the client has closed its socket, the connection ends with the error of the write")
  func closed() throws {
    #expect(try output(requests: 20, patience: .seconds(30), isClosed: true).error == SystemError(EPIPE))
  }

  @Test("If the client has closed its pipe, klava serve ends with KLV-0806")
  func closedPipe() throws {
    let folder = try TemporaryDirectory()
    // The shell closes the reading end before it starts the server, which inherits only the writing end.
    let script = "exec 3<>\"$1/pipe\"; exec 4>\"$1/pipe\" 3<&-; exec \"$0\" serve --root \"$1/root\" >&4 4>&-"
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let outcome = try Command(
      "/bin/sh", ["-c", script, Repository.product("klava"), folder.path],
      input: #"{"id": 1, "hello": {"version": 1}}"#.utf8, environment: Command.klavaEnvironment
    ).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0806: standard output: "), "\(outcome.errors)")
  }
}
