package import Diagnostics

/// A fault of a keyboard that a check found.
package struct CheckDiagnostic: Hashable, Codable, Sendable {
  /// The diagnostic code of the fault.
  package var code: DiagnosticCode
  /// The key, function, argument, file or byte that has the fault.
  package var offender: String
  /// The behavior that the rule expects of the keyboard.
  package var expected: String
  /// The behavior that the check observed.
  package var seen: String
  /// The remedy for the fault.
  package var remedy: String
  /// A script for `klava play` that reproduces the fault; empty for a fault in the files.
  package var script: [String] = []
  /// The seed of random numbers; nil if the check used no random numbers.
  package var seed: UInt64?

  /// Creates a finding. By default, the remedy is the code's remedy.
  package init(_ code: DiagnosticCode, _ offender: String, expected: String, seen: String, remedy: String? = nil) {
    self.code = code
    self.offender = offender
    self.expected = expected
    self.seen = seen
    self.remedy = remedy ?? code.text.remedy
  }

  /// The finding with a script that reproduces it.
  package func shown(by script: [String], seed: UInt64? = nil) -> CheckDiagnostic {
    var finding = self
    finding.script = script
    finding.seed = seed
    return finding
  }

  /// The finding with the steps that reproduce it.
  func shown(by steps: [Step], seed: UInt64? = nil) -> CheckDiagnostic { shown(by: steps.map(\.line), seed: seed) }
}

/// The outcome of a check.
package enum Outcome: Hashable, Sendable {
  /// The check found no fault.
  case passed
  /// The check found warnings and no errors.
  case warning([CheckDiagnostic])
  /// The keyboard breaks the rule.
  case failed([CheckDiagnostic])
  /// The keyboard's process ended before the check was complete.
  case crashed([CheckDiagnostic])
  /// The check reached its time limit. The text names the last step.
  case timedOut(String)
  /// The check did not run, for the given reason.
  case skipped(String)
  /// Klava itself failed, for the given reason.
  case toolFault(String)

  /// The outcome of a check with these findings.
  package init(_ findings: [CheckDiagnostic]) {
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

  /// Replaces a `crashed` outcome by `skipped` if an earlier outcome reports the same crash.
  ///
  /// Two crashes are the same if they have the same code and the same last step (Conformance.md#one-crash-one-finding).
  package static func withoutRepeatedEnds(_ outcomes: [Outcome]) -> [Outcome] {
    var ends: Set<[String]> = []
    return outcomes.map { outcome in
      guard case .crashed(let findings) = outcome else { return outcome }
      let areNew = findings.map { finding in
        !finding.code.isCrash || ends.insert(["\(finding.code)", finding.script.last ?? finding.offender]).inserted
      }
      guard let first = findings.first, !areNew.contains(true) else { return outcome }
      return .skipped("an earlier check already reports this end of the keyboard (\(first.code))")
    }
  }

  /// The findings of the outcome; empty if there are none.
  package var findings: [CheckDiagnostic] {
    switch self {
    case .warning(let findings), .failed(let findings), .crashed(let findings): findings
    case .passed, .timedOut, .skipped, .toolFault: []
    }
  }

  /// The outcome's name in reports.
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

  /// The reason why the check was skipped, reached its time limit or could not run; nil otherwise.
  package var reason: String? {
    switch self {
    case .timedOut(let reason), .skipped(let reason), .toolFault(let reason): reason
    case .passed, .warning, .failed, .crashed: nil
    }
  }
}
