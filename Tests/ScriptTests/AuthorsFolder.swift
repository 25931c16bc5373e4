import Foundation
import Testing

/// An author's empty folder, with variables of its own; gone with the value.
final class AuthorsFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "klava-author-\(UUID().uuidString)").path
    // What a compiler leaves behind goes with it.
    try FileManager.default.createDirectory(atPath: "\(path)/tmp", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: "\(path)/work", withIntermediateDirectories: true)
  }

  deinit { Klava.remove(path) }

  /// The folder that commands are run in.
  var work: String { "\(path)/work" }

  /// What is in a folder below it, hidden files included, sorted.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(work)/\(folder)").sorted()
  }

  /// The text of a file below it.
  func text(_ file: String) throws -> String { try String(contentsOfFile: "\(work)/\(file)", encoding: .utf8) }

  /// Runs lines of shell there, up to the first that fails; answers what they printed, with the errors.
  func run(_ commands: String, in folder: String = "", environment: [String: String] = [:]) throws -> Klava.Run {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-ec", commands]
    shell.currentDirectoryURL = URL(filePath: "\(work)/\(folder)")
    var all = ProcessInfo.processInfo.environment
    for name in ["KLAVA", "KLAVA_SDK", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"] { all[name] = nil }
    all["TMPDIR"] = "\(path)/tmp"
    all["KLAVA_PATIENCE"] = Klava.environment["KLAVA_PATIENCE"]
    for name in ["CONFIG", "DATA", "STATE"] { all["XDG_\(name)_HOME"] = "\(path)/\(name)" }
    all["XDG_RUNTIME_DIR"] = "\(path)/RUNTIME"
    all.merge(environment) { $1 }
    shell.environment = all
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    return Klava.Run(output: text, errors: text, status: shell.terminationStatus)
  }

  /// Runs `klava new` there.
  func new(_ arguments: [String], environment: [String: String] = [:]) throws -> Klava.Run {
    let words = [Klava.products.appending(path: "klava").path, "new"] + arguments
    let quoted = words.map { "'\($0.replacing("'", with: "'\\''"))'" }
    return try run(quoted.joined(separator: " "), environment: environment)
  }

  /// Makes a target of Klava's own Makefile with the programs under test, and none of it is built anew.
  func make(_ target: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let configuration = Klava.products.lastPathComponent
    let made = try run("make -C '\(Klava.package.path)' CONFIGURATION=\(configuration) \(target)")
    #expect(made.status == 0, "\(made.output)", sourceLocation: sourceLocation)
  }
}
