import Foundation
import KeyboardProtocol
import KeyboardStore
import TestSupport
import Testing

@Suite struct LogTests {
  @Test("klava log prints each stored line with its time, level and source")
  func storedLines() throws {
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
  func followedLines() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    let log = KeyboardLog(of: "org.example.test", in: sandbox.folders)
    try log.append("one", source: .logged, time: 0)
    let klava = try sandbox.command(["log", "test", "--follow"]).startInteractively()
    #expect(try klava.readLine() == "1970-01-01T00:00:00Z info logged: one")
    try log.append("two", source: .printed, time: 1)
    #expect(try klava.readLine() == "1970-01-01T00:00:01Z info printed: two")
  }

  @Test("The error about a crash shows the fatal error that the keyboard printed")
  func fatalError() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.endingKeyboard())
    try sandbox.done("enable", "ends", "--at", "1")
    let script = ["{\"focus\": {}}"] + ["fatal_error", "trap"].map { "{\"press\": \"\($0)\"}" }
    let chosen = script.joined(separator: "\n{\"keyboard\": \"org.example.ends\"}\n") + "\n"
    let played = try sandbox.command(["play"], input: chosen).run()
    let errors = played.output.split(separator: "\n").filter { $0.contains("KLV-0601") }
    #expect(errors.map { $0.contains("Keyboard/Keys.swift:7: Fatal error: ") } == [true, false], "\(played.output)")
    let rendered = try sandbox.klava("render", "ends", "-o", "\(sandbox.path)/a.png", "--press", "fatal_error")
    #expect(
      rendered.errors.hasPrefix(
        "klava: error KLV-0601: org.example.ends: The keyboard crashed and printed “Keyboard/Keys.swift:7: Fatal error: "
          + "Index out of range”. Authors: correct the cause"), "\(rendered.errors)")
  }

  @Test(
    "klava log names the function and the source line in which a process ended",
    arguments: ["null_pointer", "trap", "aborted", "recursion", "endless", "other_thread", "in_c_library"])
  func stacks(end: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.endingKeyboard())
    try sandbox.done("enable", "ends", "--at", "1")
    let script = "{\"focus\": {}}\n{\"press\": \"\(end)\"}\n"
    // The function of one key never returns, so its turn ends only at the deadline. Use a shorter deadline.
    let played = try sandbox.command(["play"], input: script, environment: ["KLAVA_PATIENCE": "8"]).run()
    #expect(played.output.contains(end == "endless" ? "KLV-0602" : "KLV-0601"))

    let lines = try String(contentsOfFile: CommandSandbox.endsFixture, encoding: .utf8).components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0.hasSuffix("/* ends \(end) */") }) + 1
    let function = end == "other_thread" ? "divide" : end
    let log = try sandbox.done("log", "ends")
    let stack = log.split(separator: "error host: its stack:\n").last?.split(separator: "\n") ?? []
    #expect(try stack.first?.wholeMatch(of: Regex("    \(function) at .*/ends.c:\(line)")) != nil, "\(log)")
    let isInOneThread = !["recursion", "other_thread"].contains(end)
    #expect(stack.dropFirst().first?.hasPrefix("    key_event at ") ?? false == isInOneThread, "\(log)")
    let rows = try sandbox.klava("log", "ends", "--json").rows()
    let frames = try #require(rows.last?["stack"] as? [[String: Any]])
    #expect(frames.first { $0["function"] as? String == function }?["line"] as? Int == line)

    // After an update of the library, the recorded offsets are wrong, so `klava log` must not convert them to source
    // lines.
    let files = FileManager.default.subpaths(atPath: sandbox.root) ?? []
    let installed = try #require(files.first { $0.hasSuffix("/libTest.so") })
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(sandbox.root)/\(installed)")
    let changed = try sandbox.done("log", "ends")
    let offsets = /its stack, as offsets in the library:( 0x[0-9a-f]+)+\n    \(The library file has changed.\)\n/
    #expect(changed.contains(offsets), "\(changed)")
  }

  @Test(
    "The stack in klava log has one line for each function, and no line for a pointer to a function in a variable",
    arguments: [("cc", "-O0"), ("cc", "-O2"), ("clang", "-O0")])
  func functions(compiler: String, optimization: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.endingKeyboard(compiler: compiler, optimization: optimization))
    try sandbox.done("enable", "ends", "--at", "1")
    let script = "{\"focus\": {}}\n{\"press\": \"sleeping\"}\n"
    _ = try sandbox.command(["play"], input: script, environment: ["KLAVA_PATIENCE": "8"]).run()
    let log = try sandbox.done("log", "ends")
    let stack = log.split(separator: "error host: its stack:\n").last?.split(separator: "\n") ?? []
    #expect(stack.map { $0.split(separator: " ").first } == ["sleeping", "key_event"], "\(log)")
  }
}
