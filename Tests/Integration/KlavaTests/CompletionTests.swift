import Foundation
import TestSupport
import Testing

/// Tests of shell completion, each with a real shell and the completion file that `klava` generates for this shell.
@Suite("Shells complete the identifiers of keyboards, and the types of the user's texts")
struct CompletionTests {
  /// Commands, each with the beginning of an argument and the only possible completion.
  static let completions: [(command: String, start: String, completion: String)] =
    ["enable", "disable", "access", "order", "settings", "log", "audit", "bench --keyboard"].map {
      ($0, "org.exa", "org.example.test")
    } + [("me set", "email", "emailAddress"), ("me remove", "given", "givenName")]

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  /// A sandbox with one installed keyboard, and the environment of a shell that finds `klava`.
  private let sandbox: CommandSandbox
  private let environment: [String: String]

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    environment = sandbox.environment.merging(
      ["PATH": "\(Repository.products.path):/usr/bin:/bin", "KLAVA_PATIENCE": "100"]) { $1 }
  }

  @Test("bash", arguments: completions)
  func bash(command: String, start: String, completion: String) throws {
    let script = """
      eval "$(klava --generate-completion-script bash)"
      COMP_WORDS=(klava --root '\(sandbox.root)' \(command) \(start)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
      _klava klava \(start) \(command.split(separator: " ").last ?? "")
      printf '%s\n' "${COMPREPLY[@]}"
      """
    let outcome = try Command("bash", ["-c", script], environment: environment).run()
    #expect(outcome.output.split(separator: "\n").contains(completion[...]), "\(outcome)")
  }

  @Test("fish", .enabled(if: isInstalled("fish"), "fish is not installed"), arguments: completions)
  func fish(command: String, start: String, completion: String) throws {
    try completes(
      "fish", ["--no-config"], "klava --generate-completion-script fish | source; echo loaded=$status",
      line: "\(command) \(start)", rest: completion.dropFirst(start.count))
  }

  @Test("zsh", .enabled(if: isInstalled("zsh"), "zsh is not installed"), arguments: completions)
  func zsh(command: String, start: String, completion: String) throws {
    let script = try CommandSandbox.command(["--generate-completion-script", "zsh"]).run().output
    try sandbox.write(script, to: "functions/_klava")
    try completes(
      "zsh", ["-f"], "fpath=('\(sandbox.path)/functions' $fpath); autoload -U compinit; compinit -u -D; echo loaded=$?",
      line: "\(command) \(start)", rest: completion.dropFirst(start.count))
  }

  @Test(
    "Completion works if the path in --root is quoted, is in a variable or begins with ~",
    arguments: ["--root '@'", "--root \"@\"", "--root $KLAVA_HOME", "--root ~/klava"])
  func folders(option: String) throws {
    let home = (sandbox.root as NSString).deletingLastPathComponent
    let root = (sandbox.root as NSString).lastPathComponent
    let option = option.replacing("@", with: sandbox.root).replacing("~/klava", with: "~/\(root)")
    let environment = environment.merging(["KLAVA_HOME": sandbox.root, "HOME": home]) { $1 }
    let terminal = try PseudoTerminal(
      ["--norc", "-i"], environment: environment.merging(["TERM": "dumb"]) { $1 }, columns: 500,
      program: "/usr/bin/bash")
    terminal.type("eval \"$(klava --generate-completion-script bash)\"; echo loaded=$?\r")
    let isReady = terminal.reads("loaded=0")
    terminal.type("klava \(option) enable org.exa\t")
    let isCompleted = terminal.reads("mple.test ")
    #expect(isReady && isCompleted, "\(String(decoding: terminal.output, as: UTF8.self))")
  }

  /// Types the beginning of a command and a tab, and expects the rest of the argument and a space. Uses a
  /// pseudoterminal, because zsh and fish complete only on a terminal.
  private func completes(
    _ shell: String, _ arguments: [String], _ setUp: String, line: String, rest: Substring,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let terminal = try PseudoTerminal(
      arguments, environment: environment.merging(["TERM": "dumb"]) { $1 }, columns: 500, program: "/usr/bin/\(shell)")
    terminal.type("\(setUp)\r")
    let isReady = terminal.reads("loaded=0")
    terminal.type("klava --root \(sandbox.root) \(line)\t")
    let isCompleted = terminal.reads("\(rest) ")
    #expect(
      isReady && isCompleted, "\(String(decoding: terminal.output, as: UTF8.self))", sourceLocation: sourceLocation)
  }
}
