import Foundation
import TestSupport
import Testing

@Suite struct TwoProcessesTests {
  @Test("If several processes install and enable keyboards at the same time, no change is lost")
  func simultaneousCommands() async throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let names = (1...12).map { "number\($0)" }
    let paths = try names.map { name in
      var manifest = TestManifest()
      manifest.identifier = "org.example.\(name)"
      return try sandbox.bundle("\(name).keyboard", manifest)
    }
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for path in paths {
        group.addTask { try sandbox.klava("install", path).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 0, count: names.count))
    let enabled = try await withThrowingTaskGroup(of: Int32.self) { group in
      for name in names {
        group.addTask { try sandbox.klava("enable", "org.example.\(name)").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(enabled == Array(repeating: 0, count: names.count))
    #expect(Set(try sandbox.modes()) == Set(names.map { "org.example.\($0)" } + ChoiceTests.shipped))
  }

  @Test(
    "A running session starts a reinstalled keyboard again, even after the keyboard crashed (Behavior.md#updates)",
    .timeLimit(.minutes(2)), arguments: [true, false])
  func updates(hasCrashed: Bool) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.endingKeyboard())
    try sandbox.done("enable", "ends", "--at", "1")
    let klava = try sandbox.command(["type"]).startInteractively()
    func readUntil(_ end: String) throws { try Self.read(klava, until: end) }
    // Read up to the line with the text of the field, which comes last.
    try readUntil("  |")
    if hasCrashed {
      try klava.write("trap")
      try readUntil("System (crashed)")
      try readUntil("  |")
    }
    try sandbox.done("install", sandbox.endingKeyboard(isRepaired: true))
    if hasCrashed { try readUntil("Ends") }
    try readUntil("  |")
    try klava.write("trap")
    try readUntil("trap|")
  }

  @Test(
    "A running session sends a keyboard the settings that another process changes (Behavior.md#settings)",
    .timeLimit(.minutes(2)))
  func settings() throws {
    let sandbox = try CommandSandbox()
    let library = ["KLAVA_LIBRARY": Repository.root.appending(path: ".build/keyboards").path]
    let klava = try sandbox.command(["type"], environment: library).startInteractively()
    // After each step, klava type prints the text of the field.
    try Self.read(klava, until: "  |")
    try klava.write(":keyboard habr")
    try Self.read(klava, until: "  |")
    let change = try sandbox.klava("settings", "habr", "sarcasm.open", "irony", environment: library)
    #expect(change.status == 0)
    // When the session has detected the change, klava type prints the text again.
    try Self.read(klava, until: "  |")
    try klava.write("Сарказм")
    try Self.read(klava, until: "[irony]|[/sarcasm mode off]")
  }

  /// Reads lines until a line ends with the given text.
  private static func read(_ klava: RunningCommand, until end: String) throws {
    while let line = try klava.readLine() {
      if line.hasSuffix(end) { return }
    }
    Issue.record("klava type ended before it wrote \(end)")
  }
}
