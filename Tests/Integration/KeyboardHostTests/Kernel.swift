import KeyboardHost
import Sandbox
import TestSupport

/// What the system that runs the tests gives: where it has no namespaces (many containers), the tests that need them are
/// left out, and all others run on the next floor.
enum Kernel {
  /// The layers of the highest floor.
  static let layers: Set<Layer> = {
    do {
      return try MinimumSandbox().start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
        try RunnerKeyboard.tryConfinement(runnerPath: Repository.product("klava-runner"), layers: policy.layers)
        return policy.layers
      }
    } catch {
      // The tests then fail, each for its reason.
      return Set(Layer.allCases)
    }
  }()

  static var hasNamespaces: Bool { layers.contains(.namespaces) }

  /// Whether this system gives all of these.
  static func has(_ wanted: some Sequence<Layer>) -> Bool { layers.isSuperset(of: wanted) }
}
