import Foundation
import TestSupport

/// The commands that a page shows with their output.
///
/// A `text` block belongs to the session if its first line is `$` and a command. The other lines are the command's
/// output; `…` stands for any text. A comment `<!-- $ COMMAND -->` runs a command whose output the page does not show.
struct PageSession {
  struct Step {
    let command: String
    /// The indices of the output's lines; nil if the page does not show the output.
    var output: Range<Int>?
  }

  let page: String
  private(set) var steps: [Step] = []
  private let lines: [Substring]

  /// Parses the session of the page at this path.
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

  /// The output of a step as the page shows it.
  func shown(_ step: Step) -> String { lines[step.output ?? 0..<0].joined(separator: "\n") }

  /// Runs all steps in the repository's folder with a private home, and returns their outputs.
  ///
  /// The steps use the build under test: `klava` is its program, and `.build/debug/` means its folder.
  func run() throws -> [String] {
    let home = try TemporaryDirectory()
    // `klava bundle` asks `swiftc`, which can be in any folder.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "HOME": home.path, "PATH": "\(Repository.products.path):\(path)", "LANG": "C.UTF-8", "KLAVA_PATIENCE": "20",
    ]
    return try steps.map { step in
      let command = step.command.replacing(".build/debug/", with: "'\(Repository.products.path)'/")
      let output = try Command(
        "sh", ["-c", command], environment: environment, in: Repository.root.path, mergesErrors: true
      ).run().output
      // Outputs on the page have one fixed date and time, and no spaces at the ends of lines.
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

  /// Writes these outputs to the page.
  func record(_ outputs: [String]) throws {
    var lines = lines
    for (step, output) in zip(steps, outputs).reversed() where !Self.matches(output, shown(step)) {
      guard let range = step.output else { continue }
      lines.replaceSubrange(range, with: output.split(separator: "\n", omittingEmptySubsequences: false))
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: Repository.root.appending(path: page))
  }
}
