internal import Bundles

/// A report for a person at a terminal: topics, checks, findings; the last line is the verdict.
package struct ReportTree: Sendable {
  /// Whether there are colours.
  package let hasColours: Bool

  /// A tree, with colours or without.
  package init(hasColours: Bool) { self.hasColours = hasColours }

  /// The lines of one keyboard's results, the verdict being the caller's.
  package func lines(_ name: String, _ results: [CheckResult]) -> [String] {
    var lines = [bold(name)]
    for topic in Catalogue.topics {
      let own = results.filter { result in topic.checks.contains { $0.identifier == result.check.identifier } }
      guard !own.isEmpty else { continue }
      lines.append("  \(topic.name)")
      for result in own { lines += self.lines(result) }
    }
    return lines
  }

  private func lines(_ result: CheckResult) -> [String] {
    let (mark, colour) = Self.mark(of: result.outcome)
    var line = "    \(paint(mark, colour)) \(result.check.identifier)"
    if let reason = result.outcome.reason {
      line += dim("  \(result.outcome.name): \(reason.harmless(limit: 512))")
    } else if !result.outcome.findings.isEmpty {
      line += "  \(result.check.title)"
    }
    return [line] + result.outcome.findings.flatMap(self.lines)
  }

  private func lines(_ finding: Finding) -> [String] {
    var lines = [
      "        \(paint("\(finding.code)", finding.code.severity == .error ? .red : .yellow)) "
        + "\(finding.offender.harmless(limit: 512)): \(finding.code.text.explanation)",
      "          expected  \(finding.expected.harmless(limit: 512))",
      "          seen      \(finding.seen.harmless(limit: 2_048))",
      "          remedy    \(finding.remedy.harmless(limit: 512))",
    ]
    if let seed = finding.seed { lines.append("          seed      \(seed)") }
    guard !finding.script.isEmpty else { return lines }
    lines.append("          repeat    klava play <<'END'")
    let shown = finding.script.suffix(12)
    if shown.count < finding.script.count {
      lines.append(dim("          # \(finding.script.count - shown.count) lines before; --format jsonl has them all"))
    }
    lines += shown.map { "          " + ($0.count > 160 ? "\($0.prefix(160))…" : $0).harmlessJSON }
    lines.append("          END")
    return lines
  }

  /// The verdict, painted.
  package func verdict(_ verdict: Verdict, _ name: String) -> String {
    paint(verdict.line(for: name), verdict.word == .passed ? .green : .red)
  }

  private enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case grey = "90"
  }

  private static func mark(of outcome: Outcome) -> (String, Colour) {
    switch outcome {
    case .passed: ("✓", .green)
    case .warning: ("!", .yellow)
    case .failed, .crashed, .timedOut: ("✗", .red)
    case .skipped: ("-", .grey)
    case .toolFault: ("?", .red)
    }
  }

  private func paint(_ text: String, _ colour: Colour) -> String {
    hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func dim(_ text: String) -> String { paint(text, .grey) }
  private func bold(_ text: String) -> String { hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
