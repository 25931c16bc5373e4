internal import Sandbox
internal import SeccompFilter

/// The seccomp filters of all policies. The host builds each filter once (Sandbox.md#filters-are-built-once).
enum BuiltFilters {
  /// Returns the filter for a kind of file access.
  ///
  /// - Throws: `FilterError` if the host cannot build the filter.
  static func filter(for access: Policy.FileAccess) throws(FilterError) -> ConfinementOrder.Filter {
    switch access {
    case .noPaths: try noPaths.get()
    case .paths: try paths.get()
    }
  }

  /// Builds the filter that most keyboards need. The first call takes some milliseconds, and later calls do nothing.
  static func prepare() { _ = noPaths }

  private static let noPaths = build(.noPaths)
  private static let paths = build(.paths)

  private static func build(_ profile: FilterProfile) -> Result<ConfinementOrder.Filter, FilterError> {
    Result { () throws(FilterError) in
      ConfinementOrder.Filter(try FilterProgram(profile: profile))
    }
  }
}
