internal import Bundles
internal import Diagnostics
internal import KeyboardHost
internal import LinuxShims
internal import Sandbox

extension MachineCheck {
  /// The layers of the sandbox, each put in force on a process of its own: what a kernel says that it has it may still
  /// refuse (Sandbox.md#probe-by-doing). Then the floor that keyboards get.
  static var layers: [MachineCheck] {
    let alone = Layer.allCases.map { layer in
      check(layer.rawValue, isNeeded: layer != .namespaces) { () throws(Diagnostic) in
        try trying(layer) { () throws(KeyboardEnd) in
          do throws(KeyboardEnd) {
            try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: [layer])
          } catch .notStarted(let reason) where layer != .namespaces {
            // Not for this layer's sake: it may be that only a namespace gives root somebody else to become.
            do throws(KeyboardEnd) {
              try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: [.namespaces, layer])
            } catch {
              throw .notStarted(reason)
            }
          }
        }
        return layer == .landlock ? "version \(klv_landlock_version()): \(layer.protection)" : layer.protection
      }
    }
    return alone + [floor]
  }

  private static var floor: MachineCheck {
    check("keyboards") { () throws(Diagnostic) in
      var policy: Policy?
      try trying(nil) { () throws(KeyboardEnd) in
        policy = try MinimumSandbox().start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEnd) in
          try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: policy.layers)
          return policy
        }
      }
      return policy?.description ?? ""
    }
  }

  private static var runner: String {
    get throws(KeyboardEnd) {
      do {
        return try HelperExecutable.runner.find(
          executable: CommonOptions.executable(), environment: CommonOptions.environment)
      } catch {
        throw .notStarted(error.description)
      }
    }
  }

  private static func trying(_ layer: Layer?, _ body: () throws(KeyboardEnd) -> Void) throws(Diagnostic) {
    do {
      try body()
    } catch {
      let reason =
        switch error {
        case .unconfined(_, let reason), .notStarted(let reason): reason
        default: "\(error)"
        }
      throw Diagnostic(
        .layerMissing, "", "\(reason).",
        remedy: layer == .namespaces
          ? "Allow user namespaces for additional protection; Landlock and seccomp work without them."
          : "Use a kernel with this feature, or allow it in this container; Klava does not start keyboards without it.")
    }
  }
}
