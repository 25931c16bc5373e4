internal import CommandSupport
package import Conformance
package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles

/// The report of `klava validate`, which contains the results of one keyboard after the other.
package struct ValidationReport {
  private let form: ReportForm
  private let tree: ReportTree
  private var keyboards: [(name: String, results: [CheckResult])] = []
  private var verdicts: [Verdict] = []

  /// Creates a report in a format.
  package init(_ form: ReportForm, isVerbose: Bool) {
    self.form = form
    tree = ReportTree(hasColors: ProgressLine.hasColors, isVerbose: isVerbose)
  }

  /// Begins the report.
  ///
  /// - Throws: `outputUnwritable`.
  package func begin(_ profile: CheckProfile, seed: UInt64) throws(Diagnostic) {
    guard form == .jsonl else { return }
    try Output.writeJSON(ReportRecord.header(profile: profile, seed: seed), pretty: false)
  }

  /// Adds the results of a keyboard.
  ///
  /// - Throws: `outputUnwritable`.
  package mutating func add(_ path: String, _ results: [CheckResult], _ verdict: Verdict) throws(Diagnostic) {
    let name = (path.split(separator: "/").last.map(String.init) ?? path).sanitized(limit: 256)
    keyboards.append((name, results))
    verdicts.append(verdict)
    switch form {
    case .tree:
      for line in tree.lines(name, results) { try Output.write(line) }
      try Output.write(tree.verdict(verdict, name))
    case .jsonl:
      for result in results { try Output.writeJSON(ReportRecord.check(keyboard: name, result), pretty: false) }
      try Output.writeJSON(ReportRecord.verdict(keyboard: name, verdict), pretty: false)
    case .junit: break
    }
  }

  /// Ends the report. If there are several keyboards, the last line of a report in the format `tree` is the overall
  /// verdict.
  ///
  /// - Throws: `outputUnwritable`.
  package func end() throws(Diagnostic) {
    if form == .junit { try Output.write(ReportJUnit.document(keyboards)) }
    guard form == .tree, verdicts.count > 1 else { return }
    let passed = verdicts.count { $0.word == .passed }
    try Output.write(
      passed == verdicts.count
        ? "PASSED  all \(passed) keyboards" : "FAILED  \(verdicts.count - passed) of \(verdicts.count) keyboards")
  }

  /// The verdict on all keyboards together: `failed` if one keyboard failed, even if Klava itself failed for another
  /// keyboard.
  package var verdict: Verdict.Word {
    let words = Set(verdicts.map(\.word))
    if words.contains(.toolFault) && !words.contains(.failed) { return .toolFault }
    return words == [.passed] ? .passed : .failed
  }
}

/// The format of a report.
package enum ReportForm: String, CaseIterable, Sendable {
  /// Text for a terminal.
  case tree
  /// JSON Lines, for programs.
  case jsonl
  /// JUnit XML, for continuous integration.
  case junit
}

/// The line on standard error that names the running check. The line appears only if standard error is a terminal.
package final class ProgressLine {
  private let count: Int
  private var done = 0
  private static let isShown = isatty(STDERR_FILENO) == 1

  /// Whether the report has colors. True on a terminal, unless `NO_COLOR` is set (no-color.org) or `TERM` is `dumb`.
  package static var hasColors: Bool {
    isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Creates a progress line for a number of checks.
  package init(of count: Int) { self.count = count }

  /// Shows a progress event.
  package func show(_ progress: Validation.Progress) {
    switch progress {
    case .begin(let check): write("\r\u{1B}[K\(done)/\(count)  \(check)")
    case .end: done += 1
    }
  }

  /// Clears the progress line.
  package func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard Self.isShown else { return }
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// A writer of scripts that reproduce findings with `klava play`, in one file for each finding.
package struct DiagnosticScripts {
  private let folder: String

  /// Creates a writer for a folder. If the folder is missing, the writer creates the folder when it writes the first
  /// script.
  package init(_ folder: String) { self.folder = folder }

  /// Writes the scripts, with the check and the code in their names, and returns the number of scripts.
  ///
  /// - Throws: `outputUnwritable`.
  package func write(_ results: [CheckResult]) throws(Diagnostic) -> Int {
    var count = 0
    for result in results {
      for finding in result.outcome.findings where !finding.script.isEmpty {
        let path = "\(folder)/\(result.check.identifier)-\(finding.code).jsonl"
        let text = finding.script.map { "\($0)\n" }.joined()
        try StateFile.createFolder(folder, mode: 0o777, .outputUnwritable)
        try OutputFile.write(Array(text.utf8), to: path)
        count += 1
      }
    }
    return count
  }
}

/// The list of checks that `klava validate --list` prints.
package struct CheckList {
  private struct Row: Encodable {
    let check: String
    let topic: String
    let title: String
    let rule: String
    let source: String
    let profile: String
    let codes: [Code]
  }

  private struct Code: Encodable {
    let code: String
    let severity: String
    let explanation: String
    let remedy: String
  }

  private let selection: Selection

  /// Creates the list of the checks in a selection.
  package init(_ selection: Selection) { self.selection = selection }

  /// The numbers of a check's codes as text, with a range for consecutive numbers.
  private func codes(of check: Check) -> String {
    var runs: [[DiagnosticCode]] = []
    for code in check.codes.sorted(by: { $0.rawValue < $1.rawValue }) {
      if let last = runs.last?.last, last.rawValue + 1 == code.rawValue {
        runs[runs.count - 1].append(code)
      } else {
        runs.append([code])
      }
    }
    func number(_ code: DiagnosticCode?) -> Substring { code?.description.dropFirst("KLV-".count) ?? "" }
    return runs.map { $0.count == 1 ? number($0.first) : "\(number($0.first))-\(number($0.last))" }
      .joined(separator: " ")
  }

  /// Prints the list. The format `jsonl` prints JSON Lines, and `json` prints one JSON array. The default is a table.
  ///
  /// - Throws: `outputUnwritable`.
  package func write(_ form: ReportForm, json: Bool) throws(Diagnostic) {
    guard json || form == .jsonl else {
      var table = Table("check", "profile", "codes", "title")
      for check in selection.checks {
        table.add(
          check.identifier, check.profile.rawValue, codes(of: check),
          check.title)
      }
      return try Output.write(table.text)
    }
    let rows = selection.checks.map { check in
      Row(
        check: check.identifier, topic: check.topic, title: check.title, rule: check.rule.text,
        source: check.rule.source, profile: check.profile.rawValue,
        codes: check.codes.map {
          Code(
            code: "\($0)", severity: $0.severity.rawValue, explanation: $0.text.explanation, remedy: $0.text.remedy)
        })
    }
    guard form == .jsonl else { return try Output.writeJSON(rows) }
    for row in rows { try Output.writeJSON(row, pretty: false) }
  }
}
