package import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// Copies files between a keyboard's data container on disk and its data container in the memory of one process.
///
/// A keyboard with paths can write files at any time, even between turns, so its files are in a tmpfs, whose size the
/// kernel limits. The host copies the keyboard's files from the disk into the tmpfs before the keyboard's code runs.
/// The host copies changed files back to the disk when the user stops typing for a moment, and after the end of the
/// process. The host does not trust the contents of the tmpfs, and copies only regular files whose names are plain
/// text. While the contents of the tmpfs exceed a limit of data containers, the host copies nothing to the disk.
package final class ContainerMirror {
  private let stored: DataContainer
  /// The container in memory; nil before ``attach(_:)``, and after ``finish(unless:)``.
  private var memory: DataContainer?
  /// A descriptor of the folder on disk; nil until all files are in memory. Through this descriptor, the host notices
  /// if the user removes the folder.
  private var place: SharedDescriptor?
  /// The stamp that each file in memory had when memory and disk last had the same bytes. The key is the name of the
  /// file.
  private var kept: [[UInt8]: Stamp] = [:]
  /// The stamps of the files on disk that the host has already copied into memory. The host uses these stamps until
  /// ``fill(unless:)`` is complete.
  private var copied: [[UInt8]: Stamp] = [:]
  private var recordedFaults: Set<String> = []
  private let isWanted: () -> Bool
  /// Returns whether the keyboard has not used up its limit of written bytes. Unlike ``keep(unless:)``,
  /// ``finish(unless:)`` ignores this limit.
  package let mayWrite: () -> Bool
  private let didWrite: (Int) -> Void
  private let route: (DataContainer) -> Void
  private let record: (String) -> Void
  private let finishPredecessors: (() -> Bool) -> Bool
  private let didEnd: (ContainerMirror) -> Void

  /// The parts of a file's status that show whether a process has written to the file.
  ///
  /// When the host copies a file, it sets the modification time to a whole second. The keyboard's process cannot set
  /// the modification time, so any later write changes the stamp.
  private struct Stamp: Equatable {
    let inode: ino_t
    let size: off_t
    let modified: timespec

    init(_ status: stat, modified: timespec) {
      inode = status.st_ino
      size = status.st_size
      self.modified = modified
    }

    static func == (one: Stamp, other: Stamp) -> Bool {
      one.inode == other.inode && one.size == other.size && one.modified.tv_sec == other.modified.tv_sec
        && one.modified.tv_nsec == other.modified.tv_nsec
    }
  }

  /// A regular file in the folder on disk or in the folder in memory.
  private struct File {
    let name: [UInt8]
    let status: stat

    var path: [CChar] { name.map(CChar.init(bitPattern:)) + [0] }
    var size: Int { Int(clamping: status.st_size) }
    /// The number of bytes that the file adds to the usage of the container.
    var counted: Int { DataContainer.Usage.counted(size) }
    var stamp: Stamp { Stamp(status, modified: status.st_mtim) }
    /// The modification time, rounded down to a whole second.
    var second: timespec { timespec(tv_sec: status.st_mtim.tv_sec, tv_nsec: 0) }
  }

  /// The contents of a folder.
  private struct Listing {
    /// The regular files whose names are plain text.
    var files: [File] = []
    /// The number of all other files and folders.
    var others = 0
    /// The error for a file whose status the host could not read; nil if there was no error.
    var fault: SystemError?
  }

  /// Creates the mirror of a data container on disk. Call this initializer before the keyboard's process starts.
  ///
  /// - Parameters:
  ///   - stored: The data container on disk.
  ///   - isWanted: Returns whether the keyboard is still installed. The host saves no files of an uninstalled keyboard.
  ///   - mayWrite: Returns whether the keyboard has not used up its limit of written bytes.
  ///   - didWrite: Receives the number of bytes of each file that the mirror wrote to the disk.
  ///   - route: Receives the container that the host's own functions must use: the container in memory while the
  ///     process lives, and the container on disk afterwards.
  ///   - record: Receives a sentence about a failure. The mirror passes each sentence only once.
  ///   - finishPredecessors: Calls ``finish(unless:)`` for the mirrors of the keyboard's earlier processes. Returns
  ///     whether all of these mirrors are finished.
  ///   - didEnd: Receives this mirror when the process has ended. The function must call ``finish(unless:)``, or
  ///     arrange a later call.
  package init(
    of stored: DataContainer, isWanted: @escaping () -> Bool = { true },
    mayWrite: @escaping () -> Bool = { true }, didWrite: @escaping (Int) -> Void = { _ in },
    route: @escaping (DataContainer) -> Void = { _ in }, record: @escaping (String) -> Void = { _ in },
    finishPredecessors: @escaping (() -> Bool) -> Bool = { _ in true },
    didEnd: @escaping (ContainerMirror) -> Void = { _ = $0.finish() }
  ) {
    self.finishPredecessors = finishPredecessors
    self.didEnd = didEnd
    self.stored = stored
    self.isWanted = isWanted
    self.mayWrite = mayWrite
    self.didWrite = didWrite
    self.route = route
    self.record = record
  }

  /// Sets the folder of the container in memory. Call this method before any process writes to the folder.
  ///
  /// - Parameter descriptor: A descriptor of the folder in memory, which the mirror closes later; -1 if the process
  ///   sent no descriptor.
  /// - Throws: `stateUnreadable` if there is no descriptor.
  package func attach(_ descriptor: Int32) throws(Diagnostic) {
    do {
      memory = DataContainer(stored, inMemory: try Descriptor(descriptor))
    } catch {
      throw Diagnostic.system(.stateUnreadable, stored.path, errno: error.number)
    }
  }

  /// Copies the files on disk to memory. Call this method before the keyboard's code runs.
  ///
  /// The method throws an error if the host cannot read a file. A keyboard that started without the file could later
  /// replace the file on disk.
  ///
  /// - Parameter isOver: Returns whether the host has other work. The method calls this function before each file.
  /// - Returns: Whether all files are in memory. Call this method again later until the result is true.
  /// - Throws: `stateUnreadable`, or a diagnostic of the folder on disk.
  package func fill(unless isOver: () -> Bool = { false }) throws(Diagnostic) -> Bool {
    if place != nil { return true }
    guard finishPredecessors(isOver) else { return false }
    do {
      _ = try stored.folder()
      guard let memory, let folder = try memory.openFolder(), let source = try stored.openFolder() else {
        throw SystemError(ENOENT)
      }
      // Do not check the names of these files, because the host checked them when it wrote the files.
      guard let listing = try Self.list(source, checksNames: false, unless: isOver) else { return false }
      if let fault = listing.fault { throw fault }
      // Remove from memory the files that another process of Klava has removed from the disk since the last call.
      for name in Set(copied.keys).subtracting(listing.files.map(\.name)) {
        unlinkat(folder.number, name.map(CChar.init(bitPattern:)) + [0], 0)
        (copied[name], kept[name]) = (nil, nil)
      }
      for file in listing.files where copied[file.name] != file.stamp {
        if isOver() { return false }
        guard let bytes = try Self.read(file, in: source) else { continue }
        // Overwrite the file in place. The tmpfs may have no space for a second copy, and no other process reads the
        // file yet.
        try DataContainer.overwrite(file.path, in: folder, with: bytes, modified: file.second)
        let status = try Self.status(of: file.path, in: folder)
        kept[file.name] = status.map { Stamp($0, modified: file.second) }
        copied[file.name] = file.stamp
      }
      copied = [:]
      place = SharedDescriptor(source)
      route(memory)
      return true
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic.system(.stateUnreadable, stored.path, errno: (error as? SystemError)?.number ?? EIO)
    }
  }

  /// The number of bytes that the container in memory uses; 0 if there is no container in memory.
  package var bytesInMemory: UInt64 {
    memory?.bytesInFileSystem ?? 0
  }

  /// Copies changed files to the disk. If the host cannot copy a file, it logs the fault and tries again in the next
  /// call.
  ///
  /// - Parameters:
  ///   - isOver: Returns whether the host has other work. The method calls this function before each file. If
  ///   the result is true, the method returns, and the next call copies the rest.
  ///   - mayWrite: Returns whether the host may now write a file. The next call copies a file that the host may not
  ///     write now.
  /// - Returns: The size of the container's contents if the size exceeds a limit; otherwise nil. If the size exceeds a
  ///   limit, the host copies nothing.
  package func keep(
    unless isOver: () -> Bool = { false }, mayWrite: () -> Bool = { true }
  ) -> DataContainer.Usage? {
    guard let memory, place != nil, isWanted() else { return nil }
    do {
      guard let folder = try memory.openFolder() else { return nil }
      guard let listing = try Self.list(folder, unless: isOver) else { return nil }
      var usage = DataContainer.Usage()
      usage.files = listing.files.count + listing.others
      for file in listing.files { usage.bytes += file.counted }
      if usage.isTooMuch { return usage }
      if listing.others > 0 { recordFault("the host saves only regular files whose names are plain text") }
      if let fault = listing.fault { recordFault(fault) }
      try noticeRemoval(of: listing.files, in: folder)
      let changed = listing.files.filter { kept[$0.name] != $0.stamp }
      let gone = Set(kept.keys).subtracting(listing.files.map(\.name))
      if changed.isEmpty && gone.isEmpty { return nil }
      try keep(changed, without: gone, from: folder, unless: isOver, mayWrite: mayWrite)
    } catch {
      recordFault("the host could not save the keyboard's files: \(error)")
    }
    return nil
  }

  /// Handles the end of the process. Copies no files, because the user may be waiting for the host. ``finish(unless:)``
  /// copies the files later.
  package func end() {
    guard memory != nil else { return }
    guard place != nil else {
      memory = nil
      return
    }
    didEnd(self)
  }

  /// Copies the last changes to the disk after the end of the process, and closes the container in memory.
  ///
  /// - Parameter isOver: Returns whether the host has other work. The method calls this function before each file.
  /// - Returns: Whether the host has copied all files. Call this method again later until the result is true.
  package func finish(unless isOver: () -> Bool = { false }) -> Bool {
    guard memory != nil else { return true }
    if keep(unless: isOver) != nil {
      recordFault("the host did not save the last changes: the files exceed the limit of the data container")
    } else if isOver() {
      return false
    }
    memory = nil
    place = nil
    route(stored)
    return true
  }

  /// Records that the host could not save a file. The record does not contain the name of the file, because a keyboard
  /// could put typed text into the name.
  private func recordFault(_ error: SystemError) { recordFault("the host could not save a file: \(error)") }

  private func recordFault(_ message: String) {
    if recordedFaults.insert(message).inserted { record(message) }
  }

  /// If the user removed the data container's folder on disk (`klava settings ID --clear`), removes the unchanged files
  /// from memory. A file is unchanged if the keyboard has not written to it since memory and disk last had the same
  /// bytes.
  private func noticeRemoval(of files: [File], in folder: borrowing Descriptor) throws {
    var status = stat()
    guard let place, fstat(place.number, &status) == 0 else { throw SystemError(EBADF) }
    guard status.st_nlink == 0 else { return }
    for file in files where kept[file.name] == file.stamp { unlinkat(folder.number, file.path, 0) }
    kept = [:]
    _ = try stored.folder()
    guard let folder = try stored.openFolder() else { throw SystemError(ENOENT) }
    self.place = SharedDescriptor(folder)
  }

  private func keep(
    _ changed: [File], without gone: Set<[UInt8]>, from folder: borrowing Descriptor, unless isOver: () -> Bool,
    mayWrite: () -> Bool
  ) throws(SystemError) {
    guard let place else { return }
    let target = try Descriptor(openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    // Count all files in the folder on disk, because another process of Klava may have stored files in this folder too.
    var sizes: [[UInt8]: Int] = [:]
    guard let listing = try Self.list(target, checksNames: false, unless: isOver) else { return }
    for file in listing.files { sizes[file.name] = file.counted }
    var held = sizes.values.reduce(0, +)
    let growths = changed.map { ($0, $0.counted - (sizes[$0.name] ?? 0)) }.sorted { $0.1 < $1.1 }
    let lost = gone.reduce(0) { $0 + (sizes[$1] ?? 0) }
    let count = Set(sizes.keys).subtracting(gone).union(changed.map(\.name)).count
    guard held + growths.reduce(0, { $0 + $1.1 }) - lost <= DataContainer.Limit.bytes,
      count <= DataContainer.Limit.files
    else { throw SystemError(EDQUOT) }
    func attempt(_ body: () throws(SystemError) -> Void) {
      do throws(SystemError) { try body() } catch { recordFault(error) }
    }
    func removeGone() {
      for name in gone where kept[name] != nil {
        attempt { () throws(SystemError) in
          let path = name.map(CChar.init(bitPattern:)) + [0]
          // Skip this name if memory now contains a file with the name: the keyboard may have renamed a file during the
          // listing. The next call copies the renamed file.
          guard try Self.status(of: path, in: folder) == nil else { return }
          guard unlinkat(target.number, path, 0) == 0 || errno == ENOENT else { throw SystemError.last }
          kept[name] = nil
          held -= sizes.removeValue(forKey: name) ?? 0
        }
      }
    }
    func fits(_ file: File, inPlaceOf old: Int?) -> Bool {
      held - (old ?? 0) + file.counted <= DataContainer.Limit.bytes
        && sizes.count - (old == nil ? 0 : 1) < DataContainer.Limit.files
    }
    func makeRoom(for file: File) throws(SystemError) {
      if fits(file, inPlaceOf: nil) { return }
      removeGone()
      if fits(file, inPlaceOf: nil) { return }
      // If the old and the new file together exceed a limit, remove the old file first. Keep the old file if the new
      // file would not fit even without the old file. The new file may not fit after the host failed to copy another
      // file.
      guard let old = sizes[file.name], old >= file.counted || fits(file, inPlaceOf: old) else {
        throw SystemError(EDQUOT)
      }
      guard unlinkat(target.number, file.path, 0) == 0 || errno == ENOENT else { throw SystemError.last }
      held -= old
      sizes[file.name] = nil
    }
    func keep(_ file: File) throws(SystemError) {
      // Set the modification time before the read. If the keyboard writes to the file during the read, the write
      // changes the time again.
      guard utimensat(folder.number, file.path, [file.second, file.second], AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return }
        throw SystemError.last
      }
      guard let bytes = try Self.read(file, in: folder) else { return }
      try makeRoom(for: file)
      try DataContainer.replace(file.path, in: target, with: bytes, modified: file.second)
      didWrite(file.counted)
      held += file.counted - (sizes[file.name] ?? 0)
      sizes[file.name] = file.counted
      kept[file.name] = Stamp(file.status, modified: file.second)
    }
    // Copy files that shrink first, because they free space for files that grow.
    for (file, _) in growths {
      if isOver() || !mayWrite() { return }
      attempt { () throws(SystemError) in try keep(file) }
    }
    removeGone()
  }

  /// Lists the files of a folder. Returns nil if `isOver` returns true before the listing is complete.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - checksNames: Whether ``Listing/others`` counts the files whose names are not plain text. Without the check of
  ///     names, ``Listing/files`` contains these files too.
  ///   - isOver: Returns whether the host has other work. The method calls this function once for every 32 entries.
  private static func list(
    _ folder: borrowing Descriptor, checksNames: Bool = true, unless isOver: () -> Bool
  ) throws(SystemError) -> Listing? {
    var listing = Listing()
    for name in try folderNames(of: folder, limit: DataContainer.Limit.files + 2)
    where !name.elementsEqual(DataContainer.aside.utf8) {
      // Call `isOver` regularly, because a keyboard can choose file names whose check takes 100 µs each.
      if (listing.files.count + listing.others) % 32 == 31, isOver() { return nil }
      do throws(SystemError) {
        guard let status = try status(of: name.map(CChar.init(bitPattern:)) + [0], in: folder) else { continue }
        if status.isRegular, !checksNames || isPlainText(name) {
          listing.files.append(File(name: name, status: status))
        } else {
          listing.others += 1
        }
      } catch {
        listing.fault = error
      }
    }
    return listing
  }

  private static func isPlainText(_ name: [UInt8]) -> Bool {
    if name.allSatisfy({ (0x20...0x7E).contains($0) }) { return true }
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return text.sanitized().utf8.elementsEqual(name)
  }

  private static func status(of path: [CChar], in folder: borrowing Descriptor) throws(SystemError) -> stat? {
    var status = stat()
    guard fstatat(folder.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError.last
    }
    return status
  }

  /// Reads all bytes of a file. Returns nil if the file is too large, or if the keyboard has removed, replaced or
  /// shortened the file since the listing.
  private static func read(_ file: File, in folder: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
    guard file.size <= DataContainer.Limit.fileBytes else { return nil }
    let number = openat(folder.number, file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if number < 0 && errno == ENOENT { return nil }
    let descriptor = try Descriptor(number)
    guard try descriptor.status().st_ino == file.status.st_ino else { return nil }
    return try descriptor.read(count: file.size, at: 0)
  }
}
