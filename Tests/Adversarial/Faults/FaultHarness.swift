internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Foundation
internal import KeyboardHost
internal import KeyboardStore
internal import Sandbox
internal import TestSupport

/// The shared resources of all scripts in a run: Klava's folders in a temporary directory, the bundles, and the path of
/// the runner.
final class FaultHarness {
  /// The keyboards, in the order of the user's list.
  enum Name {
    /// A keyboard in C, from `Tests/Adversarial/CrashingKeyboard`.
    static let typist = "org.example.typist"
    /// A keyboard in Swift that ships with Klava.
    static let tags = "org.klava.habr-tags"
    /// A keyboard whose runner is `hostile-runner`.
    static let hostile = "org.example.hostile"
  }

  let registry: KeyboardRegistry
  let bundles: [KeyboardBundle]
  /// The path of the runner for keyboards that follow the protocol.
  let runnerPath: String
  private let directory: TemporaryDirectory

  init() throws {
    runnerPath = Repository.product("klava-runner")
    directory = try TemporaryDirectory()
    let folders = try KlavaFolders(
      root: directory.path, environment: [:], executable: Repository.product("klava-faults"))
    registry = KeyboardRegistry(folders: folders)
    guard let shipped = folders.libraries.first.map({ "\($0)/HabrTags.keyboard" }),
      FileManager.default.fileExists(atPath: shipped), FileManager.default.fileExists(atPath: runnerPath)
    else {
      throw FaultRun.Unprepared(description: "klava-runner or HabrTags.keyboard is missing: run `make build` first")
    }
    let library = Repository.product("libCrashingKeyboard.so")
    bundles = [
      try Self.assemble(Name.typist, library: library, in: directory.url), try KeyboardBundle(shipped),
      try Self.assemble(Name.hostile, library: library, in: directory.url),
    ]
  }

  /// The program that the process of a keyboard runs.
  func program(of identifier: String, under policy: Policy) throws(KeyboardEndError) -> KeyboardProgram {
    do throws(Diagnostic) {
      guard let bundle = bundles.first(where: { $0.manifest.identifier == identifier }) else {
        throw Diagnostic(.keyboardUnknown, identifier)
      }
      return try KeyboardProgram(bundle, policy: policy)
    } catch {
      throw .notStarted(error.description)
    }
  }

  /// The path of a symbolic link to `hostile-runner`. The link's name selects the behavior.
  func hostileRunner(_ name: String) throws -> String {
    let link = directory.url.appending(path: name)
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) == nil {
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: Repository.products.appending(path: "hostile-runner"))
    }
    return link.path
  }

  /// Makes a bundle from a library and a minimal manifest.
  private static func assemble(_ identifier: String, library: String, in folder: URL) throws -> KeyboardBundle {
    let source = folder.appending(path: "\(identifier)-source")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    let manifest = """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>libCrashingKeyboard.so</string>
        <key>NSExtension</key><dict>
          <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
          <key>NSExtensionPrincipalClass</key><string>CrashingKeyboard</string>
          <key>NSExtensionAttributes</key><dict><key>IsASCIICapable</key><true/></dict>
        </dict>
      </dict></plist>
      """
    try manifest.write(to: source.appending(path: "Info.plist"), atomically: false, encoding: .utf8)
    return try BundleAssembly.assemble(
      source.path, library: library, output: folder.appending(path: "\(identifier).keyboard").path)
  }
}
