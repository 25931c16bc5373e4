import Foundation
import TestSupport
import Testing

@Suite("klava debug (CommandLine.md#klava-debug)")
struct DebugTests {
  private static let hasDebugger = FileManager.default.isExecutableFile(atPath: "/usr/bin/gdb")

  /// A keyboard in Swift, with debug information.
  private static let keyboard = Repository.build.appending(path: "examples/EmojiPicker.keyboard").path

  /// Runs `klava debug` with these commands for gdb. Returns the output and the exit status.
  private func debug(_ arguments: [String], typing commands: [String]) throws -> Command.Outcome {
    let path = try TemporaryDirectory()
    let input = commands.map { "\($0)\n" }.joined()
    let outcome = try CommandSandbox.command(["debug"] + arguments, input: input, environment: ["TMPDIR": path.path])
      .run()
    #expect(try FileManager.default.contentsOfDirectory(atPath: path.path) == [])
    return outcome
  }

  @Test(
    "gdb stops at a function if --break has its Swift name, and at a line",
    .enabled(if: hasDebugger),
    arguments: [
      ["KeyboardViewController.viewDidLoad"], ["EmojiPicker.KeyboardViewController.showKeys"],
      ["KeyboardViewController.swift:19"],
    ])
  func swiftNames(places: [String]) throws {
    let outcome = try debug(
      [Self.keyboard] + places.flatMap { ["--break", $0] }, typing: ["bt 3", "kill", "quit"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(/hit Breakpoint 1, \$s.*KeyboardViewController/.dotMatchesNewlines()))
    #expect(outcome.output.contains(/KeyboardViewController\.swift:\d+\n/), "\(outcome.output)")
    // Neither gdb's warnings about symbols nor advice about options that the user did not give.
    #expect(outcome.errors.split(separator: "\n").count < 20, "\(outcome.errors.prefix(4_000))")
    #expect(!(outcome.output + outcome.errors).contains("KLV-0621"), "\(outcome.output)")
  }

  @Test("gdb stops where a keyboard crashes", .enabled(if: hasDebugger))
  func crashes() throws {
    let sandbox = try CommandSandbox()
    let bundle = try sandbox.endingKeyboard()
    let outcome = try debug([bundle, "null_pointer"], typing: ["run", "bt 1", "kill", "quit"])
    #expect(outcome.output.contains("received signal SIGSEGV"), "\(outcome.output)")
    #expect(outcome.output.contains(/#0 .*null_pointer \(\)\s+at .*ends\.c:\d+/), "\(outcome.output)")
  }

  @Test("If the process ends before gdb stops at a breakpoint, klava debug says so", .enabled(if: hasDebugger))
  func pendingBreakpoint() throws {
    let outcome = try debug([Self.keyboard, "--break", "nofile.c:5"], typing: ["quit"])
    #expect(outcome.output.contains("process ended, and gdb did not stop at a breakpoint."), "\(outcome.output)")
    #expect(outcome.output.contains(/<PENDING> +nofile\.c:5/), "\(outcome.output)")
    let stopped = try debug([Self.keyboard, "--break", "KeyboardViewController.swift:19"], typing: ["kill", "quit"])
    #expect(!stopped.output.contains("process ended, and gdb"), "\(stopped.output)")
  }

  @Test("klava debug reports a script that it cannot read, before gdb starts", .enabled(if: hasDebugger))
  func missingScript() throws {
    let outcome = try debug([Self.keyboard, "--script", "/nowhere/a.jsonl"], typing: ["run", "quit"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("/nowhere/a.jsonl: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("No such file or directory"), "\(outcome.errors)")
  }

  @Test("If the library is stripped, klava debug tells the author not to strip it", .enabled(if: hasDebugger))
  func stripped() throws {
    let sandbox = try CommandSandbox()
    let bundle = try sandbox.endingKeyboard()
    let library = try #require(
      FileManager.default.contentsOfDirectory(atPath: bundle).first { $0.hasSuffix(".so") })
    let strip = try Command("/usr/bin/strip", ["\(bundle)/\(library)"]).run()
    #expect(strip.status == 0, "\(strip.errors)")
    let outcome = try debug([bundle, "--break", "null_pointer"], typing: [])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Do not strip the library."), "\(outcome.errors)")
  }

  @Test("klava debug reports a function that the library does not have as an error", .enabled(if: hasDebugger))
  func unknownFunction() throws {
    let outcome = try debug([Self.keyboard, "--break", "Nothing.here"], typing: [])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0809: --break Nothing.here: "), "\(outcome.errors)")
  }
}
