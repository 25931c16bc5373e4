// KlavaBenchmarks: the rows of BENCH.md that are about Klava alone, one file a row.
//
// For:    `klava-bench`, which runs all of them on the keyboards of the build tree, and `klava bench`, on a person's own.
// Never:  measures a debug build silently, or a piece of work that it has not seen done.
// Start:  `Ground`, where keyboards come from; `Seat`, where somebody types with them; `TurnBenchmark`, the row that counts.

package import Bundles
internal import Foundation
internal import Play

/// What the benchmarks run on: keyboards, the program that they run in, and a place for what a run leaves behind.
package struct Ground: Sendable {
  /// The program that keyboards run in.
  package let runnerPath: String
  /// The folder of built libraries and programs.
  package let buildFolder: String
  /// The folder of bundles of the build tree, and of whatever else was named.
  package let libraries: [String]
  /// A folder that is the run's own.
  package let scratch: ScratchFolder

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

  /// A list of keyboards with nothing in it but what is there from the start, in a folder of its own.
  package func registry() -> KeyboardRegistry {
    let root = scratch.path + "/" + UUID().uuidString
    let folders = KlavaFolders(
      config: "\(root)/config", data: "\(root)/data", state: "\(root)/state", runtime: "\(root)/runtime",
      libraries: libraries + [bundles])
    return KeyboardRegistry(folders: folders, languages: ["en"])
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
  ///   - folder: Where it is to lie.
  package func makeBundle(of name: String, _ identifier: String, in folder: String? = nil) throws {
    let path = "\(folder ?? bundles)/\(identifier).keyboard"
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: library(name), toPath: "\(path)/lib\(name).so")
    let manifest: [String: Any] = [
      "CFBundleDisplayName": name, "CFBundleExecutable": "lib\(name).so", "CFBundleIdentifier": identifier,
      "CFBundleName": name, "CFBundlePackageType": "XPC!", "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1",
      "NSExtension": [
        "NSExtensionAttributes": ["IsASCIICapable": true, "PrimaryLanguage": "en-US"],
        "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "klv_keyboard",
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
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // It is a temporary folder; the system clears those.
      return
    }
  }
}
