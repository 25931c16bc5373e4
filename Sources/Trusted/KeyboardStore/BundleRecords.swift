package import BundleFormat
package import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import KeyboardProtocol

/// The records of bundles that the store keeps, so that the start of a host parses no bundle.
///
/// A record is a file beside its bundle, where no keyboard can write. If that folder is not writable, as that of a
/// package, the record is in the user's state folder. The host uses a record only if its digest is that of the
/// bundle's files. In any other case ``BundleReader`` reads the bundle again.
package struct BundleRecords: Sendable {
  private let folders: KlavaFolders

  /// The contents of a file.
  private struct Kept: WireMessage {
    /// The version of the format. It changes when a file must be read again for the same record.
    static let version = 1
    let digest: String
    let record: BundleRecord

    init(digest: String, record: BundleRecord) {
      self.digest = digest
      self.record = record
    }

    func encode(into writer: inout WireWriter) { writer.write(Self.version, digest, record) }

    init(from reader: inout WireReader) throws(WireError) {
      let offset = reader.offset
      guard try Int(from: &reader) == Self.version else { throw WireError(.outOfRange, at: offset) }
      digest = try String(from: &reader)
      record = try BundleRecord(from: &reader)
    }
  }

  /// Creates the store of records in these folders.
  package init(_ folders: KlavaFolders) { self.folders = folders }

  /// Opens a bundle with its record. Reads the bundle and keeps the record if there is none.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - check: Checks an action of the manifest, including its signature.
  /// - Throws: A problem of the folder or the manifest.
  package func bundle(
    at path: String, check: @escaping ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) -> KeyboardBundle {
    let folder = try BundleFolder(path)
    return try KeyboardBundle(folder, record: record(of: folder, at: path), check: check)
  }

  private func record(of folder: BundleFolder, at path: String) throws(Diagnostic) -> BundleRecord {
    let current = Self.digest(of: folder)
    if let current {
      for file in files(of: path) {
        if let record = Self.read(file, digest: current) { return record }
      }
    }
    let record = try BundleReader.read(folder)
    // A bundle that changed meanwhile, or has a problem, is read again next time.
    if let current, record.isComplete, Self.digest(of: folder) == current { keep(record, of: path, digest: current) }
    return record
  }

  /// Keeps the record of a bundle whose files have this digest.
  ///
  /// It does nothing if no folder is writable. The bundle is then read at each start.
  func keep(_ record: BundleRecord, of path: String, digest: String) {
    let bytes = Kept(digest: digest, record: record).frame
    for file in files(of: path) {
      do throws(Diagnostic) {
        return try StateFile.write(bytes, to: file, mode: 0o644, isSynchronized: false)
      } catch {
        continue
      }
    }
  }

  /// Removes the records of a bundle.
  func remove(of path: String) throws(Diagnostic) {
    for file in files(of: path) { try StateFile.remove(file) }
  }

  /// The paths at which the record of a bundle can be, best first.
  private func files(of path: String) -> [String] {
    let bundle = path.hasSuffix(".keyboard") ? String(path.dropLast(".keyboard".count)) : path
    let name = bundle.split(separator: "/").last.map(String.init) ?? bundle
    return ["\(bundle).record", "\(folders.state)/records/\(name).record"]
  }

  /// Reads a record if it has this digest. Does not decode the contents of another one.
  private static func read(_ path: String, digest: String) -> BundleRecord? {
    do {
      guard let bytes = try StateFile.read(path) else { return nil }
      // All bytes before the contents: an empty record ends with the count of its files.
      let start = Kept(digest: digest, record: BundleRecord()).frame.dropLast(MemoryLayout<UInt32>.size)
      guard bytes.starts(with: start) else { return nil }
      return try Kept(frame: bytes).record
    } catch {
      // A damaged record, or one of another version, is made again.
      return nil
    }
  }

  /// The digest of a bundle's files; nil for a bundle that cannot be installed.
  private static func digest(of folder: BundleFolder) -> String? {
    do {
      return try BundleInventory(folder, checksNames: false).digest
    } catch {
      return nil
    }
  }
}
