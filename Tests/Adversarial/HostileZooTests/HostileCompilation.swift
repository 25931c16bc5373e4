import Foundation
import KeyboardLink
import TestSupport

/// Compiles `Tests/Adversarial/HostileZoo`: every kind of library and the programs that the tests need.
struct HostileCompilation {
  private let folder: String
  private let sources = Repository.path("Tests/Adversarial/HostileZoo")

  /// Compiles everything into a folder, in parallel.
  init(in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let parts = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }
    var compilers = try parts.map { try compile($0, as: "\($0).o", "-fPIC", "-c") }
    compilers += [
      try compile("SeparateLibraries/victim.c", as: "victim"),
      try compile("SeparateLibraries/pretend.c", as: "pretend", "-DRUNNER=\"\(Confinement.runner())\""),
      try compile(
        "SeparateLibraries/foreign.c", as: Self.foreignName, "-fPIC", "-shared", "-Wl,-soname,\(Self.foreignName)"),
      try compile("SeparateLibraries/relocated.c", as: "relocated.o", "-fno-pic", "-mcmodel=large", "-c"),
      try compile("SeparateLibraries/huge.c", as: "huge.o", "-fPIC", "-c"),
      try compile("SeparateLibraries/writable.c", as: "writable.o", "-fPIC", "-c"),
    ]
    for compiler in compilers { try compiler.succeed() }
    for linker in try HostileLibrary.Kind.allCases.map({ try link($0, parts) }) { try linker.succeed() }
  }

  func library(_ kind: HostileLibrary.Kind) -> String { "\(folder)/\(kind.rawValue).so" }
  /// The path of the library outside all bundles.
  var foreign: String { "\(folder)/\(Self.foreignName)" }
  /// The path of the victim program.
  var victim: String { "\(folder)/victim" }
  /// The path of a program that runs the runner without resource limits.
  var unlimitedRunner: String { "\(folder)/pretend" }

  /// The name of a library that the system does not have, but that a keyboard may name in `DT_NEEDED`.
  static let foreignName = "libswiftZoo.so"

  private func compile(_ source: String, as product: String, _ options: String...) throws -> RunningCommand {
    let flags = [
      "-std=gnu11", "-D_GNU_SOURCE", "-O0", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden",
      "-fno-stack-protector", "-DLINK_BYTES=\(Mailbox.Layout.size)", "-DLINK_TO_HOST=\(Mailbox.Layout.toHostOffset)",
      "-I\(sources)",
    ]
    return try Compilation(flags + options + ["\(sources)/\(source)"]).start(to: "\(folder)/\(product)")
  }

  private func link(_ kind: HostileLibrary.Kind, _ parts: [String]) throws -> RunningCommand {
    // To apply text relocations, the loader makes the code writable and not executable. A resolver that runs at this
    // time would crash, so leave the resolver out.
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
    return try Compilation(usual + parts.map { "\(folder)/\($0).o" } + options).start(to: library(kind))
  }
}
