internal import SystemSupport

extension ProcessStatus {
  /// The descendants that run keyboards: runners without children.
  var keyboards: [Int32] {
    descendants.filter { $0.name.hasPrefix("klava-runner") && $0.children.isEmpty }.map(\.identifier)
  }
}
