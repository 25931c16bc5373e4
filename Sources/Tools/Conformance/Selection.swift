internal import Bundles
package import Diagnostics

/// Which checks are run, and which are not and why.
package struct Selection: Sendable {
  /// The checks, in the order of reports.
  package let checks: [Check]
  /// Those that somebody switched off, with their reasons.
  package let skipped: [(check: Check, reason: String)]

  /// The checks of a profile, as far as they are wanted; throws for a name that is no check's.
  ///
  /// - Parameters:
  ///   - profile: How much is asked.
  ///   - only: The checks that alone are wanted, whatever their profile; empty for all of the profile.
  ///   - skip: Checks that are not wanted.
  ///   - required: Checks that must be run, whatever their profile.
  ///   - fuzzes: Whether it is typed at random too, which no profile asks for.
  ///   - project: What the project file switches off.
  package init(
    _ profile: CheckProfile, only: [String] = [], skip: [String] = [], required: [String] = [],
    fuzzes: Bool = false, project: ProjectFile = ProjectFile()
  ) throws(Diagnostic) {
    for name in only + skip + required where Catalogue.check(name) == nil { throw Diagnostic(.checkUnknown, name) }
    let wanted = Catalogue.checks.filter { check in
      if required.contains(check.identifier) { return true }
      if check.identifier == FuzzChecks.identifier { return fuzzes }
      return only.isEmpty ? check.profile <= profile : only.contains(check.identifier)
    }
    var checks: [Check] = []
    var skipped: [(Check, String)] = []
    for check in wanted {
      if skip.contains(check.identifier) {
        skipped.append((check, "--skip"))
      } else if let reason = project.skipped[check.identifier] {
        skipped.append((check, "\(ProjectFile.name): \(reason)"))
      } else {
        checks.append(check)
      }
    }
    self.checks = checks
    self.skipped = skipped
  }

  /// The results with those of the checks that were switched off, in the order of reports.
  package func completed(_ results: [CheckResult]) -> [CheckResult] {
    let all = results + skipped.map { CheckResult(check: $0.check, outcome: .skipped($0.reason)) }
    return Catalogue.checks.compactMap { check in all.first { $0.check.identifier == check.identifier } }
  }
}
