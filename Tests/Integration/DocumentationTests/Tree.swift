import Foundation
import TestSupport

/// The pages of the source tree.
enum Tree {
  /// All Markdown pages, by their paths in the tree, without those of build folders.
  static let allPages: [String] = {
    var pages: [String] = []
    let paths = FileManager.default.enumerator(atPath: Repository.root.path)
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
}
