import BundleFiles
import BundleFormat
@testable import KeyboardStore
import Synchronization

/// The records of the bundles of all cases.
///
/// The selection of a behavior changes only data of the library. So bundles with the same library and the same file
/// access have equal records, and the tests start `klava-bundle-reader` once for all of these bundles.
enum SharedRecord {
  private static let records = Mutex<[String: BundleRecord]>([:])

  /// Saves the record of a bundle for the host, so that the host does not read the bundle itself.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - kind: A text that differs for bundles with different records.
  ///   - folders: The folders of the host.
  static func keep(of path: String, kind: String, in folders: KlavaFolders) throws {
    let folder = try BundleFolder(path)
    let record = try records.withLock { records in
      let record = try records[kind] ?? BundleReader.read(folder)
      records[kind] = record
      return record
    }
    BundleRecords(folders).keep(record, of: path, digest: try BundleInventory(folder, checksNames: false).digest)
  }
}
