internal import Bundles
internal import Foundation

/// The bytes of a library, searched for names.
struct LibraryText {
  private let bytes: Data

  /// The library of this bundle; empty where it cannot be read.
  init(_ bundle: KeyboardBundle) {
    do {
      bytes = try Data(contentsOf: URL(filePath: bundle.libraryPath), options: .mappedIfSafe)
    } catch {
      bytes = Data()
    }
  }

  /// Whether the name stands anywhere in it by itself, as those of functions do that it calls.
  func names(_ function: String) -> Bool { contains("\0\(function)\0") }

  /// Whether the name stands anywhere in it.
  func contains(_ name: String) -> Bool { bytes.range(of: Data(name.utf8)) != nil }
}
