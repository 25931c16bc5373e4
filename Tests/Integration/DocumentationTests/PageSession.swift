import Foundation
import TestSupport

/// The commands in the examples of a page, with their expected output.
///
/// A `text` block is an example if its first line is `$` and a command. The other lines are the output of the command,
/// in which `…` stands for any text. A comment `<!-- $ COMMAND -->` runs a command whose output the page does not show.
struct PageSession {
  struct Step {
    let command: String
    /// The line numbers of the output on the page; nil if the page does not show the output.
    var output: Range<Int>?
  }

  let page: String
  private(set) var steps: [Step] = []
  private let lines: [Substring]

  /// Finds the commands on a page.
  init(page: String) throws {
    self.page = page
    let lines = try Repository.text(page).split(separator: "\n", omittingEmptySubsequences: false)
    self.lines = lines
    var isSession = false
    for (index, line) in lines.enumerated() {
      if let preparation = line.wholeMatch(of: /<!-- \$ (.*) -->/) {
        steps.append(Step(command: String(preparation.1)))
      } else if line.hasPrefix("```") {
        isSession = line == "```text" && lines[index + 1].hasPrefix("$ ")
      } else if isSession, line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: index + 1..<index + 1))
      } else if isSession, let output = steps.last?.output {
        steps[steps.count - 1].output = output.lowerBound..<index + 1
      }
    }
  }

  /// Returns the output of a step that the page shows.
  func shown(_ step: Step) -> String { lines[step.output ?? 0..<0].joined(separator: "\n") }

  /// Runs all steps in the repository's folder with a private home, and returns their outputs.
  ///
  /// The steps use the programs under test: `klava` is the program `klava` of this build, and the folder of this build
  /// replaces `.build/debug/`.
  func run() throws -> [String] {
    let home = try TemporaryDirectory()
    // `klava bundle` runs `swiftc`, which can be in any folder of PATH.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "HOME": home.path, "PATH": "\(Repository.products.path):\(path)", "LANG": "C.UTF-8", "KLAVA_PATIENCE": "20",
    ]
    return try steps.map { step in
      let command = step.command.replacing(".build/debug/", with: "'\(Repository.products.path)'/")
      let output = try Command(
        "sh", ["-c", command], environment: environment, in: Repository.root.path, mergesErrors: true
      ).run().output
      // Replace dates and times with fixed ones, and remove spaces at the ends of lines, so that the page does not
      // change with each run.
      return output.replacing(/\d{4}-\d\d-\d\d/, with: "2026-03-01").replacing(/\d\d:\d\d:\d\dZ/, with: "12:00:00Z")
        .replacing(/[ ]+\n/, with: "\n").replacing(/\s+$/, with: "")
    }
  }

  /// Whether an output matches the output on the page.
  static func matches(_ output: String, _ shown: String) -> Bool {
    let parts = shown.components(separatedBy: "…")
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return output == shown }
    guard output.hasPrefix(first) else { return false }
    var rest = output.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Writes the actual outputs of the steps to the page.
  func record(_ outputs: [String]) throws {
    var lines = lines
    for (step, output) in zip(steps, outputs).reversed() where !Self.matches(output, shown(step)) {
      guard let range = step.output else { continue }
      lines.replaceSubrange(range, with: output.split(separator: "\n", omittingEmptySubsequences: false))
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: Repository.root.appending(path: page))
  }
}
