internal import Glibc

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

/// A value that changes when one of the files changes with which a keyboard starts.
package struct BundleStamp: Hashable, Sendable {
  /// The path of the bundle.
  package var path: String
  /// The library.
  package var library: FileStamp
  /// The property lists; nil for a file that does not exist.
  package var propertyLists: [FileStamp?]

  /// Creates a stamp.
  package init(path: String, library: FileStamp, propertyLists: [FileStamp?]) {
    self.path = path
    self.library = library
    self.propertyLists = propertyLists
  }
}

/// A value that changes when a file changes.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  // The status change time, which a program cannot set back.
  private let seconds: Int
  private let nanoseconds: Int

  /// Returns nil if there is no file.
  package init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }
}
