import Foundation
import KeyboardLink

/// What the C compiler makes of `Tests/HostileZoo`: every kind of the library, and the programs around it.
struct HostileCompilation {
  private let folder: String
  private let sources = Checkout.root + "/Tests/HostileZoo"

  /// Compiles everything into a folder. The parts are compiled at once: together they take a second.
  init(in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }
    var compilers = try parts.map { try compile($0, as: "\($0).o", "-fPIC", "-c") }
    compilers += [
      try compile("Others/victim.c", as: "victim"),
      try compile("Others/pretend.c", as: "pretend", "-DRUNNER=\"\(Confinement.runner())\""),
      try compile("Others/foreign.c", as: Self.foreignName, "-fPIC", "-shared", "-Wl,-soname,\(Self.foreignName)"),
      try compile("Others/relocated.c", as: "relocated.o", "-fno-pic", "-mcmodel=large", "-c"),
      try compile("Others/huge.c", as: "huge.o", "-fPIC", "-c"),
      try compile("Others/writable.c", as: "writable.o", "-fPIC", "-c"),
    ]
    for compiler in compilers { try compiler.finish() }
    for linker in try HostileLibrary.Kind.allCases.map({ try link($0, parts) }) { try linker.finish() }
  }

  /// The path of a library.
  func library(_ kind: HostileLibrary.Kind) -> String { "\(folder)/\(kind.rawValue).so" }
  /// The path of the library that lies outside all bundles.
  var foreign: String { "\(folder)/\(Self.foreignName)" }
  /// The program that is attacked.
  var victim: String { "\(folder)/victim" }
  /// The runner on a kernel that only pretends to limit.
  var unlimitedRunner: String { "\(folder)/pretend" }

  /// A name that a keyboard may need, of a library that the system does not have.
  static let foreignName = "libswiftZoo.so"

  private func compile(_ source: String, as product: String, _ options: String...) throws -> Compiler {
    let flags = [
      "-std=gnu11", "-D_GNU_SOURCE", "-O0", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden",
      "-fno-stack-protector", "-DLINK_BYTES=\(Mailbox.Layout.size)", "-DLINK_TO_HOST=\(Mailbox.Layout.toHostOffset)",
      "-I\(sources)", "-I\(Checkout.root)/Sources/SDK/KeyboardABI/include",
    ]
    return try Compiler(flags + options + ["\(sources)/\(source)", "-o", "\(folder)/\(product)"])
  }

  private func link(_ kind: HostileLibrary.Kind, _ parts: [String]) throws -> Compiler {
    // A resolver cannot run while the loader writes to the code.
    let parts = parts.filter { kind != .textRelocations || $0 != "resolver.c" }
    let foreignPlace = "-Wl,-rpath,\(folder)"
    let options: [String] =
      switch kind {
      case .plain: []
      case .executableStack: ["-Wl,-z,execstack"]
      case .foreignNeed: [foreignPlace, "-Wl,--no-as-needed", foreign]
      case .textRelocations: ["-Wl,-z,notext", "\(folder)/relocated.o"]
      case .writableCode: ["\(folder)/writable.o"]
      case .huge: ["\(folder)/huge.o"]
      case .interposer: ["-Wl,-z,interpose"]
      case .auditor: [foreignPlace, "-Wl,--audit,\(Self.foreignName)"]
      }
    let usual = ["-shared", "-pthread", "-s", "-Wl,-init=zoo_init", "-Wl,-z,defs"]
    return try Compiler(usual + parts.map { "\(folder)/\($0).o" } + options + ["-o", library(kind)])
  }
}

/// One run of the C compiler.
private struct Compiler {
  private let process = Process()
  private let messages: String

  /// Starts it; the last argument is what it makes.
  init(_ arguments: [String]) throws {
    messages = (arguments.last ?? "") + ".messages"
    try Data().write(to: URL(filePath: messages))
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["cc"] + arguments
    // Warnings of the linker are of what is wanted here.
    process.standardError = try FileHandle(forWritingTo: URL(filePath: messages))
    try process.run()
  }

  func finish() throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw HostileLibrary.Failure(message: try String(contentsOfFile: messages, encoding: .utf8))
    }
  }
}
