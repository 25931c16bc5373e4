import BundleFormat
import KeyboardStore
import Foundation
import Testing

/// A temporary folder with a `--root` in it, and bundles that a test makes; gone with the value.
final class CommandSandbox: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/klava-command-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: "\(path)/shipped", withIntermediateDirectories: true)
  }

  deinit {
    // Installed folders are read-only, also for their owner. Never through a link: what it leads to is not the test's.
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  /// What `--root` is.
  var root: String { "\(path)/root" }

  /// The variables that `klava` is run with.
  var environment: [String: String] {
    // No test is heard.
    ["KLAVA_LIBRARY": "\(path)/shipped", "HOME": path, "CANBERRA_DRIVER": "null"]
  }

  /// Klava's folders under this root.
  var folders: KlavaFolders {
    KlavaFolders(
      config: "\(root)/config", data: "\(root)/data", state: "\(root)/state", runtime: "\(root)/runtime",
      libraries: ["\(path)/shipped"])
  }

  /// Runs `klava` with these arguments and this root.
  @discardableResult
  func klava(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    let process = KlavaProcess.make(
      arguments + (arguments.contains("--") ? [] : ["--root", root]),
      environment: self.environment.merging(environment) { $1 })
    return try KlavaProcess.run(process, in: path)
  }

  /// Runs `klava` with these lines as its input.
  func klava(_ arguments: String..., typing lines: [String]) throws -> Outcome {
    let process = KlavaProcess.make(arguments + ["--root", root], environment: environment)
    process.standardInput = FileHandle(
      forReadingAtPath: try write(lines.map { "\($0)\n" }.joined(), to: "\(UUID().uuidString).in"))
    return try KlavaProcess.run(process, in: path)
  }

  /// Runs `klava`, which must do what it is asked; answers its output.
  @discardableResult
  func done(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let process = KlavaProcess.make(arguments + ["--root", root], environment: environment)
    let outcome = try KlavaProcess.run(process, in: path)
    #expect(outcome.status == 0, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.error == "", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// The identifiers of the enabled keyboards, as `klava list` has them.
  func modes() throws -> [String] {
    try klava("list", "--json").rows().compactMap { $0["identifier"] as? String }
  }

  /// What is installed under this root, as `klava list --all` has it.
  func installed() throws -> [[String: Any]] {
    try klava("list", "--all", "--json").rows().filter { $0["origin"] as? String == "installed" }
  }

  /// Writes a file, and the folders that it is in; answers its path.
  @discardableResult
  func write(_ text: String, to file: String) throws -> String {
    let target = "\(path)/\(file)"
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: target))
    return target
  }

  /// Makes a bundle that is valid but for what is given; answers its path.
  @discardableResult
  func bundle(
    _ name: String = "Test.keyboard", _ manifest: TestManifest = TestManifest(), files: [String: String] = [:]
  ) throws -> String {
    try write(manifest.text, to: "\(name)/Info.plist")
    try Data(TestLibrary.bytes.get()).write(to: URL(fileURLWithPath: "\(path)/\(name)/libTest.so"))
    for (file, text) in files { try write(text, to: "\(name)/\(file)") }
    return "\(path)/\(name)"
  }

  /// Makes the three keyboards that ship with Klava.
  func ship() throws {
    for (identifier, name) in zip(KeyboardIdentifier.shipped, ["HabrTags", "Calculator", "PetPhrases"]) {
      var manifest = TestManifest()
      (manifest.identifier, manifest.name) = (identifier, name)
      try bundle("shipped/\(name).keyboard", manifest)
    }
  }
}
