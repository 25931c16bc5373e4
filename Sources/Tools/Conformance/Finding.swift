/// Something that a keyboard does wrong.
package struct Finding: Hashable, Codable, Sendable {
  /// What kind of fault it is.
  package var code: FindingCode
  /// Which key, function, argument, file or byte it is about.
  package var offender: String
  /// What was expected.
  package var expected: String
  /// What was seen instead.
  package var seen: String
  /// What to do about it.
  package var remedy: String
  /// A script for `klava play` that shows it, where one can; empty for a fault of the files.
  package var script: [String] = []
  /// The seed from which what was random came; nil where nothing was.
  package var seed: UInt64?

  /// A finding; the remedy is the code's own unless something more exact is known.
  package init(_ code: FindingCode, _ offender: String, expected: String, seen: String, remedy: String? = nil) {
    self.code = code
    self.offender = offender
    self.expected = expected
    self.seen = seen
    self.remedy = remedy ?? code.text.remedy
  }

  /// The same finding with what repeats it.
  package func shown(by script: [String], seed: UInt64? = nil) -> Finding {
    var finding = self
    finding.script = script
    finding.seed = seed
    return finding
  }
}

/// How a check ended.
package enum Outcome: Hashable, Sendable {
  /// Nothing was found.
  case passed
  /// What was found is no reason to refuse the keyboard.
  case warning([Finding])
  /// The keyboard breaks the rule.
  case failed([Finding])
  /// The keyboard's process ended before its time.
  case crashed([Finding])
  /// The check did not come to its end in time; the text says what was under way.
  case timedOut(String)
  /// The check was not run, for this reason.
  case skipped(String)
  /// Klava itself failed; the text says how.
  case toolFault(String)

  /// The outcome of a check with these findings.
  package init(_ findings: [Finding]) {
    if findings.isEmpty {
      self = .passed
    } else if findings.contains(where: { $0.code.isCrash }) {
      self = .crashed(findings)
    } else if findings.allSatisfy({ $0.code.severity == .warning }) {
      self = .warning(findings)
    } else {
      self = .failed(findings)
    }
  }

  /// What was found.
  package var findings: [Finding] {
    switch self {
    case .warning(let findings), .failed(let findings), .crashed(let findings): findings
    case .passed, .timedOut, .skipped, .toolFault: []
    }
  }

  /// The outcome's name, as reports have it.
  package var name: String {
    switch self {
    case .passed: "passed"
    case .warning: "warning"
    case .failed: "failed"
    case .crashed: "crashed"
    case .timedOut: "timedOut"
    case .skipped: "skipped"
    case .toolFault: "toolFault"
    }
  }

  /// Why there is no more to tell: of a check that was skipped, was too slow or failed itself.
  package var reason: String? {
    switch self {
    case .timedOut(let reason), .skipped(let reason), .toolFault(let reason): reason
    case .passed, .warning, .failed, .crashed: nil
    }
  }
}
