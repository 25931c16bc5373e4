import Diagnostics
import Foundation
import TestSupport

/// The libraries of `Tests/Fixtures/FaultyKeyboards`, compiled once for all tests.
struct FaultyLibraries {
  /// The kinds of libraries.
  enum Kind: String, CaseIterable {
    /// A library with the code of many faults. The number in the keyboard's bundle identifier selects the fault.
    case ordinary
    case constructor, executableStack, textRelocations, needing, noEntry, functionEntry, otherVersion, noCreate
    case exporting, runtime, dataAction, unlinked, foundation, foundationBundle
  }

  /// The libraries, or the error that prevented their compilation.
  static let shared = Result { try FaultyLibraries() }

  private let folder: String
  private static let sources = Repository.path("Tests/Fixtures/FaultyKeyboards")

  private init() throws {
    folder = try TemporaryDirectory.ofRun.get().path + "/faulty"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = ["life-cycle", "input-view", "keys", "resource-use"].map { "\(Self.sources)/\($0).c" }
    let compilers = try parts.map { try Self.start(["-c", $0], to: object($0)) }
    for compiler in compilers { try compiler.succeed() }
    let needed = "\(folder)/libneeded.so.1"
    try Self.start(["-shared", "-Wl,-soname,libneeded.so.1", "\(Self.sources)/SeparateLibraries/needed.c"], to: needed)
      .succeed()
    let linkers = try Kind.allCases.map {
      try Self.start(["-shared"] + options(of: $0, parts.map(object), needed), to: path($0))
    }
    for linker in linkers { try linker.succeed() }
  }

  func path(_ kind: Kind) -> String { "\(folder)/\(kind.rawValue).so" }

  private func object(_ source: String) -> String {
    "\(folder)/\(source.split(separator: "/").last ?? "").o"
  }

  private static func start(_ arguments: [String], to product: String) throws -> RunningCommand {
    let options = ["-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-fvisibility=hidden", "-pthread"]
    return try Compilation(options + (arguments.contains("-fno-pic") ? [] : ["-fPIC"]) + arguments).start(to: product)
  }

  private func options(of kind: Kind, _ objects: [String], _ needed: String) -> [String] {
    func other(_ name: String) -> String { "\(Self.sources)/SeparateLibraries/\(name).c" }
    return switch kind {
    case .ordinary: objects
    case .constructor: objects + [other("constructor")]
    case .executableStack: objects + ["-Wl,-z,execstack"]
    case .textRelocations: ["-Wl,-z,notext", "-fno-pic", "-mcmodel=large", other("relocated")] + objects
    case .needing: objects + ["-Wl,--no-as-needed", needed]
    case .noEntry: ["-DENTRY=0", other("entry")]
    case .functionEntry: ["-DENTRY=1", other("entry")]
    case .otherVersion: ["-DENTRY=2", other("entry")]
    case .noCreate: ["-DENTRY=3", other("entry")]
    case .exporting: objects + ["-DMORE=0", other("more")]
    case .runtime: objects + ["-DMORE=1", other("more")]
    case .dataAction: objects + ["-DMORE=2", other("more")]
    case .unlinked: [other("unlinked")]
    case .foundation: objects + [other("foundation")]
    case .foundationBundle: objects + ["-DBUNDLE", other("foundation")]
    }
  }
}
