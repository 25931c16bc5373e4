internal import Glibc
internal import SystemSupport

/// The files, settings and access from which a keyboard's process starts.
///
/// A preloaded process may serve turns only while its provenance equals the keyboard's current provenance.
package struct KeyboardProvenance: Hashable, Sendable {
  /// Whether the keyboard has full access.
  package var hasFullAccess: Bool
  /// The bundle's files; nil for a keyboard without a bundle.
  package var files: BundleStamp?
  /// The file with the user's settings; nil if there is no file.
  package var settings: FileStamp?
  /// The fault injection of the keyboard.
  package var faultInjection: FaultInjection

  /// Creates a provenance.
  package init(
    hasFullAccess: Bool, files: BundleStamp? = nil, settings: FileStamp? = nil,
    faultInjection: FaultInjection = FaultInjection()
  ) {
    self.hasFullAccess = hasFullAccess
    self.files = files
    self.settings = settings
    self.faultInjection = faultInjection
  }
}

/// A value that changes when the library or a property list of a bundle changes.
package struct BundleStamp: Hashable, Sendable {
  /// `O_PATH` of fcntl.h, which Swift does not import. With `O_PATH`, opening a folder needs no permission to read the
  /// folder.
  private static let pathOnly: Int32 = 0o10000000
  private let path: String
  private let library: FileStamp
  /// The property lists; nil for a file that does not exist.
  private let propertyLists: [FileStamp?]

  /// Creates a stamp of a bundle's files; nil if the library does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - library: The path of the library in the bundle.
  ///   - propertyLists: The paths of property lists in the bundle. The files may be missing.
  package init?(path: String, library: String, propertyLists: [String]) {
    // Looking up all files relative to the bundle's folder is faster than looking them up by their absolute paths.
    guard let folder = try? Descriptor(open(path, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)),
      let library = FileStamp(library, in: folder.number)
    else { return nil }
    self.path = path
    self.library = library
    self.propertyLists = propertyLists.map { [number = folder.number] in FileStamp($0, in: number) }
  }
}

/// A value that changes when a file changes.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  // The time of the last status change (`st_ctim`), which a program cannot set to an earlier time.
  private let seconds: Int
  private let nanoseconds: Int

  /// Creates a stamp of a file; nil if the file does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - folder: The descriptor of the folder from which a relative path begins.
  package init?(_ path: String, in folder: Int32 = AT_FDCWD) {
    var status = stat()
    guard fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }
}
