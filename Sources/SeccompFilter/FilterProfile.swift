internal import Glibc

/// How a keyboard reaches files (SANDBOX.md, fact 2).
package enum FilterProfile: String, CaseIterable, Sendable {
  /// No path reaches the kernel; the handler of SIGSYS serves what was opened beforehand. The default.
  case noPaths = "no-paths"
  /// Calls with paths are real, within the root that namespaces give the process.
  case paths
}

/// When a filter is loaded; the filters of both stages hold together from then on.
package enum FilterStage: String, CaseIterable, Sendable {
  /// Before the keyboard's library is opened: all that is promised.
  case beforeLoading = "before-loading"
  /// After it was opened: nothing becomes executable any more.
  case afterLoading = "after-loading"

  /// What becomes of a call that no rule names.
  var actionForOtherCalls: FilterAction {
    switch self {
    case .beforeLoading: .errno(ENOSYS)
    case .afterLoading: .allow
    }
  }
}
