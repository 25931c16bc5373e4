internal import Glibc
internal import HostFiles
internal import SystemSupport

extension DataContainer {
  /// The size of a data container's contents.
  package struct Usage: Hashable, Sendable {
    /// The bytes of all files, each rounded up to whole pages, as a file system in memory counts them.
    package var bytes = 0
    /// The number of files and folders.
    package var files = 0

    /// Whether the contents exceed a limit of the container.
    package var isTooMuch: Bool { bytes > Limit.bytes || files > Limit.files }

    /// Returns the number of bytes that a file of this size adds to the usage: the size rounded up to whole pages. The
    /// result exceeds the limit of a container by at most one page.
    package static func counted(_ size: Int) -> Int {
      let page = Int(getpagesize())
      return (min(max(size, 0), Limit.bytes + 1) + page - 1) / page * page
    }
  }

  /// Measures all files and folders, including subfolders and files whose names are not allowed
  /// (Sandbox.md#container-quota-with-paths).
  ///
  /// A keyboard with paths writes its files without the host. The host cannot check each write, so the host measures
  /// the files afterwards. This function stops counting when the contents exceed a limit.
  ///
  /// - Throws: `failed` if the host cannot read a folder.
  package func usage() throws(FileError) -> Usage {
    try refusing { () throws(SystemError) in
      var usage = Usage()
      guard let folder = try openFolder() else { return usage }
      try Self.count(folder, depth: 0, in: &usage)
      return usage
    }
  }

  /// The maximum nesting depth of the container's folders. If a folder is deeper, ``usage()`` returns a number of files
  /// that exceeds the limit.
  private static let deepest = 16

  private static func count(
    _ folder: borrowing Descriptor, depth: Int, in usage: inout Usage
  ) throws(SystemError) {
    guard depth <= deepest else {
      usage.files = Limit.files + 1
      return
    }
    for name in try folderNames(of: folder, limit: Limit.files + 1) {
      let name = name.map(CChar.init(bitPattern:)) + [0]
      usage.files += 1
      var status = stat()
      guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { continue }
        throw SystemError.last
      }
      usage.bytes += Usage.counted(Int(clamping: status.st_size))
      if !usage.isTooMuch, status.isFolder { try count(try openFolder(name, in: folder), depth: depth + 1, in: &usage) }
      guard !usage.isTooMuch else { return }
    }
  }

  private static func openFolder(
    _ name: [CChar], in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let number = openat(folder.number, name, flags)
    guard number < 0, errno == EACCES else { return try Descriptor(number) }
    // Restore the permissions of the folder, because the keyboard may have removed them. The host's user owns the
    // folder, so the host can change its permissions.
    guard fchmodat(folder.number, name, 0o700, 0) == 0 else { throw SystemError.last }
    return try Descriptor(openat(folder.number, name, flags))
  }
}
