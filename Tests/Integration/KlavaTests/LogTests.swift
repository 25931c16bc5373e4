import Foundation
import KeyboardProtocol
import KeyboardStore
import TestSupport
import Testing

@Suite struct LogTests {
  @Test("klava log prints each stored line with its time, level and source")
  func linesAreShownAsTheyWereKept() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    #expect(try sandbox.done("log", "test") == "Test (org.example.test) has an empty log.\n")
    #expect(try sandbox.klava("log", "test", "--json").rows().isEmpty)
    let log = KeyboardLog(of: "org.example.test", in: sandbox.folders)
    try log.append("one", source: .logged, time: 0)
    try log.append("two", level: .error, source: .host, time: 1)
    #expect(
      try sandbox.done("log", "test") == """
        1970-01-01T00:00:00Z info logged: one
        1970-01-01T00:00:01Z error host: two

        """)
    let rows = try sandbox.klava("log", "test", "--json").rows()
    #expect(rows.compactMap { $0["message"] as? String } == ["one", "two"])
    #expect(rows.last?["level"] as? String == "error")
  }

  @Test("klava log --follow prints each new line", .timeLimit(.minutes(5)))
  func followGoesOnWithEachNewLine() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    let log = KeyboardLog(of: "org.example.test", in: sandbox.folders)
    try log.append("one", source: .logged, time: 0)
    let klava = try sandbox.command(["log", "test", "--follow"]).startInteractively()
    #expect(try klava.readLine() == "1970-01-01T00:00:00Z info logged: one")
    try log.append("two", source: .printed, time: 1)
    #expect(try klava.readLine() == "1970-01-01T00:00:01Z info printed: two")
  }
}
