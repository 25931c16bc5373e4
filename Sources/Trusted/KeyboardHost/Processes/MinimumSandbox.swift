package import Diagnostics
package import KeyboardProtocol
package import Sandbox

/// The sandbox layers that are available on this system. The host learns at each start of a keyboard whether a layer is
/// unavailable.
///
/// A process that cannot enter a layer loads nothing and ends. If the minimum sandbox does not require the layer, the
/// host starts a fresh process without the layer. The host never continues with a partly confined process
/// (Sandbox.md#fresh-process-per-attempt).
package final class MinimumSandbox {
  /// The layers that the user disabled for this run.
  package let unsafeWithout: Set<Layer>
  private var available = Set(Layer.allCases)
  private var unreported: [Diagnostic] = []

  /// Creates a minimum sandbox. At first, the host treats every layer as available, except the disabled layers.
  package init(unsafeWithout: Set<Layer> = []) {
    self.unsafeWithout = unsafeWithout
    available.subtract(unsafeWithout)
    for layer in unsafeWithout.sorted() {
      unreported.append(
        Diagnostic(
          .layerLeftOut, layer.rawValue, "Keyboards run without \(layer.rawValue) because of --unsafe-without."))
    }
  }

  /// Returns the diagnostics about missing or disabled layers since the last call.
  package func drainDiagnostics() -> [Diagnostic] {
    defer { unreported = [] }
    return unreported
  }

  /// Returns the policy with all layers, except layers that are disabled or that the host has found unavailable.
  ///
  /// - Throws: ``KeyboardEndError/unconfined(_:_:)`` if the minimum sandbox requires a layer that is unavailable.
  package func policy(
    _ fileAccess: Policy.FileAccess, hasFullAccess: Bool, limits: KeyboardLimits
  ) throws(KeyboardEndError) -> Policy {
    do {
      return try Policy(
        fileAccess: fileAccess, hasFullAccess: hasFullAccess, available: available, unsafeWithout: unsafeWithout,
        limits: limits)
    } catch {
      throw .unconfined(error.missing.min() ?? .seccomp, error.description)
    }
  }

  /// Calls `start` with the strictest policy that this system can enforce.
  ///
  /// - Parameters:
  ///   - fileAccess: The file access of the keyboard.
  ///   - hasFullAccess: Whether the keyboard has full access.
  ///   - limits: The limits of the keyboard.
  ///   - start: Starts a process under a policy, or throws `unconfined` if a layer is unavailable. After `unconfined`,
  ///     this function calls `start` again with another policy.
  /// - Returns: The result of `start`.
  /// - Throws: The error of `start`, or ``KeyboardEndError/unconfined(_:_:)``.
  package func start<Value>(
    _ fileAccess: Policy.FileAccess, hasFullAccess: Bool, limits: KeyboardLimits = KeyboardLimits(),
    _ start: (Policy) throws(KeyboardEndError) -> Value
  ) throws(KeyboardEndError) -> Value {
    while true {
      let policy = try policy(fileAccess, hasFullAccess: hasFullAccess, limits: limits)
      do throws(KeyboardEndError) {
        return try start(policy)
      } catch .unconfined(let layer, let reason) where available.contains(layer) {
        available.remove(layer)
        unreported.append(
          Diagnostic(
            .layerMissing, layer.rawValue,
            "The sandbox layer \(layer.rawValue) is unavailable on this system (\(reason)).",
            remedy: "Run `klava doctor` to see the active layers. Klava starts a keyboard only if all layers that the "
              + "keyboard requires are active."))
      }
    }
  }
}
