// HostBenchmarks: the benchmarks of Benchmarks.md#rows that measure only Klava, one per file.
//
// For:    `klava-bench`, which runs all benchmarks on the keyboards of a build tree, and `klava bench`, which runs some
//         benchmarks on the user's keyboards.
// Never:  measures a debug build without a warning, or measures work without checking its result.
// Start:  `BenchmarkEnvironment` for the keyboards, `TypingSession` for typing, `TurnBenchmark` as an example.

internal import BundleFormat
internal import CommandSupport
internal import FoundationEssentials
internal import HostFiles
package import KeyboardStore

/// The command sandbox of a run of benchmarks: keyboards, the runner, and a temporary directory.
package struct BenchmarkEnvironment: Sendable {
  /// The path of `klava-runner`.
  package let runnerPath: String
  /// The folder of built libraries and programs.
  package let buildFolder: String
  /// The folders that contain bundles.
  package let libraries: [String]
  /// The temporary directory of the run.
  package let directory: TemporaryDirectory
  /// The paths of the bundles that ``registry(enabling:)`` must install first, by identifier.
  private var installed: [String: String] = [:]

  /// Creates the command sandbox of a build tree.
  ///
  /// - Parameters:
  ///   - runnerPath: The path of `klava-runner`.
  ///   - libraries: The folders that contain bundles.
  /// - Throws: An error if the temporary directory cannot be created.
  package init(runnerPath: String, libraries: [String]) throws {
    self.runnerPath = runnerPath
    self.libraries = libraries
    buildFolder = String(runnerPath.prefix(upTo: runnerPath.lastIndex(of: "/") ?? runnerPath.startIndex))
    directory = try TemporaryDirectory()
  }

  /// Creates the command sandbox for the user's keyboards.
  ///
  /// The command sandbox changes none of the user's files. Benchmarks use private lists of keyboards without the user's
  /// grants and settings.
  ///
  /// - Throws: An error if the temporary directory cannot be created.
  package init(runnerPath: String, keyboards: [RegisteredKeyboard], of folders: KlavaFolders) throws {
    try self.init(runnerPath: runnerPath, libraries: folders.libraries)
    for keyboard in keyboards where keyboard.origin == .installed { installed[keyboard.identifier] = keyboard.path }
  }

  /// Creates a private list of input modes: these keyboards in this order, then the system keyboard.
  ///
  /// - Throws: ``Diagnostic`` if a keyboard cannot be installed or enabled.
  package func registry(enabling identifiers: [String]) throws -> KeyboardRegistry {
    let root = directory.path + "/" + UUID().uuidString
    let folders = KlavaFolders(
      config: "\(root)/config", data: "\(root)/data", state: "\(root)/state", runtime: "\(root)/runtime",
      libraries: libraries + [bundles])
    let registry = KeyboardRegistry(folders: folders, languages: ["en"])
    for identifier in identifiers {
      if let path = installed[identifier] { try registry.install([path]) }
      try registry.enable(identifier)
    }
    let unwanted = try registry.modes().map(\.identifier).filter {
      !identifiers.contains($0) && $0 != KeyboardIdentifier.system
    }
    for identifier in unwanted { try registry.disable(identifier) }
    try registry.order(identifiers)
    return registry
  }

  /// The folder of the bundles that benchmarks make.
  var bundles: String { directory.path + "/keyboards" }

  /// Returns the path of a library in the build folder.
  func library(_ name: String) -> String { "\(buildFolder)/lib\(name).so" }

  /// Makes a bundle for a keyboard of the benchmarks from a library in the build folder.
  ///
  /// - Parameters:
  ///   - name: The library's name.
  ///   - identifier: The keyboard's identifier.
  ///   - principalClass: The principal class; for a keyboard in C, the symbol of its exported record.
  ///   - folder: The folder of the bundle; nil for the folder in which registries find bundles.
  /// - Throws: An error if a file cannot be copied or written.
  package func makeBundle(
    of name: String, _ identifier: String, principalClass: String = "klv_keyboard", in folder: String? = nil
  ) throws {
    let path = "\(folder ?? bundles)/\(identifier).keyboard"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: library(name), toPath: "\(path)/lib\(name).so")
    let manifest: [String: PropertyList] = [
      "CFBundleDisplayName": .string(name), "CFBundleExecutable": .string("lib\(name).so"),
      "CFBundleIdentifier": .string(identifier), "CFBundleName": .string(name), "CFBundlePackageType": .string("XPC!"),
      "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
      "NSExtension": .dictionary([
        "NSExtensionAttributes": .dictionary(["IsASCIICapable": .boolean(true), "PrimaryLanguage": .string("en-US")]),
        "NSExtensionPointIdentifier": .string("com.apple.keyboard-service"),
        "NSExtensionPrincipalClass": .string(principalClass),
      ]),
    ]
    let bytes = Data(try PropertyList.dictionary(manifest).xml(subject: path))
    try bytes.write(to: URL(filePath: "\(path)/Info.plist"))
  }
}

/// A temporary directory that exists until this object is released.
package final class TemporaryDirectory: Sendable {
  /// The absolute path of the directory.
  package var path: String { directory.path }
  private let directory: LockedTemporaryDirectory

  /// Creates a directory with a unique name.
  ///
  /// - Throws: An error if the directory cannot be created.
  package init() throws { directory = try LockedTemporaryDirectory() }

  deinit { directory.remove() }
}
