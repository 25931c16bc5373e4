/// How a keyboard reaches files (Sandbox.md#filter-profiles).
package enum FilterProfile: String, CaseIterable, Sendable {
  /// No path reaches the kernel; the handler of SIGSYS serves what was opened beforehand. The default.
  case noPaths = "no-paths"
  /// Calls with paths are real, within the root that namespaces give the process.
  case paths
}
