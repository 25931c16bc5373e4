import Foundation
import KeyboardHost
import Sandbox
import TestSupport

/// The sandbox of a hostile keyboard.
enum Confinement: Hashable, CustomStringConvertible {
  /// The complete sandbox of the production runner.
  case full
  /// The complete sandbox of a keyboard with paths. The keyboard's bundle and its data container have paths in the
  /// sandbox.
  case paths
  /// The sandbox of a keyboard with paths, for a user who accepts missing namespaces. The keyboard uses the paths on
  /// the user's disk.
  case pathsWithoutNamespaces
  /// The complete sandbox of a keyboard with full access.
  case fullAccess
  /// Only these sandbox layers. The layers must stop the behaviors that `zoo.tsv` lists for these layers.
  case only(Set<Layer>)
  /// No layer. This control shows that the attempt succeeds without a sandbox. If root runs the tests, the runner still
  /// becomes `nobody`.
  case free

  var description: String {
    switch self {
    case .full: "full"
    case .paths: "paths"
    case .pathsWithoutNamespaces: "bare-paths"
    case .fullAccess: "full-access"
    case .only(let layers): layers.sorted().map(\.rawValue).joined(separator: "+")
    case .free: "free"
    }
  }

  var hasPaths: Bool { self == .paths || self == .pathsWithoutNamespaces }

  /// The sandbox layers that this sandbox omits.
  var missing: Set<Layer> {
    switch self {
    case .full, .paths, .fullAccess: []
    case .pathsWithoutNamespaces: [.namespaces]
    case .only(let layers): Set(Layer.allCases).subtracting(layers)
    case .free: Set(Layer.allCases)
    }
  }

  /// Whether this sandbox stops a behavior: whether at least one of the layers in the row of `zoo.tsv` is in force.
  /// Limits and rules of the host are always in force, except in the case `free`.
  func contains(_ row: ZooTable.Row) -> Bool {
    row.layers.contains { name in
      guard let layer = Layer(rawValue: name) else { return self != .free }
      return !missing.contains(layer)
    }
  }

  /// Whether this machine supports namespaces. Otherwise the minimum sandbox without namespaces must suffice
  /// (Sandbox.md#minimum-sandbox).
  static let machineHasNamespaces: Bool = {
    do {
      try RunnerKeyboard.tryConfinement(runnerPath: runner(), layers: [.namespaces])
      return true
    } catch {
      return false
    }
  }()

  /// Whether the best sandbox of this machine stops a behavior. Without namespaces, the sandbox neither limits threads
  /// nor hides the names of the machine and its processes. Klava reports such a sandbox to the user.
  static func holds(_ row: ZooTable.Row) -> Bool { machineHasNamespaces || row.layers != ["namespaces"] }

  /// The name of the runner's folder. No keyboard may learn the name, because a real folder's name could contain the
  /// user's name.
  static let runnerFolder = "runner-" + String(UInt64.random(in: .min ... .max), radix: 36)

  /// The path of a copy of the runner, in ``runnerFolder``.
  static func runner() throws -> String { try copiedRunner.get() }

  private static let copiedRunner = Result {
    let folder = try URL(filePath: SharedTemporaryDirectory.path()).appending(path: runnerFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: "klava-runner")
    // Copy only the bytes. The file may belong to another user, and only root can set the copy's owner.
    try Data(contentsOf: Repository.products.appending(path: "klava-runner")).write(to: copy)
    chmod(copy.path, 0o755)
    return copy.path
  }
}
