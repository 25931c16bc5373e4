import Foundation
import TestSupport
import Testing

/// Tests that the commands in the pages for users print the output that the pages show.
@Suite("Commands in pages for users")
struct SessionTests {
  static let pages = Tree.pages.filter { $0 == "README.md" || $0.hasPrefix("Documentation/Using/") }

  @Test("Each command prints the output that its page shows (KLAVA_RECORD=1 writes the page)", arguments: pages)
  func commandOutput(page: String) throws {
    let session = try PageSession(page: page)
    #expect(!session.steps.isEmpty)
    let outputs = try session.run()
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" { return try session.record(outputs) }
    for (step, output) in zip(session.steps, outputs) where step.output != nil {
      #expect(PageSession.matches(output, session.shown(step)), "\(page): \(step.command)\n\(output)")
    }
  }

  @Test("The README shows one command with its complete output")
  func readmeOutput() throws {
    let session = try PageSession(page: "README.md")
    let step = try #require(session.steps.first)
    #expect(session.steps.count == 1 && session.shown(step).count > 500 && !session.shown(step).contains("…"))
  }

  @Test("The pages for users show every command of klava")
  func allCommands() throws {
    let commands = try Self.pages.flatMap { try PageSession(page: $0).steps.map(\.command) }.joined(separator: "\n")
    let help = try Command(Repository.product("klava"), ["help"], environment: ["LANG": "C.UTF-8"]).run()
    let names = help.output.matches(of: /\n  ([a-z]+) {3,}/).map { String($0.1) }
    #expect(names.count > 15)
    // Leave out commands whose output the pages cannot show. `simulate` and `dev` need a terminal, and `debug` needs
    // gdb. The outputs of `new`, `bench` and `sign` differ in each run.
    for name in names where !["simulate", "dev", "debug", "new", "bench", "sign"].contains(name) {
      #expect(commands.contains("klava \(name)"), "\(name)")
    }
  }

  @Test("In a page's output, … matches any text, and all other text must be equal")
  func comparesOutputs() {
    for (output, shown, isSame) in [
      ("a b c", "a b c", true), ("a b c", "a b", false), ("a b c", "a … c", true), ("a b c", "…c", true),
      ("a b c", "a… d …c", false), ("ab", "ab…b", false), ("", "…", true),
    ] { #expect(PageSession.matches(output, shown) == isSame, "\(shown)") }
  }
}
