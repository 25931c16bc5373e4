internal import SystemSupport

extension ProcessStatus {
  /// The descendants of this process that run keyboards: the processes of runners that have no child processes.
  var keyboards: [Int32] {
    descendants.filter { $0.name.hasPrefix("klava-runner") && $0.children.isEmpty }.map(\.identifier)
  }
}
