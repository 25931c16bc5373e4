internal import BundleFormat
internal import Diagnostics

extension BundleRecord {
  /// Returns the facts about a library of the bundle in a folder.
  ///
  /// - Throws: The diagnostic of the file.
  func library(at path: String, in folder: BundleFolder) throws(Diagnostic) -> ELFImage {
    // The record lists only files that look like libraries. If the record does not list the file at `path`, report why
    // this file is no library.
    if !contains(path) {
      _ = try folder.openFile(path)
      throw Diagnostic(.libraryNotELF, folder.subject(path))
    }
    return try library(at: path, subject: folder.subject(path))
  }
}
