import BundleFormat
import Foundation
import KeyboardStore
import TestSupport
import Testing

/// A temporary directory with the folders that `--root` gives to Klava, and with the bundles of a test.
final class CommandSandbox: Sendable {
  private let directory: TemporaryDirectory
  var path: String { directory.path }
  /// Klava's folders below ``root``.
  let folders: KlavaFolders

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.path
    folders = try KlavaFolders(root: "\(path)/root", environment: ["KLAVA_LIBRARY": "\(path)/shipped"], executable: "")
    try FileManager.default.createDirectory(atPath: "\(path)/shipped", withIntermediateDirectories: true)
  }

  /// The value of `--root`.
  var root: String { "\(path)/root" }

  /// The environment of `klava`.
  var environment: [String: String] {
    // With its null driver, libcanberra plays no sounds.
    ["KLAVA_LIBRARY": "\(path)/shipped", "HOME": path, "CANBERRA_DRIVER": "null"]
  }

  /// Returns `klava` with these arguments. The command inherits only `PATH` and `LD_LIBRARY_PATH` from this process.
  static func command(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], in directory: String? = nil
  ) -> Command {
    var all = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    // Let Klava's programs use long deadlines, because these tests do not test time limits.
    all["KLAVA_PATIENCE"] = "100"
    all.merge(environment) { $1 }
    return Command(Repository.product("klava"), arguments, input: input.utf8, environment: all, in: directory)
  }

  /// Returns a command that runs `klava` with these arguments and ``root``.
  func command(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], in directory: String? = nil
  ) -> Command {
    Self.command(
      arguments + (arguments.contains("--") ? [] : ["--root", root]), input: input,
      environment: self.environment.merging(environment) { $1 }, in: directory)
  }

  /// Runs `klava` with these arguments and ``root``.
  @discardableResult
  func klava(_ arguments: String..., environment: [String: String] = [:]) throws -> Command.Outcome {
    try command(arguments, environment: environment).run()
  }

  /// Runs `klava` with these lines as its input.
  func klava(_ arguments: String..., typing lines: [String]) throws -> Command.Outcome {
    try command(arguments, input: lines.map { "\($0)\n" }.joined()).run()
  }

  /// Runs `klava`, which must succeed, and returns its output.
  @discardableResult
  func done(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try command(arguments).run()
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// Returns the identifiers of the enabled keyboards, in the order of `klava list`.
  func modes() throws -> [String] {
    try klava("list", "--json").rows().compactMap { $0["identifier"] as? String }
  }

  /// Returns the installed keyboards, as `klava list --all` reports them.
  func installed() throws -> [[String: Any]] {
    try klava("list", "--all", "--json").rows().filter { $0["origin"] as? String == "installed" }
  }

  /// Writes a file and creates its folder if necessary.
  ///
  /// - Returns: The file's path.
  @discardableResult
  func write(_ text: String, to file: String) throws -> String { try directory.write(text, to: file) }

  /// Creates a bundle, and returns its path. With the default arguments, the bundle is valid.
  @discardableResult
  func bundle(
    _ name: String = "Test.keyboard", _ manifest: TestManifest = TestManifest(), files: [String: String] = [:]
  ) throws -> String {
    try write(manifest.text, to: "\(name)/Info.plist")
    try directory.write(TestLibrary.bytes(), to: "\(name)/libTest.so")
    for (file, text) in files { try write(text, to: "\(name)/\(file)") }
    return "\(path)/\(name)"
  }

  /// Creates bundles with the identifiers of the three keyboards that ship with Klava.
  func ship() throws {
    for (identifier, name) in zip(KeyboardIdentifier.shipped, ["HabrTags", "Calculator", "PetPhrases"]) {
      var manifest = TestManifest()
      (manifest.identifier, manifest.name) = (identifier, name)
      try bundle("shipped/\(name).keyboard", manifest)
    }
  }
}

extension Command.Outcome {
  /// The bytes of standard output and standard error, which may be invalid UTF-8.
  var bytes: [UInt8] { outputBytes + errorBytes }

  /// The output parsed as JSON.
  func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(outputBytes), options: .fragmentsAllowed) }

  /// The output parsed as an array of JSON objects.
  func rows() throws -> [[String: Any]] { try json() as? [[String: Any]] ?? [] }
}
