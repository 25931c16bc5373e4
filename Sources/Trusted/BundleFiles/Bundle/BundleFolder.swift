package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import LinuxShims
internal import Synchronization
package import SystemSupport

/// The folder of a bundle, as an open descriptor. The host opens every file of the bundle beneath this folder with
/// openat2(2) (Sandbox.md#open-beneath).
///
/// The kernel follows no symbolic link and opens nothing outside the folder, even if another process changes the
/// bundle. The host never waits for the other end of a FIFO, and never opens a device.
///
/// Reading does not change access times, because a keyboard could store data in access times. A keyboard without full
/// access could choose the files that the host reads. After it gets full access, it could read the access times and
/// send the stored data over the network.
package final class BundleFolder: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// The name of the folder, without its path. Messages about files of the bundle begin with the name of the folder.
  package let name: String
  private let root: Descriptor
  private let readOnly = Mutex<ReadOnlyMount>(.untried)
  private let makeReadOnly: ReadOnlyMaker

  /// A function that creates the read-only mount of a folder from the folder's path and descriptor.
  typealias ReadOnlyMaker = @Sendable (String, borrowing Descriptor) throws(SystemError) -> ReadOnlyFolder

  /// The state of the folder's read-only mount.
  private enum ReadOnlyMount {
    /// The host has not tried to create the mount yet.
    case untried
    /// The system does not permit the mount, and the host does not try again.
    case refused
    case made(ReadOnlyFolder)
  }

  /// Opens the folder at this path. Follows symbolic links in the path, because the user chose the path.
  ///
  /// - Throws: `bundleMissing`, `bundleNotAFolder`, `fileUnreadable` or `systemCallFailed`.
  package convenience init(_ path: String) throws(Diagnostic) {
    try self.init(path, makeReadOnly: ReadOnlyFolder.at)
  }

  /// Opens the folder at this path.
  ///
  /// - Parameters:
  ///   - path: The folder's path.
  ///   - makeReadOnly: Creates the read-only mount. Tests pass a function that fails.
  init(_ path: String, makeReadOnly: @escaping ReadOnlyMaker) throws(Diagnostic) {
    self.makeReadOnly = makeReadOnly
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let parts = absolute.split(separator: "/")
    self.path = "/" + parts.joined(separator: "/")
    name = parts.last.map(String.init) ?? "/"
    do {
      root = try Descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    } catch {
      switch error.number {
      case ENOENT: throw Diagnostic(.bundleMissing, path.isEmpty ? "\"\"" : path)
      case ENOTDIR: throw Diagnostic(.bundleNotAFolder, path)
      case EACCES: throw Self.unreadable(path)
      default: throw Diagnostic.system(.systemCallFailed, path, errno: error.number)
      }
    }
  }

  /// Returns the text by which messages name a file of the bundle, such as `Mine.keyboard/Info.plist`.
  package func subject(_ path: String) -> String { path.isEmpty ? name : "\(name)/\(path)" }

  /// Whether ``path`` still leads to the folder that is open, and not to another folder.
  package func isAt(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, let own = try? root.status() else { return false }
    return own.st_dev == status.st_dev && own.st_ino == status.st_ino
  }

  /// Whether the bundle has a file, folder or link at a path.
  ///
  /// - Throws: `pathLeavesBundle`, or another diagnostic if the host cannot read the status of an existing file.
  package func contains(_ path: String) throws(Diagnostic) -> Bool {
    do {
      _ = try status(of: path)
      return true
    } catch {
      guard error.code == .fileMissing else { throw error }
      return false
    }
  }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: The file's path in the bundle.
  ///   - limit: The maximum number of bytes.
  ///   - tooLarge: The code of the error if the file has more bytes than the limit.
  /// - Throws: A diagnostic if the host cannot read the file.
  package func read(_ path: String, limit: Int, tooLarge: DiagnosticCode) throws(Diagnostic) -> [UInt8] {
    let file = try openFile(path)
    let bytes: [UInt8]
    do throws(SystemError) {
      // Read up to one byte more than the limit, to detect a file that grows after this check.
      let isTooLarge = try file.status().st_size > limit
      bytes = isTooLarge ? [] : try file.read(limit: limit + 1)
      if isTooLarge || bytes.count > limit { throw SystemError(EFBIG) }
    } catch {
      throw error.number == EFBIG ? Diagnostic(tooLarge, subject(path)) : diagnostic(error, path)
    }
    return bytes
  }

  /// Returns the sorted names in a folder. An empty path stands for the bundle itself. Skips names that are not UTF-8.
  ///
  /// - Throws: `fileMissing` or `folderIsFile` if there is no folder at the path; another diagnostic if the host cannot
  ///   read the folder.
  package func names(in folder: String) throws(Diagnostic) -> [String] {
    let descriptor = try openFolder(folder)
    do throws(SystemError) {
      return try folderNames(of: descriptor, limit: BundleInventory.Limit.entries)
        .compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    } catch {
      throw diagnostic(error, folder)
    }
  }

  /// Lists the sorted paths of all files, and of folders whose names end in `.plist`. Skips unreadable folders.
  package func paths() -> [String] { paths(limit: BundleInventory.Limit.entries, skipping: []).paths }

  /// Lists the same paths as ``paths()``, but opens only a limited number of folders.
  ///
  /// - Parameters:
  ///   - limit: The number of files and folders after which the function opens no more folders.
  ///   - skipped: The names of files and folders to skip.
  /// - Returns: The paths, and whether the list is complete.
  package func paths(limit: Int, skipping skipped: Set<String>) -> (paths: [String], isComplete: Bool) {
    var paths: [String] = []
    var folders = [""]
    var entries = 0
    while entries < limit, let folder = folders.popLast() {
      do throws(Diagnostic) {
        for name in try names(in: folder) where !skipped.contains(name) {
          entries += 1
          let inner = folder.isEmpty ? name : "\(folder)/\(name)"
          let isFolder = try status(of: inner).isFolder
          // A bundle must not have a folder with the name of a property list. List a folder with such a name, so that
          // the code that reads property lists reports the fault.
          if !isFolder || inner.hasSuffix(".plist") { paths.append(inner) }
          if isFolder, inner.count(where: { $0 == "/" }) < BundleInventory.Limit.depth { folders.append(inner) }
        }
      } catch {
        // Skip an unreadable folder. `KeyboardBundle.validate()` reports it.
        continue
      }
    }
    return (paths.sorted(), folders.isEmpty)
  }

  /// Whether a file may be a library. The result is true if the name ends in `.so`, or if the file begins like an ELF
  /// file or a script.
  func looksLikeLibrary(_ path: String) throws(Diagnostic) -> Bool {
    if path.hasSuffix(".so") { return true }
    guard try status(of: path).isRegular else { return false }
    let file = try openFile(path)
    do {
      let start = try file.read(limit: 4)
      return start == [0x7F, 0x45, 0x4C, 0x46] || start.starts(with: Array("#!".utf8))
    } catch {
      throw diagnostic(error, path)
    }
  }

  /// Returns the status of a file or folder as lstat(2) does, without following a symbolic link.
  func status(of path: String) throws(Diagnostic) -> stat {
    try checkInside(path)
    do {
      return try Descriptor(klv_name_beneath(root.number, path)).status()
    } catch {
      throw diagnostic(error, path)
    }
  }

  /// Opens a regular file for reading.
  ///
  /// - Throws: `bundleChangedMeanwhile` if another process replaces the file; another diagnostic if there is no regular
  ///   file at the path.
  package func openFile(_ path: String) throws(Diagnostic) -> Descriptor {
    let before = try status(of: path)
    if let code = faultOfKind(before, path) { throw Diagnostic(code, subject(path)) }
    do throws(SystemError) {
      let file = try openBeneath(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let after = try file.status()
      guard after.isRegular, after.st_ino == before.st_ino else { throw SystemError(ESTALE) }
      return file
    } catch {
      throw diagnostic(error, path)
    }
  }

  /// Opens a folder of the bundle. An empty path stands for the bundle itself.
  ///
  /// - Throws: `pathLeavesBundle`; `folderIsFile` if the path leads to a file; another diagnostic if the host cannot
  ///   open the folder.
  package func openFolder(_ path: String) throws(Diagnostic) -> Descriptor {
    if !path.isEmpty { try checkInside(path) }
    do {
      return try openBeneath(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    } catch {
      throw error.number == ENOTDIR ? Diagnostic(.folderIsFile, subject(path)) : diagnostic(error, path)
    }
  }

  /// Reads every file of the folder, so that the kernel has all pages of the files in its page cache. The time of a
  /// later read then does not depend on the parts that other programs have read.
  ///
  /// - Throws: A diagnostic if the host cannot read the folder or a file.
  package func readAllFiles() throws(Diagnostic) {
    for entry in try BundleInventory(self, checksNames: false).entries where !entry.isFolder {
      let file = try openFile(entry.path)
      do throws(SystemError) {
        while try !file.read(limit: 1 << 20).isEmpty {}
      } catch {
        throw diagnostic(error, entry.path)
      }
    }
  }

  /// Opens a regular file for a keyboard's process. The caller closes the descriptor.
  ///
  /// The descriptor comes from the read-only mount. If the system does not permit the mount, the descriptor refers to a
  /// sealed copy in memory. Neither descriptor lets the process change the access time of the file in the bundle.
  ///
  /// - Parameters:
  ///   - path: The file's path in the bundle.
  ///   - mayCopy: Whether to copy the file if there is no read-only mount. With neither mount nor copy, the descriptor
  ///     refers to the file itself, and the process can change the file's access time.
  /// - Throws: `bundleChangedMeanwhile` if the file changes; another diagnostic if there is no regular file, or if the
  ///   host cannot open the file.
  package func openForKeyboard(_ path: String, mayCopy: Bool) throws(Diagnostic) -> Int32 {
    let file = try openFile(path)
    do throws(SystemError) {
      if let mount = readOnlyFolder {
        let flags = UInt64(O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let same = try Descriptor(klv_open_beneath(mount.folder.number, path, flags))
        guard try same.status().st_ino == file.status().st_ino else { throw SystemError(ESTALE) }
        return same.release()
      }
      return mayCopy ? try Self.copy(file).release() : file.release()
    } catch {
      throw diagnostic(error, path)
    }
  }

  private static func copy(_ file: borrowing Descriptor) throws(SystemError) -> Descriptor {
    let copy = try Descriptor(klv_memfd_create("klava-library"))
    var left = BundleInventory.Limit.bytes + 1
    while left > 0 {
      let bytes = try file.read(limit: min(left, 1 << 20))
      if bytes.isEmpty { break }
      try copy.write(bytes)
      left -= bytes.count
    }
    guard left > 0 else { throw SystemError(EFBIG) }
    guard klv_memfd_seal_content(copy.number) == 0 else { throw SystemError.last }
    return try Descriptor(open("/proc/self/fd/\(copy.number)", O_RDONLY | O_CLOEXEC))
  }

  /// The read-only mount of the folder; nil if the system does not permit the mount.
  private var readOnlyFolder: ReadOnlyFolder? {
    readOnly.withLock { mount in
      switch mount {
      case .made(let folder): return folder
      case .refused: return nil
      case .untried: break
      }
      do throws(SystemError) {
        let folder = try makeReadOnly(path, root)
        mount = .made(folder)
        return folder
      } catch {
        // A lack of memory or descriptors can be temporary, so the next access tries to create the mount again. After
        // any other error, the host never tries to create the mount again.
        if ![ENOMEM, EMFILE, ENFILE, EAGAIN].contains(error.number) { mount = .refused }
        return nil
      }
    }
  }

  /// Opens a file or folder for reads that do not change its access time, if the system permits such reads.
  ///
  /// The kernel permits `O_NOATIME` only to the owner of a file and to root. For other users' files, such as files that
  /// a package installed, the kernel refuses the flag with EPERM. The host opens other users' files through the
  /// read-only mount. If the system does not permit the mount, reading changes the access times. A system that does not
  /// permit the mount does not permit namespaces for keyboards either. Without namespaces, a keyboard without paths can
  /// read the status of only one file, a copy of its library. So it cannot read the access times of the bundle.
  private func openBeneath(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    let number = klv_open_beneath(root.number, path, UInt64(flags | klv_no_access_time))
    if number >= 0 || errno != EPERM { return try Descriptor(number) }
    let root = readOnlyFolder.map { $0.folder.number } ?? root.number
    return try Descriptor(klv_open_beneath(root, path, UInt64(flags)))
  }

  /// Returns the code of the error for anything but a readable regular file; nil for a readable regular file.
  func faultOfKind(_ status: stat, _ path: String) -> DiagnosticCode? {
    switch status.kind {
    // Refuse a file that no user has the permission to read, because the host could still read such a file as root.
    case S_IFREG: status.st_mode & 0o444 == 0 ? .fileUnreadable : nil
    case S_IFDIR: .fileIsFolder
    case S_IFIFO: .fileIsFIFO
    case S_IFSOCK: .fileIsSocket
    case S_IFLNK: faultOfLink(path)
    default: .fileIsDevice
    }
  }

  /// Returns the code of the error for a symbolic link. The host refuses every symbolic link, but the code depends on
  /// the target of the link.
  private func faultOfLink(_ path: String) -> DiagnosticCode {
    // If there is a read-only mount, follow the link through the mount. Without the mount, following the link changes
    // the link's access time.
    let target = klv_follow_beneath(readOnlyFolder.map { $0.folder.number } ?? root.number, path)
    guard target < 0 else {
      close(target)
      return .symbolicLink
    }
    switch errno {
    case EXDEV: return .symbolicLinkLeavesBundle
    case ELOOP: return .symbolicLinkLoop
    default: return .symbolicLink
    }
  }

  private func checkInside(_ path: String) throws(Diagnostic) {
    // Check the path's length first, because a keyboard can request a path of any length.
    guard !path.isEmpty, path.utf8.count <= 1_024, !path.hasPrefix("/"), !path.utf8.contains(0),
      !path.split(separator: "/").contains("..")
    else { throw Diagnostic(.pathLeavesBundle, subject(path)) }
  }

  private static func unreadable(_ subject: String) -> Diagnostic {
    Diagnostic(
      .fileUnreadable, subject, "Klava cannot read the file or folder: \(SystemError(EACCES)).",
      remedy: "Check the owner and the permissions of the file or folder, and of the folder that contains it.")
  }

  /// Returns the diagnostic for a failed system call on this path.
  package func diagnostic(_ error: SystemError, _ path: String) -> Diagnostic {
    switch error.number {
    case ENOENT, ENOTDIR, ENAMETOOLONG: Diagnostic(.fileMissing, subject(path))
    case ELOOP: Diagnostic(faultOfLink(path), subject(path))
    case EXDEV: Diagnostic(.otherFileSystem, subject(path))
    case EACCES: Self.unreadable(subject(path))
    case ESTALE: Diagnostic(.bundleChangedMeanwhile, subject(path))
    case ENOSYS: Diagnostic(.kernelTooOld, subject(path), "The kernel lacks openat2.")
    default: Diagnostic.system(.systemCallFailed, subject(path), errno: error.number)
    }
  }
}
