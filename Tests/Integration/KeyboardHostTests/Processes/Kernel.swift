import KeyboardHost
import Sandbox
import TestSupport

/// The sandbox layers of the system that runs the tests.
///
/// Many containers do not permit namespaces. In such a container, tests that need namespaces do not run, and other
/// tests use the remaining layers.
enum Kernel {
  /// The layers of the strongest minimum sandbox that this system supports.
  static let layers: Set<Layer> = {
    do {
      return try MinimumSandbox().start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
        try RunnerKeyboard.tryConfinement(runnerPath: Repository.product("klava-runner"), layers: policy.layers)
        return policy.layers
      }
    } catch {
      // The host could start no process. Assume all layers, so that each test fails with its own reason.
      return Set(Layer.allCases)
    }
  }()

  static var hasNamespaces: Bool { layers.contains(.namespaces) }

  /// Whether this system has all of these layers.
  static func has(_ wanted: some Sequence<Layer>) -> Bool { layers.isSuperset(of: wanted) }
}
