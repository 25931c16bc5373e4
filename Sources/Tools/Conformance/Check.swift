// Conformance: the rules that a keyboard must keep, each a check that can be run on any bundle (`klava validate`).
//
// For:    authors in their CI, people before they install, and Klava itself, whose own keyboards pass without a word.
// Never:  runs a keyboard's code in its own process, believes a keyboard's output, or reports what it has not seen.
// Start:  `Check` and `FindingCode`; `Catalogue` lists all checks; `TestRun` is a keyboard under observation, `Crawl` what all
//         observers look at; `Validation` runs checks in processes apart (`CheckProcess`, `CheckWorker`).

/// How much is asked of a keyboard; each asks all that those before it ask.
package enum CheckProfile: String, CaseIterable, Comparable, Codable, Sendable {
  /// It can be loaded at all.
  case load
  /// It may be trusted with a person's typing, and works everywhere.
  case standard
  /// It is as good as the best.
  case pedantic

  package static func < (one: CheckProfile, other: CheckProfile) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}

/// What a check enforces, and who says so.
package struct Rule: Hashable, Sendable {
  /// The rule, in one sentence.
  package let text: String
  /// Its source: a page of the documentation with its heading or anchor, Apple's guideline, the ABI's header.
  package let source: String

  /// A rule from this source.
  package init(_ text: String, source: String) {
    self.text = text
    self.source = source
  }
}

/// A rule that a keyboard must keep, and how to find out whether it does.
package struct Check: Sendable {
  /// What a check needs to see.
  package enum Method: Sendable {
    /// The files alone; no code of the keyboard runs.
    case files(@Sendable (Subject) -> [Finding])
    /// What a keyboard did during the walk through all it can do, which all observers share.
    case observing(@Sendable (Crawl) -> [Finding])
    /// The same, also where the walk came to an early end.
    case observingEnd(@Sendable (Crawl) -> [Finding])
    /// A keyboard of its own, for whatever it takes.
    case trying(@Sendable (TestEnvironment) throws(Interruption) -> [Finding])
  }

  /// Its permanent name, in kebab case.
  package let identifier: String
  /// What it looks at, in a few words.
  package let title: String
  /// What it enforces.
  package let rule: Rule
  /// From which profile on it is run.
  package let profile: CheckProfile
  /// The codes of all that it may find.
  package let codes: [FindingCode]
  /// How it finds out.
  package let method: Method

  /// A check of these parts.
  package init(
    _ identifier: String, _ title: String, _ rule: Rule, profile: CheckProfile = .standard, _ codes: [FindingCode],
    _ method: Method
  ) {
    self.identifier = identifier
    self.title = title
    self.rule = rule
    self.profile = profile
    self.codes = codes
    self.method = method
  }

  /// The checks that may share a process, and in which order: those of a later stage need the earlier ones to have passed.
  package var stage: Stage {
    switch method {
    case .files: .files
    case .observing, .observingEnd: .walk
    case .trying: .alone
    }
  }

  /// When a check is run, and with whom it shares a process.
  package enum Stage: Int, CaseIterable, Comparable, Sendable {
    /// First, together: nothing of the keyboard's runs.
    case files = 0
    /// Then, together: what was seen cannot be changed by who looks at it.
    case walk = 1
    /// Last, each in a process of its own.
    case alone = 2

    package static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }
}
