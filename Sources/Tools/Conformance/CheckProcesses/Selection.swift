package import Diagnostics

/// The checks to run, and the checks to skip, with a reason for each skipped check.
package struct Selection: Sendable {
  /// The checks to run, in the order of reports.
  package let checks: [Check]
  /// The disabled checks with the reasons.
  package let skipped: [(check: Check, reason: String)]

  /// Selects the checks of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - only: The only checks to run, regardless of the profile; empty for all checks of the profile.
  ///   - skip: The checks to skip.
  ///   - required: The checks that must run, regardless of the profile.
  ///   - fuzzes: Whether to run the check that fuzzes the keyboard, which no profile includes.
  ///   - project: The project file, which can disable checks.
  /// - Throws: `checkUnknown` for an unknown name.
  package init(
    _ profile: CheckProfile, only: [String] = [], skip: [String] = [], required: [String] = [],
    fuzzes: Bool = false, project: ProjectFile = ProjectFile()
  ) throws(Diagnostic) {
    for name in only + skip + required where Catalog.check(name) == nil { throw Diagnostic(.checkUnknown, name) }
    let wanted = Catalog.checks.filter { check in
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
        skipped.append((check, "\(project.path): \(reason)"))
      } else {
        checks.append(check)
      }
    }
    self.checks = checks
    self.skipped = skipped
  }

  /// The results together with the results of the skipped checks, in the order of the catalog.
  package func completed(_ results: [CheckResult]) -> [CheckResult] {
    let all = results + skipped.map { CheckResult(check: $0.check, outcome: .skipped($0.reason)) }
    return Catalog.checks.compactMap { check in all.first { $0.check.identifier == check.identifier } }
  }
}
