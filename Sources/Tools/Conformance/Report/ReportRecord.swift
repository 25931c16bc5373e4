internal import Diagnostics

/// One line of `--format jsonl` (ValidationRecords.md#schema-1).
package enum ReportRecord: Encodable, Sendable {
  /// The first record of a report, with the version of the format.
  case header(profile: CheckProfile, seed: UInt64)
  /// The result of one check.
  case check(keyboard: String, CheckResult)
  /// The last record of a keyboard, with the verdict.
  case verdict(keyboard: String, Verdict)

  /// The version of the format, which grows with every incompatible change.
  package static let schema = 1

  private enum Key: String, CodingKey {
    case record, schema, tool, profile, seed, keyboard, check, topic, title, outcome, reason, findings, verdict, counts
    case missing
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .header(let profile, let seed):
      try container.encode("header", forKey: .record)
      try container.encode(Self.schema, forKey: .schema)
      try container.encode("klava validate", forKey: .tool)
      try container.encode(profile.rawValue, forKey: .profile)
      try container.encode(seed, forKey: .seed)
    case .check(let keyboard, let result):
      try container.encode("check", forKey: .record)
      try container.encode(keyboard, forKey: .keyboard)
      try container.encode(result.check.identifier, forKey: .check)
      try container.encode(result.check.topic, forKey: .topic)
      try container.encode(result.check.title, forKey: .title)
      try container.encode(result.outcome.name, forKey: .outcome)
      try container.encodeIfPresent(result.outcome.reason, forKey: .reason)
      try container.encode(result.outcome.findings.map(DiagnosticRecord.init), forKey: .findings)
    case .verdict(let keyboard, let verdict):
      try container.encode("verdict", forKey: .record)
      try container.encode(keyboard, forKey: .keyboard)
      try container.encode(verdict.word.rawValue, forKey: .verdict)
      try container.encode(verdict.counts, forKey: .counts)
      try container.encode(verdict.missing, forKey: .missing)
    }
  }
}

/// A finding in a record.
private struct DiagnosticRecord: Encodable {
  let code: String
  let severity: String
  let explanation: String
  let offender: String
  let expected: String
  let seen: String
  let remedy: String
  let script: [String]
  let seed: UInt64?

  init(_ finding: CheckDiagnostic) {
    code = "\(finding.code)"
    severity = finding.code.severity.rawValue
    explanation = finding.code.text.explanation
    offender = finding.offender
    expected = finding.expected
    seen = finding.seen
    remedy = finding.remedy
    script = finding.script
    seed = finding.seed
  }
}

extension Check {
  /// The topic of the check.
  package var topic: String {
    Catalog.topics.first { $0.checks.contains { $0.identifier == identifier } }?.name ?? ""
  }
}
