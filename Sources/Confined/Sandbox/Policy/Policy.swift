package import KeyboardProtocol

/// The rights and limits of one keyboard's process. The host decides on the rights and limits before the process opens
/// the keyboard's library.
///
/// Full access does not change the rules of the kernel, which refuses `socket(2)` to every keyboard. Keyboards use the
/// network and the pasteboard through host functions, and the host checks for each call whether the keyboard has full
/// access (Behavior.md#network).
package struct Policy: Hashable, Sendable {
  /// How a keyboard accesses files: the value of `KLVFileAccess` in its manifest.
  package enum FileAccess: String, CaseIterable, Hashable, Sendable {
    /// The process cannot open files by path. The process reads resources and its data container through host
    /// functions.
    case noPaths
    /// The process can open files by path in the bundle (read-only) and in the keyboard's data container, but in no
    /// other folder of the user.
    case paths
  }

  /// The access of the process to files.
  package var fileAccess: FileAccess
  /// Whether the user granted full access.
  package var hasFullAccess: Bool
  /// The limits of the process.
  package var limits: KeyboardLimits
  /// The sandbox layers that confine the process.
  package let layers: Set<Layer>

  /// The reason why the host does not start a keyboard with the available layers.
  package struct MissingLayersError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The missing layers.
    package let missing: Set<Layer>
    /// The reason as a sentence.
    package let description: String
  }

  /// Creates the policy for a keyboard with the available layers.
  ///
  /// Sandbox.md#minimum-sandbox defines the minimum sandbox. A keyboard without paths needs Landlock and seccomp. A
  /// keyboard with paths needs namespaces and seccomp. If a required layer is missing, the host starts the keyboard
  /// only if the user named the layer in `unsafeWithout`. A keyboard with full access always needs the required layers.
  ///
  /// - Parameters:
  ///   - fileAccess: The value from the manifest.
  ///   - hasFullAccess: Whether the user granted full access.
  ///   - available: The layers that worked on this kernel.
  ///   - unsafeWithout: The layers that the user leaves out for this run.
  ///   - limits: The limits of the process.
  /// - Throws: ``MissingLayersError`` if a required layer is missing and the host must not start the keyboard without
  ///   it.
  package init(
    fileAccess: FileAccess = .noPaths, hasFullAccess: Bool = false, available: Set<Layer> = Set(Layer.allCases),
    unsafeWithout: Set<Layer> = [], limits: KeyboardLimits = KeyboardLimits()
  ) throws(MissingLayersError) {
    let layers = available.subtracting(unsafeWithout)
    let minimumSandbox: Set<Layer> = fileAccess == .noPaths ? [.landlock, .seccomp] : [.namespaces, .seccomp]
    let missing = minimumSandbox.subtracting(layers)
    if !missing.isEmpty {
      let names = missing.sorted().map(\.rawValue).joined(separator: " and ")
      guard missing.isSubset(of: unsafeWithout) else {
        let kind = fileAccess == .paths ? "a keyboard with KLVFileAccess = paths" : "a keyboard"
        throw MissingLayersError(
          missing: missing,
          description: "\(kind) needs \(names), which this system does not provide")
      }
      guard !hasFullAccess else {
        throw MissingLayersError(
          missing: missing, description: "a keyboard with full access always needs \(names)")
      }
    }
    self.fileAccess = fileAccess
    self.hasFullAccess = hasFullAccess
    self.limits = limits
    self.layers = layers
  }
}

extension Policy {
  /// Whether the process opens files by path.
  ///
  /// The value is true if the keyboard requests paths, or if the user left out seccomp. Without seccomp, no trap
  /// handler opens the library for the process.
  package var reachesFolders: Bool { fileAccess == .paths || !layers.contains(.seccomp) }

  /// Returns the paths under which the process sees the keyboard's folders, given the real paths of these folders.
  ///
  /// The real paths could reveal the user's name. The process sees the real paths only if it opens files by path and
  /// has no private root. Without the layer `namespaces`, the process has no private root.
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
