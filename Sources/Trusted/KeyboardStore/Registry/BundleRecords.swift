package import BundleFiles
package import BundleFormat
package import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import KeyboardProtocol

/// The saved records of bundles. With a saved record, the host need not parse the bundle again when the host starts.
///
/// A record is a file beside its bundle, in a folder that no keyboard can change. If the host cannot write beside the
/// bundle, for example because a package installed the bundle, the record is in the user's state folder. The host uses
/// a record only if the record's digest equals the digest of the bundle's files. If the digests differ,
/// ``BundleReader`` reads the bundle again.
package struct BundleRecords: Sendable {
  private let folders: KlavaFolders

  /// The contents of a file with one record.
  private struct Kept: WireMessage {
    /// The version of the format. Increase the version if a change makes older records invalid.
    static let version = 2
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

  /// Creates a reference to the records in these folders.
  package init(_ folders: KlavaFolders) { self.folders = folders }

  /// Opens a bundle with its saved record. If there is no valid record, reads the bundle and saves a record.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - check: Checks the signature and the fixed arguments of an action in the manifest.
  /// - Throws: A diagnostic of the folder or the manifest.
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
    // Save no record if the bundle is invalid, or if it changed while the host read it. The next call then reads the
    // bundle again.
    if let current, record.isComplete, Self.digest(of: folder) == current { keep(record, of: path, digest: current) }
    return record
  }

  /// Saves the record of a bundle whose files have this digest.
  ///
  /// This method does nothing if the host can write neither beside the bundle nor to the state folder. Without a saved
  /// record, the host reads the bundle at each start.
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

  /// Returns the two possible paths of the record of a bundle, the preferred path first.
  private func files(of path: String) -> [String] {
    let bundle = path.hasSuffix(".keyboard") ? String(path.dropLast(".keyboard".count)) : path
    let name = bundle.split(separator: "/").last.map(String.init) ?? bundle
    return ["\(bundle).record", "\(folders.state)/records/\(name).record"]
  }

  /// Reads the record at this path. If the record has another digest, returns nil and does not decode the record.
  private static func read(_ path: String, digest: String) -> BundleRecord? {
    do {
      guard let bytes = try StateFile.read(path) else { return nil }
      // A file with this digest begins with the bytes `start`: all bytes before the contents of the record. To get
      // these bytes, encode an empty record, and drop its contents: an empty record contains only the number of files,
      // 0.
      let start = Kept(digest: digest, record: BundleRecord()).frame.dropLast(MemoryLayout<UInt32>.size)
      guard bytes.starts(with: start) else { return nil }
      return try Kept(frame: bytes).record
    } catch {
      // The record is damaged or has another version, so the caller creates a new record.
      return nil
    }
  }

  /// Returns the digest of the files of the bundle at this path; nil if the bundle violates a rule for bundles.
  static func digest(at path: String) -> String? {
    do {
      return digest(of: try BundleFolder(path))
    } catch {
      return nil
    }
  }

  /// Returns the digest of a bundle's files; nil if a file of the bundle violates a rule for bundles.
  private static func digest(of folder: BundleFolder) -> String? {
    do {
      return try BundleInventory(folder, checksNames: false).digest
    } catch {
      return nil
    }
  }
}
