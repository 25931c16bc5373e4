import Foundation

/// What the C compiler makes of `Tests/FaultyKeyboards`, once for all tests.
struct FaultyLibraries {
  /// A library of the zoo.
  enum Kind: String, CaseIterable {
    /// The keyboard whose fault its identifier names.
    case ordinary
    case constructor, executableStack, textRelocations, needing, noEntry, functionEntry, otherVersion, noCreate
    case exporting, runtime, dataAction, unlinked
  }

  /// Why a library could not be made.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The libraries, or why there are none.
  static let shared = Result { try FaultyLibraries() }

  private static let folder = FileManager.default.temporaryDirectory.appending(path: "klava-faulty-\(getpid())").path
  private var folder: String { Self.folder }
  private static let sources = Klava.package.appending(path: "Tests/FaultyKeyboards").path

  private init() throws {
    // The libraries last as long as the tests.
    atexit { try? FileManager.default.removeItem(atPath: FaultyLibraries.folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = ["life", "interface", "keys", "manners"].map { "\(Self.sources)/\($0).c" }
    let compilers = try parts.map { try Compiler(["-c", $0, "-o", object($0)]) }
    for compiler in compilers { try compiler.finish() }
    let objects = parts.map(object)
    let needed = "\(folder)/libneeded.so.1"
    try Compiler(
      ["-shared", "-Wl,-soname,libneeded.so.1", "\(Self.sources)/Others/needed.c", "-o", needed]
    ).finish()
    let linkers = try Kind.allCases.map {
      try Compiler(options(of: $0, objects, needed) + ["-shared", "-o", path($0)])
    }
    for linker in linkers { try linker.finish() }
  }

  /// Where a library is.
  func path(_ kind: Kind) -> String { "\(folder)/\(kind.rawValue).so" }

  private func object(_ source: String) -> String {
    "\(folder)/\(source.split(separator: "/").last ?? "").o"
  }

  private func options(of kind: Kind, _ objects: [String], _ needed: String) -> [String] {
    func other(_ name: String) -> String { "\(Self.sources)/Others/\(name).c" }
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
    }
  }
}

/// One run of the C compiler.
private struct Compiler {
  private let process = Process()
  private let messages: String

  init(_ arguments: [String]) throws {
    messages = (arguments.last ?? "") + ".messages"
    try Data().write(to: URL(filePath: messages))
    process.executableURL = URL(filePath: "/usr/bin/env")
    let header = Klava.package.appending(path: "Sources/SDK/KeyboardABI/include").path
    process.arguments =
      [
        "cc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-fvisibility=hidden", "-pthread",
        "-I\(header)",
      ]
      + (arguments.contains("-fno-pic") ? [] : ["-fPIC"]) + arguments
    process.standardError = try FileHandle(forWritingTo: URL(filePath: messages))
    try process.run()
  }

  func finish() throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw FaultyLibraries.Failure(description: try String(contentsOfFile: messages, encoding: .utf8))
    }
  }
}
