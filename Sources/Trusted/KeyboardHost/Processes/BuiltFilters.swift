internal import Sandbox
internal import SeccompFilter

/// The seccomp filters of all policies. The host builds each filter once (Sandbox.md#filters-are-built-once).
enum BuiltFilters {
  /// Returns the filter for a kind of file access.
  ///
  /// - Throws: `FilterError` if the filter cannot be built.
  static func filter(for access: Policy.FileAccess) throws(FilterError) -> ConfinementOrder.Filter {
    switch access {
    case .noPaths: try noPaths.get()
    case .paths: try paths.get()
    }
  }

  /// Builds the filter that most keyboards need, if it is not built yet. This takes some milliseconds the first time.
  static func prepare() { _ = noPaths }

  private static let noPaths = build(.noPaths)
  private static let paths = build(.paths)

  private static func build(_ profile: FilterProfile) -> Result<ConfinementOrder.Filter, FilterError> {
    Result { () throws(FilterError) in
      ConfinementOrder.Filter(try FilterProgram(profile: profile))
    }
  }
}
