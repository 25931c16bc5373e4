/// The catalog of the checks of `klava validate`.
package enum Catalog {
  /// The checks, by topic.
  package static let topics: [(name: String, checks: [Check])] = [
    ("bundle", BundleChecks.all), ("library", LibraryChecks.all), ("life-cycle", LifeChecks.all),
    ("host", HostChecks.all),
    ("review", ReviewChecks.all), ("behavior", BehaviorChecks.all),
    ("input-view", InputViewChecks.all + LayoutChecks.all),
    ("resource-use", ResourceUseChecks.all), ("sandbox", SandboxChecks.all), ("fuzzing", FuzzChecks.all),
  ]

  /// All checks, in the order of reports.
  package static let checks: [Check] = topics.flatMap(\.checks)

  /// Returns the check with an identifier; nil if no check has the identifier.
  package static func check(_ identifier: String) -> Check? { checks.first { $0.identifier == identifier } }
}
