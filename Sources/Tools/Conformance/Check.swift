// Conformance: the rules for keyboards, written as checks of a bundle (`klava validate`).
//
// For:    authors in CI, users before an installation, and Klava's bundled keyboards, which must pass without
//         findings.
// Never:  runs a keyboard's code in a check process, trusts a keyboard's output, or reports faults that it did not
//         observe.
// Start:  `Check` and `DiagnosticCode`. `Catalog` lists all checks. `TestRun` is one keyboard under test, `Crawl` is a
//         test run whose record many checks read. `Validation` runs checks in separate processes (`CheckProcess`,
//         `CheckWorker`).

package import Diagnostics

/// The strictness of a validation. Each profile includes the checks of the less strict profiles.
package enum CheckProfile: String, CaseIterable, Comparable, Codable, Sendable {
  /// The host can load the keyboard.
  case load
  /// The keyboard is safe to type with and works in all fields.
  case standard
  /// The keyboard also follows all recommendations.
  case pedantic

  package static func < (one: CheckProfile, other: CheckProfile) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}

/// The rule that a check enforces, with its source.
package struct Rule: Hashable, Sendable {
  /// The rule, in one sentence.
  package let text: String
  /// The source: a page of the documentation with its heading or anchor, a guideline of Apple, or the header of the
  /// ABI.
  package let source: String

  /// Creates a rule from a sentence and its source.
  package init(_ text: String, source: String) {
    self.text = text
    self.source = source
  }
}

/// A check of one rule.
package struct Check: Sendable {
  /// The way in which a check finds faults.
  package enum Method: Sendable {
    /// Inspects the bundle's folder, even if the manifest is invalid. No code of the keyboard runs.
    case folder(@Sendable (Subject) -> [CheckDiagnostic])
    /// Inspects the files of a bundle with a valid manifest. No code of the keyboard runs.
    case files(@Sendable (Subject) -> [CheckDiagnostic])
    /// Inspects the record of a complete crawl. All crawl checks share one crawl.
    case observing(@Sendable (Crawl) throws(CheckError) -> [CheckDiagnostic])
    /// Inspects the record of a crawl, even if the keyboard's process ended before the crawl was complete.
    case observingEnd(@Sendable (Crawl) -> [CheckDiagnostic])
    /// Runs the keyboard in separate test runs, only for this check.
    case trying(@Sendable (TestEnvironment) throws(CheckError) -> [CheckDiagnostic])
  }

  /// The permanent name, in kebab case.
  package let identifier: String
  /// The checked property, as a short sentence.
  package let title: String
  /// The rule that the check enforces.
  package let rule: Rule
  /// The least strict profile that includes the check.
  package let profile: CheckProfile
  /// The codes of all possible findings.
  package let codes: [DiagnosticCode]
  /// The way in which the check finds faults.
  package let method: Method

  /// Creates a check of a rule.
  package init(
    _ identifier: String, _ title: String, _ rule: Rule, profile: CheckProfile = .standard, _ codes: [DiagnosticCode],
    _ method: Method
  ) {
    self.identifier = identifier
    self.title = title
    self.rule = rule
    self.profile = profile
    self.codes = codes
    self.method = method
  }

  /// The stage in which the check runs. Stages run in order.
  package var phase: Phase {
    switch method {
    case .folder, .files: .files
    case .observing, .observingEnd: .crawl
    case .trying: .alone
    }
  }

  /// The stages of a validation.
  package enum Phase: Int, CaseIterable, Comparable, Sendable {
    /// All checks of files, in one process. No code of the keyboard runs.
    case files = 0
    /// All checks of the crawl, in one process. The crawl checks only read the crawl's record.
    case crawl = 1
    /// The remaining checks, each with separate instances of the keyboard. Several check processes run these checks in
    /// parallel.
    case alone = 2

    package static func < (one: Phase, other: Phase) -> Bool { one.rawValue < other.rawValue }
  }
}
