package import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardProtocol
internal import SystemSupport

/// One of a keyboard's two data containers: a folder of files without subfolders (Behavior.md#data-containers).
///
/// A keyboard with full access could send its data over the network, so it cannot see data that it saved without full
/// access. Without full access, a keyboard cannot see data that it saved with full access. The host replaces a file
/// atomically: a reader sees the old file or the new file, even if a process dies.
package struct DataContainer: Sendable {
  /// The kind of a data container.
  package enum Kind: String, CaseIterable, Sendable {
    /// The data container for processes without full access.
    case confined
    /// The data container for processes with full access.
    case fullAccess = "full-access"
  }

  /// The limits of one data container.
  package enum Limit {
    /// The maximum size of all files together in bytes, with each file rounded up to whole pages
    /// (Behavior.md#data-containers).
    package static let bytes = KeyboardLimits().containerBytes
    /// The maximum number of files.
    package static let files = KeyboardLimits().containerFiles
    /// The maximum size of one file in bytes (Sandbox.md#file-size-limit).
    package static let fileBytes = Int(KeyboardLimits().fileSize)
    /// The maximum number of characters of a name.
    static let nameLength = 128
  }

  /// A failure to read, write or remove a file.
  package enum FileError: Error, Hashable, Sendable {
    /// There is no file with this name.
    case notFound
    /// The name is empty, too long, starts with a dot, or has characters other than `A-Z a-z 0-9 . _ -`.
    case badName
    /// The operation would exceed the maximum size of a file or of the container, or the maximum number of files.
    case tooLarge
    /// A system call failed with this `errno`.
    case failed(Int32)
  }

  /// The path of the folder. The folder does not exist until the keyboard stores its first file.
  package let path: String
  /// The folder of a container in the memory of a process (``ContainerMirror``); nil for a container on disk.
  private let memory: SharedDescriptor?

  /// Creates a reference to a keyboard's data container on disk. The first call of ``write(_:_:)`` creates the folder.
  package init(of identifier: String, _ kind: Kind, in folders: KlavaFolders) {
    path = "\(folders.container(of: identifier))/\(kind.rawValue)"
    memory = nil
  }

  /// Creates a reference to the copy of a data container in the memory of a process.
  init(_ container: DataContainer, inMemory folder: consuming Descriptor) {
    path = container.path
    memory = SharedDescriptor(folder)
  }

  /// Returns the path of the folder, for keyboards with paths. Creates the folder if it is missing.
  ///
  /// - Parameter owner: The user ID and group ID of the keyboard's process; nil if the process has the host's user ID.
  ///   The folder and its files get this user ID and group ID. Files that the host writes later get the owner of the
  ///   folder.
  /// - Throws: `stateUnwritable`.
  package func folder(ownedBy owner: UInt32? = nil) throws(Diagnostic) -> String {
    try StateFile.createFolder(path)
    guard let owner else { return path }
    do throws(SystemError) {
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      // Change nothing if another user owns the folder. In this case, an earlier call has changed the owner, or the
      // host runs as root and uses another user's files.
      guard try folder.status().st_uid == geteuid() else { return path }
      for name in try folderNames(of: folder, limit: 2 * Limit.files) {
        let name = name.map(CChar.init(bitPattern:)) + [0]
        guard fchownat(folder.number, name, owner, owner, AT_SYMLINK_NOFOLLOW) == 0 || errno == ENOENT else {
          throw SystemError.last
        }
      }
      guard fchown(folder.number, owner, owner) == 0 else { throw SystemError.last }
    } catch {
      throw Diagnostic.system(.stateUnwritable, path, errno: error.number)
    }
    return path
  }

  /// Returns the sorted names of the files.
  ///
  /// - Throws: `failed` if the host cannot read the folder.
  package func names() throws(FileError) -> [String] {
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { return [] }
      return try Self.names(folder)
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `badName`, `tooLarge`, `failed`, or `notFound` if no file has the name.
  package func read(_ name: String) throws(FileError) -> [UInt8] {
    try checkName(name)
    return try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      let file = try Descriptor(openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
      return try file.read(limit: Limit.fileBytes)
    }
  }

  /// Writes a file atomically. Replaces a file with the same name.
  ///
  /// - Throws: `badName`, `failed`, or `tooLarge` if the contents would exceed a limit.
  package func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    try checkName(name)
    guard bytes.count <= Limit.fileBytes else { throw .tooLarge }
    do {
      if memory == nil { try StateFile.createFolder(path) }
    } catch {
      throw .failed(EACCES)
    }
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      try checkRoom(for: bytes.count, as: name, in: folder)
      let path = name.utf8.map(CChar.init(bitPattern:)) + [0]
      do throws(SystemError) {
        // Do not wait until the file is on the disk, because the wait can exceed the time limit of a turn. If the
        // machine crashes, the new bytes may be lost.
        try Self.replace(path, in: folder, with: bytes)
      } catch {
        // Overwrite the old file if a full container in memory has no inode or no page for a second file.
        guard memory != nil, error.number == ENOSPC, try Self.size(of: name, in: folder) != nil else { throw error }
        try Self.overwrite(path, in: folder, with: bytes)
      }
    }
  }

  /// The temporary name of a file during a write.
  static let aside = ".new"

  /// Writes a temporary file and renames it to `name`, replacing an old file atomically.
  ///
  /// All processes of Klava use the same temporary name, so a lock on the folder prevents two writes at the same time.
  /// If the file system has no locks, the method writes without a lock.
  ///
  /// - Parameters:
  ///   - name: The name, with a zero byte at the end.
  ///   - folder: The container's folder.
  ///   - bytes: The new contents.
  ///   - modified: The modification time; nil for the current time.
  static func replace(
    _ name: [CChar], in folder: borrowing Descriptor, with bytes: [UInt8], modified: timespec? = nil
  ) throws(SystemError) {
    while flock(folder.number, LOCK_EX) != 0, errno == EINTR {}
    defer { flock(folder.number, LOCK_UN) }
    do throws(SystemError) {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
      let file = try Descriptor(openat(folder.number, aside, flags, 0o600))
      try giveAway(file, withFolder: folder)
      try file.write(bytes)
      if let modified, futimens(file.number, [modified, modified]) < 0 { throw SystemError.last }
      guard renameat(folder.number, aside, folder.number, name) == 0 else { throw SystemError.last }
    } catch {
      unlinkat(folder.number, aside, 0)
      throw error
    }
  }

  /// Overwrites or creates a file of a container in memory. This method needs no space for a second file.
  ///
  /// A process that reads the file during the write can see a part of the new bytes.
  ///
  /// - Parameters:
  ///   - name: The name, with a zero byte at the end.
  ///   - folder: The container's folder.
  ///   - bytes: The new contents.
  ///   - modified: The modification time; nil for the current time.
  /// - Throws: `ENOSPC` if there is no space, without a change of the old file.
  static func overwrite(
    _ name: [CChar], in folder: borrowing Descriptor, with bytes: [UInt8], modified: timespec? = nil
  ) throws(SystemError) {
    // O_NONBLOCK: if the keyboard created a FIFO with this name, do not wait for a reader of the FIFO.
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = try Descriptor(openat(folder.number, name, flags, 0o600))
    guard try file.status().isRegular else { throw SystemError(EEXIST) }
    try giveAway(file, withFolder: folder)
    // Reserve the pages first, so that the write cannot fail in the middle of the file.
    let error = bytes.isEmpty ? 0 : posix_fallocate(file.number, 0, off_t(bytes.count))
    guard error == 0 else { throw SystemError(error) }
    try file.write(bytes)
    guard ftruncate(file.number, off_t(bytes.count)) == 0 else { throw SystemError.last }
    if let modified, futimens(file.number, [modified, modified]) < 0 { throw SystemError.last }
  }

  /// Removes a file.
  ///
  /// - Throws: `badName`, `failed`, or `notFound` if no file has the name.
  package func remove(_ name: String) throws(FileError) {
    try checkName(name)
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      guard unlinkat(folder.number, name, 0) == 0 else { throw SystemError.last }
    }
  }

  /// Returns the sum of the sizes of all files in bytes.
  ///
  /// - Throws: `failed` if the host cannot read the folder or the size of a file.
  package func size() throws(FileError) -> Int {
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { return 0 }
      var sum = 0
      for name in try Self.names(folder) { sum += try Self.size(of: name, in: folder) ?? 0 }
      return sum
    }
  }

  /// For a container in memory, the number of used bytes of its file system; 0 for a container on disk.
  var bytesInFileSystem: UInt64 {
    var system = statvfs()
    guard let memory, fstatvfs(memory.number, &system) == 0 else { return 0 }
    return UInt64(system.f_blocks - system.f_bfree) * UInt64(system.f_frsize)
  }

  /// Opens the folder; returns nil if the folder does not exist.
  func openFolder() throws(SystemError) -> Descriptor? {
    if let memory { return try Descriptor(openat(memory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if number < 0 && errno == ENOENT { return nil }
    return try Descriptor(number)
  }

  /// Changes the owner of a file to the owner of its folder. A keyboard's process that has this owner's user ID can
  /// then open the file by its path.
  private static func giveAway(
    _ file: borrowing Descriptor, withFolder folder: borrowing Descriptor
  ) throws(SystemError) {
    let status = try folder.status()
    guard status.st_uid != geteuid() else { return }
    guard fchown(file.number, status.st_uid, status.st_gid) == 0 else { throw SystemError.last }
  }

  private static func names(_ folder: borrowing Descriptor) throws(SystemError) -> [String] {
    try folderNames(of: folder, limit: 2 * Limit.files)
      .compactMap { String(validating: $0, as: UTF8.self) }.filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func size(of name: String, in folder: borrowing Descriptor) throws(SystemError) -> Int? {
    var status = stat()
    guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError.last
    }
    return Int(status.st_size)
  }

  private func checkRoom(for count: Int, as name: String, in folder: borrowing Descriptor) throws(SystemError) {
    let names = try Self.names(folder)
    guard names.count < Limit.files || names.contains(name) else { throw SystemError(EDQUOT) }
    var sum = Usage.counted(count)
    for other in names where other != name { sum += Usage.counted(try Self.size(of: other, in: folder) ?? 0) }
    guard sum <= Limit.bytes else { throw SystemError(EDQUOT) }
  }

  private func checkName(_ name: String) throws(FileError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, name.utf8.count <= Limit.nameLength, !name.hasPrefix(".") else { throw .badName }
  }

  func refusing<Result>(_ body: () throws(SystemError) -> Result) throws(FileError) -> Result {
    do {
      return try body()
    } catch {
      switch error.number {
      case ENOENT: throw .notFound
      case EDQUOT, ENOSPC, EFBIG: throw .tooLarge
      default: throw .failed(error.number)
      }
    }
  }
}
