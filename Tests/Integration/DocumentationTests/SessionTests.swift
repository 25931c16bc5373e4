import Foundation
import TestSupport
import Testing

/// The commands in the pages for users print what the pages show.
@Suite("A command in a page for users")
struct SessionTests {
  static let pages = Tree.pages.filter { $0 == "README.md" || $0.hasPrefix("Documentation/Using/") }

  @Test("prints what the page shows; KLAVA_RECORD=1 writes the page", arguments: pages)
  func printsWhatIsShown(page: String) throws {
    let session = try PageSession(page: page)
    #expect(!session.steps.isEmpty)
    let outputs = try session.run()
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" { return try session.record(outputs) }
    for (step, output) in zip(session.steps, outputs) where step.output != nil {
      #expect(PageSession.matches(output, session.shown(step)), "\(page): \(step.command)\n\(output)")
    }
  }

  @Test("in the README is a single one, and its output is complete")
  func readmeIsUnedited() throws {
    let session = try PageSession(page: "README.md")
    let step = try #require(session.steps.first)
    #expect(session.steps.count == 1 && session.shown(step).count > 500 && !session.shown(step).contains("…"))
  }

  @Test("every command of klava has its example")
  func everyCommandIsShown() throws {
    let commands = try Self.pages.flatMap { try PageSession(page: $0).steps.map(\.command) }.joined(separator: "\n")
    let help = try Command(Repository.product("klava"), ["help"], environment: ["LANG": "C.UTF-8"]).run()
    let names = help.output.matches(of: /\n  ([a-z]+) {3,}/).map { String($0.1) }
    #expect(names.count > 15)
    // `simulate` needs a terminal, `new` and `bench` have no output that stays the same.
    for name in names where !["simulate", "new", "bench"].contains(name) {
      #expect(commands.contains("klava \(name)"), "\(name)")
    }
  }

  @Test("is compared with all that is shown but what … stands for")
  func comparesOutputs() {
    for (output, shown, isSame) in [
      ("a b c", "a b c", true), ("a b c", "a b", false), ("a b c", "a … c", true), ("a b c", "…c", true),
      ("a b c", "a… d …c", false), ("ab", "ab…b", false), ("", "…", true),
    ] { #expect(PageSession.matches(output, shown) == isSame, "\(shown)") }
  }
}
