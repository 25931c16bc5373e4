import Foundation
import KeyboardHost
import Sandbox
import TestSupport

/// What a keyboard of the zoo is held by.
enum Confinement: Hashable, CustomStringConvertible {
  /// All that the production runner does.
  case full
  /// All that the production runner does for a keyboard that asks for paths: its bundle and its container lie there.
  case paths
  /// The same for somebody who does without namespaces: it lies where the person's disk has it.
  case pathsWithoutNamespaces
  /// All that the production runner does for a keyboard with full access.
  case fullAccess
  /// These layers, which have to contain without the others what the table says.
  case only(Set<Layer>)
  /// No layer: the control, which shows that the attempt would have worked. Root still becomes nobody.
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

  /// Whether the keyboard asks for paths.
  var hasPaths: Bool { self == .paths || self == .pathsWithoutNamespaces }

  /// The layers that are left out.
  var missing: Set<Layer> {
    switch self {
    case .full, .paths, .fullAccess: []
    case .pathsWithoutNamespaces: [.namespaces]
    case .only(let layers): Set(Layer.allCases).subtracting(layers)
    case .free: Set(Layer.allCases)
    }
  }

  /// Whether one of the layers that contain a behavior is in force; what is no layer of the kernel's always is.
  func contains(_ row: ZooTable.Row) -> Bool {
    row.layers.contains { name in
      guard let layer = Layer(rawValue: name) else { return self != .free }
      return !missing.contains(layer)
    }
  }

  /// Whether keyboards can be held by namespaces here; where they cannot, the next floor has to suffice
  /// (Sandbox.md#minimum-sandbox).
  static let machineHasNamespaces: Bool = {
    do {
      try RunnerKeyboard.tryConfinement(runnerPath: runner(), layers: [.namespaces])
      return true
    } catch {
      return false
    }
  }()

  /// Whether a behavior is contained on the highest floor that this machine gives. Without namespaces threads are not
  /// counted, and the machine and its processes have their own names; people are told of that floor.
  static func holds(_ row: ZooTable.Row) -> Bool { machineHasNamespaces || row.layers != ["namespaces"] }

  /// The name of the folder that the runner lies in, which no keyboard may learn: it could be a person's.
  static let runnerFolder = "runner-" + String(UInt64.random(in: .min ... .max), radix: 36)

  /// The runner, as it lies beside the test's own program, in that folder.
  static func runner() throws -> String { try copiedRunner.get() }

  private static let copiedRunner = Result {
    let folder = try URL(filePath: ScratchFolder.path()).appending(path: runnerFolder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: "klava-runner")
    // Its bytes alone: it may belong to another user, whose file nobody can make.
    try Data(contentsOf: Repository.products.appending(path: "klava-runner")).write(to: copy)
    chmod(copy.path, 0o755)
    return copy.path
  }
}
