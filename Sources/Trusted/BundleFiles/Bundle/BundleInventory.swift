package import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// The list of all files and folders of a bundle, with a check of each entry (Sandbox.md#bundle-file-kinds).
package struct BundleInventory {
  /// The limits of a bundle (Sandbox.md#bundle-limits).
  package enum Limit {
    /// The maximum number of files and folders together.
    static let entries = 4_096
    /// The maximum nesting depth of the bundle's folders.
    static let depth = 16
    /// The maximum size of all files together in bytes.
    static let bytes = 64 * 1024 * 1024
  }

  /// One file or folder.
  package struct Entry: Hashable {
    /// The path in the bundle.
    package let path: String
    /// Whether the entry is a folder.
    package let isFolder: Bool
    /// The size of a file in bytes; 0 for a folder.
    package let size: Int
    /// The file's inode number, modification time and status change time as text. The text changes whenever a process
    /// changes the file.
    let state: String
  }

  /// The files and folders of the bundle. Each folder comes before its contents. The entries of a folder are sorted by
  /// name.
  package private(set) var entries: [Entry] = []
  private var bytes = 0
  private let folder: BundleFolder
  private let checksNames: Bool

  /// Lists and checks all files and folders of a bundle.
  ///
  /// - Parameters:
  ///   - folder: The bundle's folder.
  ///   - checksNames: Whether to check the names of files. The check of the names takes most of the time. A caller that
  ///     only compares digests needs no check, because the installation checked the names, and equal digests mean equal
  ///     names.
  /// - Throws: The first diagnostic.
  package init(_ folder: BundleFolder, checksNames: Bool = true) throws(Diagnostic) {
    self.folder = folder
    self.checksNames = checksNames
    try add("", depth: 0)
  }

  /// A digest that changes when any file of the bundle changes. The host compares digests before it loads a keyboard,
  /// and when it determines whether a quarantine has ended.
  ///
  /// The digest covers each file's path, size, inode number and times. The digest does not cover the contents of files,
  /// because the host would have to read up to 64 MiB before each load. When a process changes the contents of a file,
  /// the kernel sets the file's status change time. A process of the user cannot set the status change time to an
  /// earlier value. No digest protects against a process with more rights than the user has.
  package var digest: String {
    // FNV-1a with 64 bits. A cryptographic hash is not necessary, because an author cannot choose the inode numbers and
    // the times of the installed files.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for entry in entries {
      for byte in "\(entry.path)\0\(entry.size)\0\(entry.state)\0".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    return "\(entries.count)-\(String(hash, radix: 16))"
  }

  /// Whether another bundle has the same folders, and the same files with identical contents.
  ///
  /// - Throws: `bundleChangedMeanwhile` if a file grows while the host reads it; another diagnostic if a file is
  ///   unreadable.
  package func hasSameContents(as other: BundleInventory) throws(Diagnostic) -> Bool {
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

  private mutating func add(_ path: String, depth: Int) throws(Diagnostic) {
    guard depth <= Limit.depth else { throw Diagnostic(.foldersTooDeep, folder.subject(path)) }
    let descriptor = try folder.openFolder(path)
    let names: [[UInt8]]
    do {
      names = try folderNames(of: descriptor, limit: Limit.entries + 1)
    } catch {
      throw folder.diagnostic(error, path)
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
      // Look up the name in the open folder. A lookup of the complete path would take several times as long.
      guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw folder.diagnostic(SystemError.last, join(path, name))
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
      return try add(path, depth: depth + 1)
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
