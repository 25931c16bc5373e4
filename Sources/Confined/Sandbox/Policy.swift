package import TextInput

/// What one keyboard's process may do and how much of it: a value, decided by the host before the process is started.
///
/// Full access changes nothing of what the kernel forbids: the network and the pasteboard come through functions of the
/// host, which knows whom it granted them to (Behavior.md#network), so that `socket(2)` stays closed to everybody.
package struct Policy: Hashable, Sendable {
  /// What `KLVFileAccess` asks for.
  package enum FileAccess: String, CaseIterable, Hashable, Sendable {
    /// No path reaches the kernel; resources and container come through the host's functions.
    case noPaths
    /// The bundle, read-only, and the keyboard's own container are there as files, and nothing else is.
    case paths
  }

  /// How the process reaches files.
  package var fileAccess: FileAccess
  /// Whether the person granted full access.
  package var hasFullAccess: Bool
  /// How much it may use.
  package var limits: KeyboardLimits
  /// What holds it.
  package let layers: Set<Layer>

  /// Why a keyboard is not started with the layers that there are.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The layers that would be needed besides.
    package let missing: Set<Layer>
    /// What is refused and why, in a sentence.
    package let description: String
  }

  /// The policy for a keyboard under the layers that are at hand.
  ///
  /// The floors of Sandbox.md#minimum-sandbox: everything; Landlock and seccomp where the kernel gives no namespaces;
  /// for files by their paths namespaces and seccomp at least. Below that a keyboard is started only where the person
  /// named each missing layer in `unsafeWithout`, and with full access never with less than a floor of its own.
  ///
  /// - Parameters:
  ///   - fileAccess: What the manifest asks for.
  ///   - hasFullAccess: What the person granted.
  ///   - available: The layers that this kernel has shown to give, without those that the person leaves out.
  ///   - unsafeWithout: The layers that the person does without, for this run.
  ///   - limits: How much it may use.
  package init(
    fileAccess: FileAccess = .noPaths, hasFullAccess: Bool = false, available: Set<Layer> = Set(Layer.allCases),
    unsafeWithout: Set<Layer> = [], limits: KeyboardLimits = KeyboardLimits()
  ) throws(Refusal) {
    let layers = available.subtracting(unsafeWithout)
    let floor: Set<Layer> = fileAccess == .noPaths ? [.landlock, .seccomp] : [.namespaces, .seccomp]
    let missing = floor.subtracting(layers)
    if !missing.isEmpty {
      let names = missing.sorted().map(\.rawValue).joined(separator: " and ")
      guard missing.isSubset(of: unsafeWithout) else {
        let kind = fileAccess == .paths ? "a keyboard with KLVFileAccess = paths" : "a keyboard"
        throw Refusal(
          missing: missing,
          description: "the host does not start \(kind) without \(names), which this system does not provide")
      }
      guard !hasFullAccess else {
        throw Refusal(
          missing: missing, description: "the host never starts a keyboard with full access without \(names)")
      }
    }
    self.fileAccess = fileAccess
    self.hasFullAccess = hasFullAccess
    self.limits = limits
    self.layers = layers
  }
}

extension Policy {
  /// Whether folders are reached by their paths: because the keyboard asks for that, or because there is no filter, and
  /// then no handler that answers for its library.
  package var reachesFolders: Bool { fileAccess == .paths || !layers.contains(.seccomp) }

  /// Where a process finds the folders at these paths of the person's disk.
  ///
  /// Those would tell a keyboard the name of whoever types. They are the process's own only where it reaches folders and
  /// the person does without namespaces, so that it has no root of its own.
  package func shown(_ paths: KeyboardPaths) -> KeyboardPaths {
    guard layers.contains(.namespaces) || !reachesFolders else { return paths }
    return KeyboardPaths(bundle: "/keyboard", container: "/container")
  }
}

extension Policy: CustomStringConvertible {
  /// The policy in one line, for a log and `klava doctor`.
  package var description: String {
    let held = layers.isEmpty ? "nothing" : layers.sorted().map(\.rawValue).joined(separator: ", ")
    let files = fileAccess == .noPaths ? "no paths" : "paths of its bundle and data container"
    return "confined by \(held); \(files); \(hasFullAccess ? "full access": "no full access"); at most "
      + "\(limits.memory >> 20) MiB of memory, \(limits.threads) threads, \(limits.descriptors) descriptors, "
      + "\(limits.fileSize >> 20) MiB a file, \(limits.processorTime) s of processor time"
  }
}
