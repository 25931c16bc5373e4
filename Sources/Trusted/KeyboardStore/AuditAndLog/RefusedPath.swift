internal import Glibc
internal import HostFiles
internal import LinuxShims
internal import SystemSupport

/// A path that a keyboard tried to use, in the form in which the audit records it.
///
/// A hostile keyboard could encode typed text in a path. So the audit keeps only absolute paths of files and folders
/// that exist on this machine. The audit keeps no path that contains an empty part, `.` or `..`. If the audit does not
/// keep a path, it records only that the keyboard tried to use a path.
package enum RefusedPath: Hashable, Sendable, CustomStringConvertible {
  /// A file or folder that exists.
  case existing(String)
  /// Any path that the audit does not keep. For example, the path does not exist, or its file system belongs to a file
  /// server or to another process.
  case unknown

  /// The path, or a fixed text for a path that the audit does not keep. No path that the audit keeps equals the fixed
  /// text.
  package var description: String {
    switch self {
    case .existing(let path): path
    case .unknown: Self.unknownWords
    }
  }

  private static let unknownWords = "a path that is not on this machine"

  /// Creates the value whose ``description`` is the given text.
  init(description: String) {
    self = description.hasPrefix("/") ? .existing(description) : .unknown
  }

  /// Decides whether the audit keeps the path.
  ///
  /// The lookup follows the path folder by folder. The lookup opens no file, mounts no file system, and stays in local
  /// file systems. A lookup on a file server would send the path over the network, and the path could contain typed
  /// text.
  ///
  /// - Parameter bytes: The bytes of the path; nil if the path was too long.
  package init(asked bytes: [UInt8]?) {
    guard let bytes, let path = String(validating: bytes, as: UTF8.self), Self.isPlain(path) else {
      self = .unknown
      return
    }
    do throws(SystemError) {
      self = try Self.exists(path) ? .existing(path) : .unknown
    } catch {
      self = .unknown
    }
  }

  /// Whether the path is absolute and has no `//`, `.` or `..`. A keyboard could encode typed text in a sequence of
  /// `//`, `.` and `..`.
  private static func isPlain(_ path: String) -> Bool {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return false }
    if path == "/" { return true }
    return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  /// The maximum number of symbolic links to follow in one path. POSIX requires that systems follow at least eight
  /// symbolic links.
  private static let maximumLinks = 8

  private static func exists(_ path: String) throws(SystemError) -> Bool {
    var names = path.split(separator: "/")[...]
    var place = try open("/", at: AT_FDCWD)
    var links = 0
    while let name = names.popFirst() {
      guard try isOfThisMachine(place) else { return false }
      let next = try open(String(name), at: place.number)
      guard try next.status().kind == S_IFLNK, !names.isEmpty else {
        place = next
        continue
      }
      links += 1
      guard links <= maximumLinks, let target = try target(of: next) else { return false }
      if target.hasPrefix("/") { place = try open("/", at: AT_FDCWD) }
      names = target.split(separator: "/") + names
    }
    return true
  }

  private static func open(_ name: String, at folder: Int32) throws(SystemError) -> Descriptor {
    try Descriptor(klv_name_at(folder, name))
  }

  private static func target(of link: borrowing Descriptor) throws(SystemError) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link.number, "", &buffer, buffer.count)
    guard count >= 0 else { throw SystemError.last }
    return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func isOfThisMachine(_ place: borrowing Descriptor) throws(SystemError) -> Bool {
    let system = klv_file_system(place.number)
    guard system >= 0 else { throw SystemError.last }
    return localFileSystems.contains(system)
  }

  /// The types of local file systems, as `statfs(2)` returns them. Only the kernel of this machine looks up paths in a
  /// local file system.
  private static let localFileSystems: Set<Int64> = [
    0x0000_EF53,  // ext2, ext3, ext4
    0x5846_5342,  // xfs
    0x9123_683E,  // btrfs
    0xF2F5_2010,  // f2fs
    0x2FC1_2FC1,  // zfs
    0xCA45_1A4E,  // bcachefs
    0x0102_1994,  // tmpfs
    0x8584_58F6,  // ramfs
    0x794C_7630,  // overlay
    0x7371_7368,  // squashfs
    0xE0F5_E1E2,  // erofs
    0x0000_9660,  // iso9660
    0x0000_4D44,  // vfat
    0x2011_BAB0,  // exfat
    0x7366_746E,  // ntfs3
    0x0000_9FA0,  // proc
    0x6265_6572,  // sysfs
    0x0000_1CD1,  // devpts
    0x6367_7270,  // cgroup2
  ]
}
