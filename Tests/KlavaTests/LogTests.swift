import KeyboardProtocol
import KeyboardStore
import Foundation
import Testing

@Suite struct LogTests {
  @Test func linesAreShownAsTheyWereKept() throws {
    let desk = try CommandSandbox()
    try desk.done("install", desk.bundle())
    #expect(try desk.done("log", "test") == "Test (org.example.test) has an empty log.\n")
    #expect(try desk.klava("log", "test", "--json").rows().isEmpty)
    let log = KeyboardLog(of: "org.example.test", in: desk.folders)
    try log.append("one", source: .logged, time: 0)
    try log.append("two", level: .error, source: .host, time: 1)
    #expect(
      try desk.done("log", "test") == """
        1970-01-01T00:00:00Z info logged: one
        1970-01-01T00:00:01Z error host: two

        """)
    let rows = try desk.klava("log", "test", "--json").rows()
    #expect(rows.compactMap { $0["message"] as? String } == ["one", "two"])
    #expect(rows.last?["level"] as? String == "error")
  }

  @Test(.timeLimit(.minutes(5)))
  func followGoesOnWithEachNewLine() throws {
    let desk = try CommandSandbox()
    try desk.done("install", desk.bundle())
    let log = KeyboardLog(of: "org.example.test", in: desk.folders)
    try log.append("one", source: .logged, time: 0)
    let process = KlavaProcess.make(["log", "test", "--follow", "--root", desk.root], environment: desk.environment)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    defer {
      // It goes on until it is stopped; gentler signals are blocked where a thread of a pool starts a process.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(Self.line(pipe) == "1970-01-01T00:00:00Z info logged: one\n")
    try log.append("two", source: .printed, time: 1)
    #expect(Self.line(pipe) == "1970-01-01T00:00:01Z info printed: two\n")
  }

  /// What comes through a pipe up to the end of a line.
  private static func line(_ pipe: Pipe) -> String {
    var bytes = Data()
    while bytes.last != 0x0A {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
