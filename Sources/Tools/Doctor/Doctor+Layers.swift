internal import Diagnostics
internal import HostFiles
internal import KeyboardHost
internal import LinuxShims
internal import Sandbox

extension Doctor {
  /// Checks each sandbox layer in a separate process, because the kernel may refuse a layer that it claims to support
  /// (Sandbox.md#probe-by-doing). The last check reports whether the layers suffice for the minimum sandbox.
  var layers: [MachineCheck] {
    let alone = Layer.allCases.map { layer in
      MachineCheck.check(layer.rawValue, isNeeded: layer != .namespaces) { () throws(Diagnostic) in
        try trying(layer) { () throws(KeyboardEndError) in
          do throws(KeyboardEndError) {
            try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: [layer])
          } catch .notStarted(let reason) where layer != .namespaces {
            // The cause of the failure may be another layer: root may need a user namespace to become an unprivileged
            // user.
            do throws(KeyboardEndError) {
              try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: [.namespaces, layer])
            } catch {
              throw .notStarted(reason)
            }
          }
        }
        return layer == .landlock ? "version \(klv_landlock_version()): \(layer.protection)" : layer.protection
      }
    }
    return alone + [minimumSandbox]
  }

  private var minimumSandbox: MachineCheck {
    MachineCheck.check("keyboards") { () throws(Diagnostic) in
      var policy: Policy?
      try trying(nil) { () throws(KeyboardEndError) in
        policy = try MinimumSandbox().start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
          try RunnerKeyboard.tryConfinement(runnerPath: runner, layers: policy.layers)
          return policy
        }
      }
      return policy?.description ?? ""
    }
  }

  private var runner: String {
    get throws(KeyboardEndError) {
      do {
        return try HelperExecutable.runner.find(
          executable: executable.get(), environment: environment)
      } catch {
        throw .notStarted(error.description)
      }
    }
  }

  private func trying(_ layer: Layer?, _ body: () throws(KeyboardEndError) -> Void) throws(Diagnostic) {
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
          ? "For additional protection, allow user namespaces. Landlock and seccomp work without user namespaces."
          : "Use a kernel with this feature, or allow the feature in this container. Klava starts no third-party keyboard "
            + "without the feature.")
    }
  }
}
