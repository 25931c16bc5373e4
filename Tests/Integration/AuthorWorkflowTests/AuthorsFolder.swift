import Foundation
import TestSupport
import Testing

/// A temporary folder for an author's project. Environment variables make all commands write their files into this
/// folder.
final class AuthorsFolder: Sendable {
  /// The build folder that all authors' packages share, so that KlavaKit is built only once.
  static let scratch = Repository.path(".build/authors")

  private let directory: TemporaryDirectory
  var path: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    // Compilers write temporary files to `tmp`.
    for folder in ["tmp", "work"] {
      try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
  }

  /// The folder in which the commands run.
  var work: String { "\(path)/work" }

  /// The sorted names in a folder below `work`, including hidden files.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(work)/\(folder)").sorted()
  }

  func write(_ file: String, _ text: String) throws {
    try text.write(toFile: "\(work)/\(file)", atomically: true, encoding: .utf8)
  }

  /// The text of a file below `work`.
  func text(_ file: String) throws -> String { try String(contentsOfFile: "\(work)/\(file)", encoding: .utf8) }

  /// Runs shell commands in a folder below `work`, and stops at the first failed command. The output includes standard
  /// error.
  func run(_ commands: String, in folder: String = "", environment: [String: String] = [:]) throws -> Command.Outcome {
    var all = ProcessInfo.processInfo.environment
    for name in ["KLAVA", "KLAVA_SDK", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"] { all[name] = nil }
    all["TMPDIR"] = "\(path)/tmp"
    // Let Klava's programs use long deadlines, because these tests do not test time limits.
    all["KLAVA_PATIENCE"] = "100"
    for name in ["CONFIG", "DATA", "STATE"] { all["XDG_\(name)_HOME"] = "\(path)/\(name)" }
    all["XDG_RUNTIME_DIR"] = "\(path)/RUNTIME"
    all.merge(environment) { $1 }
    return try Command(
      "/bin/sh", ["-ec", commands], environment: all, in: "\(work)/\(folder)", mergesErrors: true
    ).run()
  }

  /// Runs `klava new` in `work`.
  func new(_ arguments: [String], environment: [String: String] = [:]) throws -> Command.Outcome {
    let words = [Repository.product("klava"), "new"] + arguments
    let quoted = words.map { "'\($0.replacing("'", with: "'\\''"))'" }
    return try run(quoted.joined(separator: " "), environment: environment)
  }

  /// Copies the programs under test to the folder `stage`, in the same layout that `make release` produces.
  func makeStage(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try make(
      "stage STAGE='\(work)/stage' BUILD='\(Repository.products.path)' CHECKOUTS='\(Repository.path(".build/checkouts"))'",
      sourceLocation: sourceLocation)
  }

  /// Runs a target of Klava's Makefile. The target uses the programs under test, which are already built.
  func make(_ target: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let made = try run("make -C '\(Repository.root.path)' BIN='\(Repository.products.path)' \(target)")
    #expect(made.status == 0, "\(made.output)", sourceLocation: sourceLocation)
  }
}
