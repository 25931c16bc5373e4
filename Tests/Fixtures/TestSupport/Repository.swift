package import Foundation

/// The project's source tree and the programs built from it.
package enum Repository {
  /// The environment variable that names a copy of the source tree, for a user who cannot read the original.
  package static let variable = "KLAVA_SOURCE_TREE"

  /// The folder that contains Package.swift.
  package static let root: URL = {
    if let copy = ProcessInfo.processInfo.environment[variable] { return URL(filePath: copy) }
    return URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  }()

  /// The folder of the C headers that keyboards include.
  package static let headers = path("Sources/SDK/KeyboardABI/include")

  /// The folder of the built programs, which also contains the running program.
  package static let products: URL = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent()
  }()

  /// The folder `.build`, which also contains the bundles.
  package static let build: URL = {
    var folder = products
    while folder.lastPathComponent != ".build", folder.path != "/" { folder.deleteLastPathComponent() }
    return folder
  }()

  /// The path of a file in the source tree.
  package static func path(_ file: String) -> String { root.appending(path: file).path }

  /// The text of a file in the source tree.
  package static func text(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
  }

  /// The path of a built program or library.
  package static func product(_ name: String) -> String { products.appending(path: name).path }
}
