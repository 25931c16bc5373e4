/// What is to be said of a keyboard, after all checks.
package struct Verdict: Hashable, Sendable {
  /// In one word.
  package enum Word: String, Codable, Sendable {
    /// Every check that ran passed, and at least one did.
    case passed
    /// The keyboard breaks a rule.
    case failed
    /// No check was run, so nothing is known.
    case nothingRun
    /// Klava itself failed, so nothing is certain.
    case toolFault
  }

  /// In one word.
  package let word: Word
  /// How many checks came to each outcome, by its name.
  package let counts: [String: Int]
  /// Checks that were required and were skipped.
  package let missing: [String]

  /// The verdict of these results; a check that is required and was skipped failed.
  package init(_ results: [CheckResult], required: Set<String> = []) {
    counts = Dictionary(grouping: results, by: \.outcome.name).mapValues(\.count)
    missing = results.filter { result in
      if case .skipped = result.outcome { required.contains(result.check.identifier) } else { false }
    }.map(\.check.identifier)
    let counts = counts
    func has(_ names: String...) -> Bool { names.contains { counts[$0, default: 0] > 0 } }
    word =
      if has("failed", "crashed", "timedOut") || !missing.isEmpty {
        .failed
      } else if has("toolFault") {
        .toolFault
      } else if has("passed", "warning") {
        .passed
      } else {
        .nothingRun
      }
  }

  /// The last line of a report.
  package func line(for name: String) -> String {
    let order = ["passed", "warning", "failed", "crashed", "timedOut", "skipped", "toolFault"]
    let words = [
      "warning": "with a warning", "timedOut": "timed out", "toolFault": "not run because of an internal error",
    ]
    let parts = order.compactMap { outcome in
      counts[outcome].map { "\($0) \(words[outcome] ?? outcome)" }
    }
    var line =
      switch word {
      case .passed: "PASSED  \(name)"
      case .failed: "FAILED  \(name)"
      case .nothingRun: "NOTHING CHECKED  \(name)"
      case .toolFault: "NOT CHECKED  \(name)"
      }
    if !parts.isEmpty { line += ": \(parts.joined(separator: ", "))" }
    if !missing.isEmpty { line += "; required but skipped: \(missing.joined(separator: ", "))" }
    return line
  }
}
