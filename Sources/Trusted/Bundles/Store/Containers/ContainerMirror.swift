package import Diagnostics
internal import Foundation

/// A keyboard's container in the memory of one process, and the container on disk that the host copies its files to.
///
/// A keyboard with real paths writes at any moment, also between turns. Its files are therefore in a tmpfs, whose size the
/// kernel limits. The host copies the user's files there before the keyboard's code runs. It copies changed files back in
/// pauses, and once the process has ended. The host does not trust the content: it copies only ordinary files whose names
/// are plain text, and copies nothing while the tmpfs holds more than a container may.
package final class ContainerMirror {
  private let stored: KeyboardContainer
  /// The container in memory; nil before ``attach(_:)``, and after ``finish(unless:)``.
  private var memory: KeyboardContainer?
  /// The user's folder, held open to notice when the user removes it. Nil until all files are in memory.
  private var place: SharedDescriptor?
  /// The stamp of each file in memory at the moment when the file on disk last had the same bytes.
  private var kept: [[UInt8]: Stamp] = [:]
  /// The stamps of the user's files that are already in memory, while ``fill(unless:)`` is not complete.
  private var copied: [[UInt8]: Stamp] = [:]
  private var notedFaults: Set<String> = []
  private let isWanted: () -> Bool
  private let route: (KeyboardContainer) -> Void
  private let note: (String) -> Void
  private let finishPredecessors: (() -> Bool) -> Bool
  private let didEnd: (ContainerMirror) -> Void

  /// The part of a file's status that any write changes.
  ///
  /// The host sets the time to a whole second whenever it has copied the file. The process cannot set times. So any later
  /// write changes the stamp, however soon it comes.
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

  /// An ordinary file in one of the folders.
  private struct File {
    let name: [UInt8]
    let status: stat

    var path: [CChar] { name.map(CChar.init(bitPattern:)) + [0] }
    var size: Int { Int(clamping: status.st_size) }
    /// The bytes that the file counts against the limit.
    var counted: Int { KeyboardContainer.Usage.counted(size) }
    var stamp: Stamp { Stamp(status, modified: status.st_mtim) }
    /// The time of its last change in whole seconds.
    var second: timespec { timespec(tv_sec: status.st_mtim.tv_sec, tv_nsec: 0) }
  }

  /// The content of a folder.
  private struct Listing {
    /// Ordinary files whose names are plain text.
    var files: [File] = []
    /// The number of other entries.
    var others = 0
    /// Why the status of an entry could not be read; nil if all could.
    var fault: SystemError?
  }

  /// The mirror of a user's container, before any process has it.
  ///
  /// - Parameters:
  ///   - stored: The user's container.
  ///   - isWanted: Whether the user still has the keyboard. The host keeps no files of a removed keyboard.
  ///   - route: Receives the container that the host's own functions use: the one in memory while the process lives.
  ///   - note: Receives a sentence for each kind of failure, once in the life of a process.
  ///   - finishPredecessors: Finishes the mirrors of earlier processes of the keyboard, and returns whether all are finished.
  ///   - didEnd: Receives this mirror when the process has ended, to finish it.
  package init(
    of stored: KeyboardContainer, isWanted: @escaping () -> Bool = { true },
    route: @escaping (KeyboardContainer) -> Void = { _ in }, note: @escaping (String) -> Void = { _ in },
    finishPredecessors: @escaping (() -> Bool) -> Bool = { _ in true },
    didEnd: @escaping (ContainerMirror) -> Void = { _ = $0.finish() }
  ) {
    self.finishPredecessors = finishPredecessors
    self.didEnd = didEnd
    self.stored = stored
    self.isWanted = isWanted
    self.route = route
    self.note = note
  }

  /// Uses this folder as the container in memory. Nothing has written to it yet.
  ///
  /// - Parameter descriptor: A descriptor of the folder, which the mirror closes; -1 if the process sent none.
  package func attach(_ descriptor: Int32) throws(Diagnostic) {
    do {
      memory = KeyboardContainer(stored, inMemory: try Descriptor(descriptor))
    } catch {
      throw Diagnostic.system(.stateUnreadable, stored.path, errno: error.number)
    }
  }

  /// Copies the user's files to memory. Call it before any of the keyboard's code runs.
  ///
  /// A file that cannot be read fails the whole call: a keyboard that started without the file could replace it.
  ///
  /// - Parameter isOver: Whether the host has other work, asked before each file.
  /// - Returns: Whether all files are in memory. If not, call it again later.
  package func fill(unless isOver: () -> Bool = { false }) throws(Diagnostic) -> Bool {
    if place != nil { return true }
    guard finishPredecessors(isOver) else { return false }
    do {
      _ = try stored.folder()
      guard let memory, let folder = try memory.openFolder(), let source = try stored.openFolder() else {
        throw SystemError(ENOENT)
      }
      // The host has written these names, so it does not check them again.
      guard let listing = try Self.list(source, checksNames: false, unless: isOver) else { return false }
      if let fault = listing.fault { throw fault }
      // Another process of the host may have removed files since the last call.
      for name in Set(copied.keys).subtracting(listing.files.map(\.name)) {
        unlinkat(folder.number, name.map(CChar.init(bitPattern:)) + [0], 0)
        (copied[name], kept[name]) = (nil, nil)
      }
      for file in listing.files where copied[file.name] != file.stamp {
        if isOver() { return false }
        guard let bytes = try Self.read(file, in: source) else { continue }
        // In place: the tmpfs has no inode and no page more than a container may hold, and nobody reads it yet.
        try KeyboardContainer.overwrite(file.path, in: folder, with: bytes, modified: file.second)
        let status = try Self.status(of: file.path, in: folder)
        kept[file.name] = status.map { Stamp($0, modified: file.second) }
        copied[file.name] = file.stamp
      }
      copied = [:]
      place = SharedDescriptor(source)
      route(memory)
      return true
    } catch let problem as Diagnostic {
      throw problem
    } catch {
      throw Diagnostic.system(.stateUnreadable, stored.path, errno: (error as? SystemError)?.number ?? EIO)
    }
  }

  /// Bytes of memory that the container in memory takes; 0 without one.
  package var bytesInMemory: UInt64 {
    memory?.bytesInFileSystem ?? 0
  }

  /// Copies changed files to the disk. The host skips a file that fails, notes that, and tries it again in the next call.
  ///
  /// - Parameter isOver: Whether the host has other work, asked before each file. The other files wait for the next call.
  /// - Returns: The content of the container in memory if that is more than a container may hold. The host copies nothing
  ///   then.
  package func keep(unless isOver: () -> Bool = { false }) -> KeyboardContainer.Usage? {
    guard let memory, place != nil, isWanted() else { return nil }
    do {
      guard let folder = try memory.openFolder() else { return nil }
      guard let listing = try Self.list(folder, unless: isOver) else { return nil }
      var usage = KeyboardContainer.Usage()
      usage.files = listing.files.count + listing.others
      for file in listing.files { usage.bytes += file.counted }
      if usage.isTooMuch { return usage }
      if listing.others > 0 { noteFault("the host keeps only regular files with plain names") }
      if let fault = listing.fault { noteFault(fault) }
      try noticeRemoval(of: listing.files, in: folder)
      let changed = listing.files.filter { kept[$0.name] != $0.stamp }
      let gone = Set(kept.keys).subtracting(listing.files.map(\.name))
      if changed.isEmpty && gone.isEmpty { return nil }
      try keep(changed, without: gone, from: folder, unless: isOver)
    } catch {
      noteFault("the host could not keep its files: \(error)")
    }
    return nil
  }

  /// Call it when the process has ended. ``finish(unless:)`` copies the files later, because a user may wait for the host
  /// now.
  package func end() {
    guard memory != nil else { return }
    guard place != nil else {
      memory = nil
      return
    }
    didEnd(self)
  }

  /// Copies the last changes to the disk after the process has ended, and closes the container in memory.
  ///
  /// - Parameter isOver: Whether the host has other work, asked before each file.
  /// - Returns: Whether the work is complete. If not, call it again later.
  package func finish(unless isOver: () -> Bool = { false }) -> Bool {
    guard memory != nil else { return true }
    if keep(unless: isOver) != nil {
      noteFault("the host did not keep the last changes: the data container is full")
    } else if isOver() {
      return false
    }
    memory = nil
    place = nil
    route(stored)
    return true
  }

  /// The name of the file is not in the note: the keyboard chose it.
  private func noteFault(_ error: SystemError) { noteFault("the host could not keep a file: \(error)") }

  private func noteFault(_ message: String) {
    if notedFaults.insert(message).inserted { note(message) }
  }

  /// If the user has removed the folder (`klava settings ID --clear`), removes its files from memory too.
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
    _ changed: [File], without gone: Set<[UInt8]>, from folder: borrowing Descriptor, unless isOver: () -> Bool
  ) throws(SystemError) {
    guard let place else { return }
    let target = try Descriptor(openat(place.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    // Another process of the host may have stored files there too.
    var sizes: [[UInt8]: Int] = [:]
    guard let listing = try Self.list(target, checksNames: false, unless: isOver) else { return }
    for file in listing.files { sizes[file.name] = file.counted }
    var held = sizes.values.reduce(0, +)
    let growths = changed.map { ($0, $0.counted - (sizes[$0.name] ?? 0)) }.sorted { $0.1 < $1.1 }
    let lost = gone.reduce(0) { $0 + (sizes[$1] ?? 0) }
    let count = Set(sizes.keys).subtracting(gone).union(changed.map(\.name)).count
    guard held + growths.reduce(0, { $0 + $1.1 }) - lost <= KeyboardContainer.Limit.bytes,
      count <= KeyboardContainer.Limit.files
    else { throw SystemError(EDQUOT) }
    func attempt(_ body: () throws(SystemError) -> Void) {
      do throws(SystemError) { try body() } catch { noteFault(error) }
    }
    func removeGone() {
      for name in gone where kept[name] != nil {
        attempt { () throws(SystemError) in
          let path = name.map(CChar.init(bitPattern:)) + [0]
          // If the process renamed a file to this name during the listing, the next call keeps that file.
          guard try Self.status(of: path, in: folder) == nil else { return }
          guard unlinkat(target.number, path, 0) == 0 || errno == ENOENT else { throw SystemError.last }
          kept[name] = nil
          held -= sizes.removeValue(forKey: name) ?? 0
        }
      }
    }
    func fits(_ file: File, inPlaceOf old: Int?) -> Bool {
      held - (old ?? 0) + file.counted <= KeyboardContainer.Limit.bytes
        && sizes.count - (old == nil ? 0 : 1) < KeyboardContainer.Limit.files
    }
    func makeRoom(for file: File) throws(SystemError) {
      if fits(file, inPlaceOf: nil) { return }
      removeGone()
      if fits(file, inPlaceOf: nil) { return }
      // If the disk cannot have both, the old file goes first. There is no room at all if an earlier file failed.
      guard let old = sizes[file.name], old >= file.counted || fits(file, inPlaceOf: old) else {
        throw SystemError(EDQUOT)
      }
      guard unlinkat(target.number, file.path, 0) == 0 || errno == ENOENT else { throw SystemError.last }
      held -= old
      sizes[file.name] = nil
    }
    func keep(_ file: File) throws(SystemError) {
      // Before the read: a write that comes meanwhile changes the time again.
      guard utimensat(folder.number, file.path, [file.second, file.second], AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return }
        throw SystemError.last
      }
      guard let bytes = try Self.read(file, in: folder) else { return }
      try makeRoom(for: file)
      try KeyboardContainer.replace(file.path, in: target, with: bytes, modified: file.second)
      held += file.counted - (sizes[file.name] ?? 0)
      sizes[file.name] = file.counted
      kept[file.name] = Stamp(file.status, modified: file.second)
    }
    // Files that shrink come first: they make room for those that grow.
    for (file, _) in growths {
      if isOver() { return }
      attempt { () throws(SystemError) in try keep(file) }
    }
    removeGone()
  }

  /// The content of a folder; nil if the host has other work before the listing is complete.
  ///
  /// - Parameter checksNames: Whether files whose names are not plain text count as other entries.
  private static func list(
    _ folder: borrowing Descriptor, checksNames: Bool = true, unless isOver: () -> Bool
  ) throws(SystemError) -> Listing? {
    var listing = Listing()
    for name in try folderNames(of: folder, limit: KeyboardContainer.Limit.files + 2)
    where !name.elementsEqual(KeyboardContainer.aside.utf8) {
      // Checking a name can take 100 µs, and the keyboard chose it.
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

  /// All bytes of a file; nil if the name now leads to another file, or the file is now shorter or larger than a file may be.
  private static func read(_ file: File, in folder: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
    guard file.size <= KeyboardContainer.Limit.fileBytes else { return nil }
    let number = openat(folder.number, file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if number < 0 && errno == ENOENT { return nil }
    let descriptor = try Descriptor(number)
    guard try descriptor.status().st_ino == file.status.st_ino else { return nil }
    return try descriptor.read(count: file.size, at: 0)
  }
}
