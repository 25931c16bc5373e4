/// A profile of the filter: how a keyboard accesses files (Sandbox.md#filter-profiles).
package enum FilterProfile: String, CaseIterable, Sendable {
  /// The kernel refuses every path. The trap handler serves a few files that are already open. This profile is the
  /// default.
  case noPaths = "no-paths"
  /// The kernel executes calls with paths, within the private root of the process.
  case paths
}
