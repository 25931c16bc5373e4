internal import BundleFiles
internal import FoundationEssentials
internal import LinuxShims

/// The bytes of a library, in which checks search for names.
struct LibraryText {
  private let bytes: Data

  /// Reads the library of a bundle. If the library is unreadable, the bytes are empty.
  init(_ bundle: KeyboardBundle) {
    do {
      bytes = try Data(contentsOf: URL(filePath: bundle.libraryPath), options: .mappedIfSafe)
    } catch {
      bytes = Data()
    }
  }

  /// Whether the library contains the name as a complete C string. A library contains a C string with the name of each
  /// function that it calls from another library.
  func names(_ function: String) -> Bool { contains("\0\(function)\0") }

  /// Whether the library contains the name anywhere.
  func contains(_ name: String) -> Bool {
    bytes.withUnsafeBytes { klv_contains($0.baseAddress, $0.count, name, name.utf8.count) }
  }
}
