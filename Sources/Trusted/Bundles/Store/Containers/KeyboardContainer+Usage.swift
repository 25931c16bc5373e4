internal import Foundation

extension KeyboardContainer {
  /// What a container holds.
  package struct Usage: Hashable, Sendable {
    /// Bytes of all files, each in whole pages, as a file system in memory counts them.
    package var bytes = 0
    /// Files and folders.
    package var files = 0

    /// Whether it is more than a container may hold.
    package var isTooMuch: Bool { bytes > Limit.bytes || files > Limit.files }

    /// What a file of so many bytes counts.
    package static func counted(_ size: Int) -> Int {
      let page = Int(getpagesize())
      return (min(max(size, 0), Limit.bytes + 1) + page - 1) / page * page
    }
  }

  /// What there is, whatever its name, and what is in folders too: a keyboard with real paths writes its files itself, and
  /// the host can only count them (Sandbox.md#container-quota-with-paths). What is too much anyway is not counted to
  /// its end.
  package func usage() throws(Refusal) -> Usage {
    try refusing { () throws(SystemError) in
      var usage = Usage()
      guard let folder = try openFolder() else { return usage }
      try Self.count(folder, depth: 0, in: &usage)
      return usage
    }
  }

  /// Folders inside each other; more are as good as too many files.
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
    // A folder that was made unreadable hides nothing: it belongs to the person.
    guard fchmodat(folder.number, name, 0o700, 0) == 0 else { throw SystemError.last }
    return try Descriptor(openat(folder.number, name, flags))
  }
}
