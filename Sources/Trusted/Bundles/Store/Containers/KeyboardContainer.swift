package import Diagnostics
internal import Foundation
internal import TextInput

/// A keyboard's own files: names without folders, in one of two containers (Behavior.md#data-containers).
///
/// What a keyboard stored while it was confined it cannot find once it has full access and could send it away, nor the
/// other way round. A file is replaced in one step: its reader, or a process that dies, sees the old one or the new
/// one.
package struct KeyboardContainer: Sendable {
  /// Which of the two.
  package enum Kind: String, CaseIterable, Sendable {
    /// That of a process without full access.
    case confined
    /// That of a process with it.
    case fullAccess = "full-access"
  }

  /// The most that one container may hold.
  package enum Limit {
    /// Bytes of all files, each in whole pages of memory (Behavior.md#data-containers).
    package static let bytes = KeyboardLimits().containerBytes
    /// Files.
    package static let files = KeyboardLimits().containerFiles
    /// Bytes of one file (Sandbox.md#file-size-limit).
    package static let fileBytes = Int(KeyboardLimits().fileSize)
    /// Characters of a name.
    static let nameLength = 128
  }

  /// Why a file could not be read, written or removed.
  package enum Refusal: Error, Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The name is empty, too long, starts with a full stop, or has other characters than `A-Z a-z 0-9 . _ -`.
    case badName
    /// The file or the container would be too large, or hold too many files.
    case tooLarge
    /// The system refused, with this `errno`.
    case failed(Int32)
  }

  /// The folder's path; there is no folder before the first file.
  package let path: String
  /// The folder, where it is in the memory of a process and has no path here (``ContainerMirror``).
  private let memory: SharedDescriptor?

  /// The container of a keyboard; its folder is made with the first file.
  package init(of identifier: String, _ kind: Kind, in folders: KlavaFolders) {
    path = "\(folders.container(of: identifier))/\(kind.rawValue)"
    memory = nil
  }

  /// The same container as a process has it in memory.
  init(_ container: KeyboardContainer, inMemory folder: consuming Descriptor) {
    path = container.path
    memory = SharedDescriptor(folder)
  }

  /// The container's folder, made where it is not there yet: for a keyboard that uses its files by their paths.
  ///
  /// - Parameter owner: The user and group that the keyboard's process will be, if that is not the person: the folder and
  ///   the files in it become that user's, and those written later follow the folder.
  package func folder(ownedBy owner: UInt32? = nil) throws(Diagnostic) -> String {
    try StateFile.createFolder(path)
    guard let owner else { return path }
    do throws(SystemError) {
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      // It may be given away already, or be an ordinary person's whose files root uses.
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

  /// The sorted names of the files.
  package func names() throws(Refusal) -> [String] {
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { return [] }
      return try Self.names(folder)
    }
  }

  /// The bytes of a file.
  package func read(_ name: String) throws(Refusal) -> [UInt8] {
    try checkName(name)
    return try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      let file = try Descriptor(openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
      return try file.read(limit: Limit.fileBytes)
    }
  }

  /// Writes a file, in the place of what had this name.
  package func write(_ name: String, _ bytes: [UInt8]) throws(Refusal) {
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
        // Not synchronized to the disk: that takes longer than a turn may, and a crash of the machine costs no typed
        // text.
        try Self.replace(path, in: folder, with: bytes)
      } catch {
        // A full container in memory has no inode or no room for a second file.
        guard memory != nil, error.number == ENOSPC, try Self.size(of: name, in: folder) != nil else { throw error }
        try Self.overwrite(path, in: folder, with: bytes)
      }
    }
  }

  /// The name of a file that is being written, and has another name as soon as it is whole.
  static let aside = ".new"

  /// Puts a file of these bytes in the place of what has this name, in one step.
  ///
  /// - Parameter modified: When it was last changed; nil for now.
  static func replace(
    _ name: [CChar], in folder: borrowing Descriptor, with bytes: [UInt8], modified: timespec? = nil
  ) throws(SystemError) {
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

  /// Writes a file in a container in memory without a second file beside it, or creates the file.
  ///
  /// If there is no room, this throws ENOSPC and an existing file keeps its bytes. A reader can see a part of the new
  /// bytes meanwhile.
  ///
  /// - Parameter modified: The file's time of modification; nil for now.
  static func overwrite(
    _ name: [CChar], in folder: borrowing Descriptor, with bytes: [UInt8], modified: timespec? = nil
  ) throws(SystemError) {
    // The keyboard may have created a FIFO by this name: opening it must not wait for a reader.
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = try Descriptor(openat(folder.number, name, flags, 0o600))
    guard try file.status().isRegular else { throw SystemError(EEXIST) }
    try giveAway(file, withFolder: folder)
    // Reserves the pages first, so that the write cannot fail halfway.
    let error = bytes.isEmpty ? 0 : posix_fallocate(file.number, 0, off_t(bytes.count))
    guard error == 0 else { throw SystemError(error) }
    try file.write(bytes)
    guard ftruncate(file.number, off_t(bytes.count)) == 0 else { throw SystemError.last }
    if let modified, futimens(file.number, [modified, modified]) < 0 { throw SystemError.last }
  }

  /// Removes a file.
  package func remove(_ name: String) throws(Refusal) {
    try checkName(name)
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { throw SystemError(ENOENT) }
      guard unlinkat(folder.number, name, 0) == 0 else { throw SystemError.last }
    }
  }

  /// Bytes of all files.
  package func size() throws(Refusal) -> Int {
    try refusing { () throws(SystemError) in
      guard let folder = try openFolder() else { return 0 }
      var sum = 0
      for name in try Self.names(folder) { sum += try Self.size(of: name, in: folder) ?? 0 }
      return sum
    }
  }

  /// Bytes in use in the file system that holds a container in memory; 0 for a container on disk.
  var bytesInFileSystem: UInt64 {
    var system = statvfs()
    guard let memory, fstatvfs(memory.number, &system) == 0 else { return 0 }
    return UInt64(system.f_blocks - system.f_bfree) * UInt64(system.f_frsize)
  }

  /// The folder; nil where there is none yet.
  func openFolder() throws(SystemError) -> Descriptor? {
    if let memory { return try Descriptor(openat(memory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if number < 0 && errno == ENOENT { return nil }
    return try Descriptor(number)
  }

  /// A keyboard's process that is another user than the person uses by their paths the files that its host writes.
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

  private func checkName(_ name: String) throws(Refusal) {
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

  func refusing<Result>(_ body: () throws(SystemError) -> Result) throws(Refusal) -> Result {
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
