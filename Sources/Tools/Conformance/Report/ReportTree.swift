internal import Diagnostics

/// A report for a terminal: topics, checks, findings, and the verdict as the last line.
package struct ReportTree: Sendable {
  /// Whether the report has colors.
  package let hasColors: Bool

  /// Whether each skipped check gets a separate line.
  package let isVerbose: Bool
  /// The maximum number of checks with the same reason for skipping that get separate lines. If more checks have this
  /// reason, they share one line.
  private static let fewSkipped = 3

  /// Creates a report with or without colors.
  package init(hasColors: Bool, isVerbose: Bool = false) {
    self.hasColors = hasColors
    self.isVerbose = isVerbose
  }

  /// The lines of one keyboard's results, without the verdict.
  package func lines(_ name: String, _ results: [CheckResult]) -> [String] {
    var lines = [bold(name)]
    let skipped = Dictionary(grouping: results.filter { $0.outcome.name == "skipped" }) { $0.outcome.reason ?? "" }
    let collapsed = isVerbose ? [:] : skipped.filter { $0.value.count > Self.fewSkipped }
    // If several findings share a script, the report prints the script once.
    var shown: [[String]: DiagnosticCode] = [:]
    for topic in Catalog.topics {
      let own = results.filter { result in
        topic.checks.contains { $0.identifier == result.check.identifier }
          && (result.outcome.name != "skipped" || collapsed[result.outcome.reason ?? ""] == nil)
      }
      guard !own.isEmpty else { continue }
      lines.append("  \(topic.name)")
      for result in own { lines += self.lines(result, &shown) }
    }
    for (reason, results) in collapsed.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "  " + colored("-", .gray)
          + dim(" \(results.count) checks skipped: \(reason.sanitized(limit: 512)); use --verbose to list them"))
    }
    return lines
  }

  private func lines(_ result: CheckResult, _ shown: inout [[String]: DiagnosticCode]) -> [String] {
    let (mark, color) = Self.mark(of: result.outcome)
    var line = "    \(colored(mark, color)) \(result.check.identifier)"
    if let reason = result.outcome.reason {
      line += dim("  \(result.outcome.name): \(reason.sanitized(limit: 512))")
    } else if !result.outcome.findings.isEmpty {
      line += "  \(result.check.title)"
    }
    var lines = [line]
    for finding in result.outcome.findings { lines += self.lines(finding, &shown) }
    return lines
  }

  private func lines(_ finding: CheckDiagnostic, _ shown: inout [[String]: DiagnosticCode]) -> [String] {
    var lines = [
      "        \(colored("\(finding.code)", finding.code.severity == .error ? .red : .yellow)) "
        + "\(finding.offender.sanitized(limit: 512)): \(finding.code.text.explanation)",
      "          expected  \(finding.expected.sanitized(limit: 1_024))",
      "          seen      \(finding.seen.sanitized(limit: 2_048))",
      "          remedy    \(finding.remedy.sanitized(limit: 1_024))",
    ]
    if let seed = finding.seed { lines.append("          seed      \(seed)") }
    guard !finding.script.isEmpty else { return lines }
    if let code = shown[finding.script] { return lines + ["          repeat    as \(code) above"] }
    if shown.isEmpty { lines.append(dim("          # \(Self.installing)")) }
    shown[finding.script] = finding.code
    lines.append("          repeat    klava play <<'END'")
    let last = finding.script.suffix(12)
    if last.count < finding.script.count {
      lines.append(
        dim("          # \(finding.script.count - last.count) earlier lines omitted; use --format jsonl to see all"))
    }
    lines += last.map { "          " + ($0.count > 160 ? "\($0.prefix(160))…" : $0).sanitizedJSON }
    lines.append("          END")
    return lines
  }

  private static let installing =
    "before you play a script, install and enable the keyboard: klava install, klava enable"

  /// The verdict on a keyboard as a line of text, in color.
  package func verdict(_ verdict: Verdict, _ name: String) -> String {
    colored(verdict.line(for: name), verdict.word == .passed ? .green : .red)
  }

  private enum Color: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case gray = "90"
  }

  private static func mark(of outcome: Outcome) -> (String, Color) {
    switch outcome {
    case .passed: ("✓", .green)
    case .warning: ("!", .yellow)
    case .failed, .crashed, .timedOut: ("✗", .red)
    case .skipped: ("-", .gray)
    case .toolFault: ("?", .red)
    }
  }

  private func colored(_ text: String, _ color: Color) -> String {
    hasColors ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func dim(_ text: String) -> String { colored(text, .gray) }
  private func bold(_ text: String) -> String { hasColors ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
