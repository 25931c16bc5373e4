internal import Sandbox
internal import SeccompFilter

/// The seccomp filters of every policy, each built once in the life of the host (SANDBOX.md, fact 11).
enum BuiltFilters {
  /// The filters of a policy that reaches files in this way.
  static func filters(for access: Policy.FileAccess) throws(FilterError) -> ConfinementOrder.Filters {
    switch access {
    case .noPaths: try noPaths.get()
    case .paths: try paths.get()
    }
  }

  private static let noPaths = build(.noPaths)
  private static let paths = build(.paths)

  private static func build(_ profile: FilterProfile) -> Result<ConfinementOrder.Filters, FilterError> {
    Result { () throws(FilterError) in
      let before = try FilterProgram(profile: profile, stage: .beforeLoading)
      let after = try FilterProgram(profile: profile, stage: .afterLoading)
      return ConfinementOrder.Filters(
        beforeLoading: before.bytes, identifierPlaces: before.processIdentifierOffsets.map { UInt32($0) },
        afterLoading: after.bytes,
        answers: Dictionary(
          before.trappedAnswers.map { (UInt32($0.number), Int32($0.errno)) }, uniquingKeysWith: { $1 }))
    }
  }
}
