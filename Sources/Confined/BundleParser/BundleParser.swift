// BundleParser: parses the files of a keyboard's bundle.
//
// For:    `klava-bundle-reader`, whose process is confined. Tests call the parsers directly.
// Never:  runs in the host's process, opens a file, or runs a keyboard's code.
// Start:  `BundleRecord.Content.init(parsing:library:)` below. Foundation parses property lists and strings tables;
//         `ELFReader.swift` parses libraries.

package import BundleFormat
internal import Diagnostics
package import SystemSupport

extension BundleRecord.Content {
  /// Parses a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - library: Returns the file's descriptor. The parser calls this function only if the file is a library.
  package init(parsing file: ReadingOrder.File, library: () -> Descriptor) {
    do throws(Diagnostic) {
      switch file.kind {
      case .propertyList: self = .propertyList(try PropertyList.read(file.bytes), bytes: file.bytes.count)
      case .project: self = .propertyList(try PropertyList.readProject(file.bytes), bytes: file.bytes.count)
      case .strings:
        let table = try StringsTable(file.bytes)
        self = .strings(table.texts, repeated: Array(table.repeated.prefix(64)))
      case .library: self = .library(try ELFReader.read(library()))
      }
    } catch {
      self = .diagnostic(error.code, error.sentence)
    }
  }
}
