internal import Diagnostics

/// The verdict on a keyboard after all checks.
package struct Verdict: Hashable, Sendable {
  /// The verdict in one word.
  package enum Word: String, Codable, Sendable {
    /// At least one check ran, and no check failed. A check may have passed with a warning.
    case passed
    /// The keyboard breaks a rule, or a required check was skipped.
    case failed
    /// No check ran.
    case nothingRun
    /// No check failed, but Klava itself failed.
    case toolFault
  }

  /// The verdict in one word.
  package let word: Word
  /// The number of checks with each outcome, by the outcome's name.
  package let counts: [String: Int]
  /// The number of checks with the outcome `crashed` in which the keyboard hung instead of crashing.
  private let hung: Int
  /// The required checks that were skipped.
  package let missing: [String]

  /// Computes the verdict from the results of checks. If a required check was skipped, the verdict is `failed`.
  package init(_ results: [CheckResult], required: Set<String> = []) {
    counts = Dictionary(grouping: results, by: \.outcome.name).mapValues(\.count)
    hung = results.count { result in
      let ends = result.outcome.findings.map(\.code).filter(\.isCrash)
      return !ends.isEmpty && ends.allSatisfy(\.isHang)
    }
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

  /// The last line of the report on a keyboard.
  package func line(for name: String) -> String {
    let order = ["passed", "warning", "failed", "crashed", "hung", "timedOut", "skipped", "toolFault"]
    let words = [
      "warning": "with a warning", "timedOut": "timed out", "toolFault": "not run because of an internal error",
    ]
    var counts = counts
    counts["crashed", default: 0] -= hung
    counts["hung"] = hung
    let parts = order.compactMap { outcome -> String? in
      guard let count = counts[outcome], count > 0 else { return nil }
      return "\(count) \(words[outcome] ?? outcome)"
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
