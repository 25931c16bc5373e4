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

  /// All Markdown pages, by their paths in the tree, without those of build folders.
  static let allPages: [String] = {
    var pages: [String] = []
    let paths = FileManager.default.enumerator(atPath: root.path)
    while let path = paths?.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true { paths?.skipDescendants() }
      if path.hasSuffix(".md") { pages.append(path) }
    }
    return pages.sorted()
  }()

  /// The pages that the index names, with KlavaKit's and the README: the code in them is checked.
  static let pages = allPages.filter { path in
    path == "README.md" || ["Documentation/", "Sources/SDK/KlavaKit/KlavaKit.docc/"].contains { path.hasPrefix($0) }
  }

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
