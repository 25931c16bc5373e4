import Foundation

/// The project's own files.
enum Tree {
  /// Its top folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The folder of the built programs: that of the test's own.
  static let products: URL = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent()
  }()

  /// The pages that authors read, by their paths in the tree.
  static let pages: [String] = {
    let folders = ["Documentation", "Sources/KlavaKit/KlavaKit.docc"]
    let names = folders.flatMap { folder -> [String] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
      return names.sorted().map { "\(folder)/\($0)" }
    }
    return names.filter { $0.hasSuffix(".md") } + ["README.md"]
  }()

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
