// KlavaBenchmarks: the rows of Benchmarks.md#rows that are about Klava alone, one file a row.
//
// For:    `klava-bench`, which runs all of them on the keyboards of the build tree, and `klava bench`, on a person's own.
// Never:  measures a debug build silently, or a piece of work that it has not seen done.
// Start:  `BenchmarkEnvironment`, where keyboards come from; `TypingSession`, where somebody types with them; `TurnBenchmark`, the row that counts.

package import Bundles
internal import Foundation

/// What the benchmarks run on: keyboards, the program that they run in, and a place for what a run leaves behind.
package struct BenchmarkEnvironment: Sendable {
  /// The program that keyboards run in.
  package let runnerPath: String
  /// The folder of built libraries and programs.
  package let buildFolder: String
  /// The folder of bundles of the build tree, and of whatever else was named.
  package let libraries: [String]
  /// A folder that is the run's own.
  package let scratch: ScratchFolder
  /// The bundles that are to be installed before they are enabled, by identifier.
  private var installed: [String: String] = [:]

  /// The ground of a build tree.
  ///
  /// - Parameters:
  ///   - runnerPath: The program that keyboards run in.
  ///   - libraries: The folders in which bundles lie.
  package init(runnerPath: String, libraries: [String]) throws {
    self.runnerPath = runnerPath
    self.libraries = libraries
    buildFolder = String(runnerPath.prefix(upTo: runnerPath.lastIndex(of: "/") ?? runnerPath.startIndex))
    scratch = try ScratchFolder()
  }

  /// The ground of a person's own keyboards, of which nothing is changed: they are measured in lists of the run's own, without
  /// what the person granted or set.
  package init(runnerPath: String, keyboards: [RegisteredKeyboard], of folders: KlavaFolders) throws {
    try self.init(runnerPath: runnerPath, libraries: folders.libraries)
    for keyboard in keyboards where keyboard.origin == .installed { installed[keyboard.identifier] = keyboard.path }
  }

  /// A list of keyboards in a folder of its own: these, in this order, and the system keyboard after them.
  package func registry(enabling identifiers: [String]) throws -> KeyboardRegistry {
    let root = scratch.path + "/" + UUID().uuidString
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

  /// Where bundles lie that were made for a benchmark.
  var bundles: String { scratch.path + "/keyboards" }

  /// A library of the build.
  func library(_ name: String) -> String { "\(buildFolder)/lib\(name).so" }

  /// Makes a bundle of a library of the build, for keyboards that nobody ships.
  ///
  /// - Parameters:
  ///   - name: The library's name.
  ///   - identifier: The keyboard's.
  ///   - principalClass: What makes it; for a keyboard in C the symbol of its entry.
  ///   - folder: Where it is to lie; nil for where lists find it.
  package func makeBundle(
    of name: String, _ identifier: String, principalClass: String = "klv_keyboard", in folder: String? = nil
  ) throws {
    let path = "\(folder ?? bundles)/\(identifier).keyboard"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: library(name), toPath: "\(path)/lib\(name).so")
    let manifest: [String: Any] = [
      "CFBundleDisplayName": name, "CFBundleExecutable": "lib\(name).so", "CFBundleIdentifier": identifier,
      "CFBundleName": name, "CFBundlePackageType": "XPC!", "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1",
      "NSExtension": [
        "NSExtensionAttributes": ["IsASCIICapable": true, "PrimaryLanguage": "en-US"],
        "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": principalClass,
      ],
    ]
    let bytes = try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
    try bytes.write(to: URL(filePath: "\(path)/Info.plist"))
  }
}

/// A folder that goes when nobody needs it any more.
package final class ScratchFolder: Sendable {
  /// Its absolute path.
  package let path: String

  /// A new folder, for nobody else to look into.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(parent)/klava-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    do {
      // What is installed is read-only, also for its owner.
      for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        guard attributes[.type] as? FileAttributeType == .typeDirectory else { continue }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(path)/\(name)")
      }
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // It is a temporary folder; the system clears those.
      return
    }
  }
}
