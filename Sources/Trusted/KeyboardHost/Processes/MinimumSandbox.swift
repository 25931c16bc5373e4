internal import Bundles
package import Diagnostics
package import Sandbox
package import TextInput

/// The layers of the sandbox that this system gives, found out by starting keyboards.
///
/// A process that could not put a layer in force has loaded nothing and ended; a fresh one is tried on the next lower
/// floor, never the half-confined one (Sandbox.md#fresh-process-per-attempt).
package final class MinimumSandbox {
  /// The layers that the person does without, for this run.
  package let unsafeWithout: Set<Layer>
  private var available = Set(Layer.allCases)
  private var untold: [Diagnostic] = []

  /// A floor on which nothing has been tried yet.
  package init(unsafeWithout: Set<Layer> = []) {
    self.unsafeWithout = unsafeWithout
    available.subtract(unsafeWithout)
    for layer in unsafeWithout.sorted() {
      untold.append(
        Diagnostic(
          .layerLeftOut, layer.rawValue, "Keyboards run without \(layer.rawValue) because of --unsafe-without."))
    }
  }

  /// What the person has not been told yet of layers that are not in force.
  package func takeProblems() -> [Diagnostic] {
    defer { untold = [] }
    return untold
  }

  /// The policy under the layers that have not been missed yet.
  package func policy(
    _ fileAccess: Policy.FileAccess, hasFullAccess: Bool, limits: KeyboardLimits
  ) throws(KeyboardEnd) -> Policy {
    do {
      return try Policy(
        fileAccess: fileAccess, hasFullAccess: hasFullAccess, available: available, unsafeWithout: unsafeWithout,
        limits: limits)
    } catch {
      throw .unconfined(error.missing.min() ?? .seccomp, error.description)
    }
  }

  /// What `start` makes under the highest floor that this system gives and the rules allow.
  package func start<Value>(
    _ fileAccess: Policy.FileAccess, hasFullAccess: Bool, limits: KeyboardLimits = KeyboardLimits(),
    _ start: (Policy) throws(KeyboardEnd) -> Value
  ) throws(KeyboardEnd) -> Value {
    while true {
      let policy = try policy(fileAccess, hasFullAccess: hasFullAccess, limits: limits)
      do throws(KeyboardEnd) {
        return try start(policy)
      } catch .unconfined(let layer, let reason) where available.contains(layer) {
        available.remove(layer)
        untold.append(
          Diagnostic(
            .layerMissing, layer.rawValue,
            "The sandbox layer \(layer.rawValue) is unavailable on this system (\(reason)).",
            remedy: "Run `klava doctor` to see the active layers; Klava uses the others if they suffice."))
      }
    }
  }
}
