internal import Diagnostics
internal import Foundation

/// All files and folders of a bundle, each checked to be what a bundle may hold (Sandbox.md#bundle-file-kinds).
struct BundleInventory {
  /// The most that a bundle may hold (Sandbox.md#bundle-limits).
  enum Limit {
    /// Files and folders.
    static let entries = 4_096
    /// Folders inside each other.
    static let depth = 16
    /// Bytes of all files.
    static let bytes = 64 * 1024 * 1024
  }

  /// One file or folder.
  struct Entry: Hashable {
    /// Its path in the bundle.
    let path: String
    /// Whether it is a folder.
    let isFolder: Bool
    /// Its bytes.
    let size: Int
    /// What the kernel tells of it that changes when it does: inode, times of change of content and of status.
    let state: String
  }

  /// What there is, each folder before what is in it, by name.
  private(set) var entries: [Entry] = []
  private var bytes = 0
  private let folder: BundleFolder
  private let checksNames: Bool

  /// Walks through the bundle; throws the first ``Diagnostic`` met.
  ///
  /// - Parameter checksNames: Whether names are checked, which takes most of the time. A bundle with the digest that it had
  ///   when it was installed has the names that were checked then.
  init(_ folder: BundleFolder, checksNames: Bool = true) throws(Diagnostic) {
    self.folder = folder
    self.checksNames = checksNames
    try walk("", depth: 0)
  }

  /// What is different when any file of the bundle is: for "quarantined until its files change" and the check at load.
  ///
  /// It is made of each file's path, size, inode and times as the kernel keeps them, not of contents: a load must not
  /// read a bundle of 64 MiB first. A time of status change cannot be set back by whoever has the person's account; to
  /// whom it is no matter, the bundle is not safe with any digest.
  var digest: String {
    // FNV-1a, 64 bits: it need only tell honest changes apart, since nobody can choose inodes and times of change.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for entry in entries {
      for byte in "\(entry.path)\0\(entry.size)\0\(entry.state)\0".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    return "\(entries.count)-\(String(hash, radix: 16))"
  }

  /// Whether another bundle holds the same folders and files, to the byte.
  func hasSameContents(as other: BundleInventory) throws(Diagnostic) -> Bool {
    guard entries.count == other.entries.count else { return false }
    for (own, others) in zip(entries, other.entries) {
      guard (own.path, own.isFolder, own.size) == (others.path, others.isFolder, others.size) else { return false }
      if own.isFolder { continue }
      guard
        try folder.read(own.path, limit: own.size, tooLarge: .bundleChangedMeanwhile)
          == other.folder.read(others.path, limit: own.size, tooLarge: .bundleChangedMeanwhile)
      else { return false }
    }
    return true
  }

  private mutating func walk(_ path: String, depth: Int) throws(Diagnostic) {
    guard depth <= Limit.depth else { throw Diagnostic(.foldersTooDeep, folder.subject(path)) }
    let descriptor = try folder.openFolder(path)
    let names: [[UInt8]]
    do {
      names = try folderNames(of: descriptor, limit: Limit.entries + 1)
    } catch {
      throw folder.problem(error, path)
    }
    guard entries.count + names.count <= Limit.entries else { throw Diagnostic(.tooManyFiles, folder.name) }
    for bytes in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw Diagnostic(.nameNotUTF8, folder.subject(join(path, String(decoding: bytes, as: UTF8.self))))
      }
      guard !checksNames || name.sanitized() == name else {
        throw Diagnostic(.nameHasControls, folder.subject(join(path, name)))
      }
      var status = stat()
      // In the open folder: looking for each path from the root takes several times as long.
      guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw folder.problem(SystemError.last, join(path, name))
      }
      try count(join(path, name), status, depth: depth)
    }
  }

  private mutating func count(_ path: String, _ status: stat, depth: Int) throws(Diagnostic) {
    if !status.isFolder, let code = folder.faultOfKind(status, path) { throw Diagnostic(code, folder.subject(path)) }
    if status.st_mode & (S_ISUID | S_ISGID) != 0 && !status.isFolder {
      throw Diagnostic(.fileSetsUser, folder.subject(path))
    }
    if status.st_mode & S_IWOTH != 0 { throw Diagnostic(.fileWorldWritable, folder.subject(path)) }
    guard !status.isFolder else {
      entries.append(Entry(path: path, isFolder: true, size: 0, state: ""))
      return try walk(path, depth: depth + 1)
    }
    if status.st_nlink > 1 { throw Diagnostic(.fileHasHardLinks, folder.subject(path)) }
    bytes += Int(clamping: min(status.st_size, off_t(Limit.bytes) + 1))
    guard bytes <= Limit.bytes else { throw Diagnostic(.bundleTooLarge, folder.name) }
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    entries.append(
      Entry(
        path: path, isFolder: false, size: Int(status.st_size),
        state: "\(status.st_ino) \(modified.tv_sec).\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"))
  }

  private func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
}
