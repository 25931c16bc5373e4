import Foundation
import TestSupport

/// The pages of the source tree.
enum Tree {
  /// The paths of all Markdown pages in the source tree, except those in hidden folders.
  static let allPages: [String] = {
    var pages: [String] = []
    let paths = FileManager.default.enumerator(atPath: Repository.root.path)
    while let path = paths?.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true { paths?.skipDescendants() }
      if path.hasSuffix(".md") { pages.append(path) }
    }
    return pages.sorted()
  }()

  /// The README, the pages of `Documentation` and KlavaKit's DocC catalog. Tests check the code on these pages.
  static let pages = allPages.filter { path in
    path == "README.md" || ["Documentation/", "Sources/SDK/KlavaKit/KlavaKit.docc/"].contains { path.hasPrefix($0) }
  }
}
