internal import Foundation

/// A container as one process has it in memory, and the user's container that its files are kept in.
///
/// A keyboard with real paths writes at any moment, also between turns, so its files are in a tmpfs that the kernel bounds.
/// The host copies the user's files there before the keyboard's code runs, and copies back what changed: in pauses, and
/// when the process has ended. What the process holds is not trusted: only ordinary files whose names are plain text are
/// copied, and nothing at all once they are more than a container may hold.
package final class ContainerMirror {
  private let stored: KeyboardContainer
  /// What of it the process has; nil before it was made, and once the process has ended.
  private var memory: KeyboardContainer?
  /// The user's folder, held open: it tells when the user has removed it. Nil before all files are in memory.
  private var place: SharedDescriptor?
  /// What each file in memory looked like when the user's was last the same.
  private var kept: [[UInt8]: Stamp] = [:]
  /// What the user's files looked like that are in memory already, until all are.
  private var copied: [[UInt8]: Stamp] = [:]
  private var hasNotedFault = false
  private let isWanted: () -> Bool
  private let route: (KeyboardContainer) -> Void
  private let note: (String) -> Void
  private let finishPredecessors: (() -> Bool) -> Bool
  private let didEnd: (ContainerMirror) -> Void

  /// What changes when a file does. The host sets the time to a whole second whenever it has copied the file, and the
  /// process cannot set it, so any later write shows, however soon it comes.
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
    var stamp: Stamp { Stamp(status, modified: status.st_mtim) }
    /// The time of its last change in whole seconds.
    var second: timespec { timespec(tv_sec: status.st_mtim.tv_sec, tv_nsec: 0) }
  }

  /// The mirror of a user's container; no process has it yet.
  ///
  /// - Parameters:
  ///   - stored: The user's container.
  ///   - isWanted: Whether the user still has the keyboard; files of a removed one are not kept.
  ///   - route: Is told which container the host's own functions are to use: the one in memory while the process lives.
  ///   - note: Is told what could not be kept, once in the life of a process.
  ///   - finishPredecessors: Finishes the mirrors of earlier processes of the keyboard; answers whether all are finished.
  ///   - didEnd: Takes the mirror of a process that has ended, to finish it.
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

  /// Takes over the folder in memory, which nothing has written to yet.
  ///
  /// - Parameter descriptor: It is open on the folder, and closed with the mirror; -1 where the process has sent none.
  package func attach(_ descriptor: Int32) throws(Problem) {
    do {
      memory = KeyboardContainer(stored, inMemory: try Descriptor(descriptor))
    } catch {
      throw Problem.system(.stateUnreadable, stored.path, errno: error.number)
    }
  }

  /// Copies the user's files to memory; answers whether all of them are there. None of the keyboard's code may have run.
  ///
  /// - Parameter isOver: Whether somebody waits for the host, asked before each file: call it again then.
  package func fill(unless isOver: () -> Bool = { false }) throws(Problem) -> Bool {
    if place != nil { return true }
    guard finishPredecessors(isOver) else { return false }
    do {
      _ = try stored.folder()
      guard let memory, let folder = try memory.openFolder(), let source = try stored.openFolder() else {
        throw SystemError(ENOENT)
      }
      for file in try Self.files(in: source).files where copied[file.name] != file.stamp {
        if isOver() { return false }
        guard let bytes = try Self.read(file, in: source) else { continue }
        try KeyboardContainer.replace(file.path, in: folder, with: bytes, modified: file.second)
        let status = try Self.status(of: file.path, in: folder)
        kept[file.name] = status.map { Stamp($0, modified: file.second) }
        copied[file.name] = file.stamp
      }
      copied = [:]
      place = SharedDescriptor(source)
      route(memory)
      return true
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem.system(.stateUnreadable, stored.path, errno: (error as? SystemError)?.number ?? EIO)
    }
  }

  /// Keeps what changed. Answers with what the process holds where that is too much; nothing is kept then.
  ///
  /// - Parameter isOver: Whether somebody waits for the host, asked before each file: the others are kept another time.
  package func keep(unless isOver: () -> Bool = { false }) -> KeyboardContainer.Usage? {
    guard let memory, place != nil, isWanted() else { return nil }
    do {
      guard let folder = try memory.openFolder() else { return nil }
      let (files, others) = try Self.files(in: folder)
      var usage = KeyboardContainer.Usage()
      usage.files = files.count + others
      for file in files { usage.bytes += KeyboardContainer.Usage.counted(file.size) }
      if usage.isTooMuch { return usage }
      if others > 0 { noteFault("only ordinary files are kept whose names are plain text") }
      try noticeRemoval(of: files, in: folder)
      let changed = files.filter { kept[$0.name] != $0.stamp }
      let gone = Set(kept.keys).subtracting(files.map(\.name))
      if changed.isEmpty && gone.isEmpty { return nil }
      try keep(changed, without: gone, from: folder, unless: isOver)
    } catch {
      noteFault("its files could not be kept: \(error)")
    }
    return nil
  }

  /// The process has ended. Its files are kept later, by ``finish(unless:)``: a user may wait for the host now.
  package func end() {
    guard memory != nil else { return }
    guard place != nil else {
      memory = nil
      return
    }
    didEnd(self)
  }

  /// Keeps what changed before the process ended, and lets go of the memory; answers whether all of it is done.
  ///
  /// - Parameter isOver: Whether somebody waits for the host, asked before each file: call it again then.
  package func finish(unless isOver: () -> Bool = { false }) -> Bool {
    guard memory != nil else { return true }
    if keep(unless: isOver) != nil {
      noteFault("what it stored last was not kept: it is more than its container may hold")
    } else if isOver() {
      return false
    }
    memory = nil
    place = nil
    route(stored)
    return true
  }

  private func noteFault(_ message: String) {
    guard !hasNotedFault else { return }
    hasNotedFault = true
    note(message)
  }

  /// Where the user has removed the folder (`klava settings ID --clear`), what stood in it is removed here too.
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
    for file in try Self.files(in: target).files { sizes[file.name] = KeyboardContainer.Usage.counted(file.size) }
    var held = sizes.values.reduce(0, +)
    func size(_ file: File) -> Int { KeyboardContainer.Usage.counted(file.size) }
    let growths = changed.map { ($0, size($0) - (sizes[$0.name] ?? 0)) }.sorted { $0.1 < $1.1 }
    let lost = gone.reduce(0) { $0 + (sizes[$1] ?? 0) }
    let count = Set(sizes.keys).subtracting(gone).union(changed.map(\.name)).count
    guard held + growths.reduce(0, { $0 + $1.1 }) - lost <= KeyboardContainer.Limit.bytes,
      count <= KeyboardContainer.Limit.files
    else { throw SystemError(EDQUOT) }
    func removeGone() throws(SystemError) {
      for name in gone where kept[name] != nil {
        let path = name.map(CChar.init(bitPattern:)) + [0]
        // A file that was renamed to this name while the folder was listed is kept next time.
        guard try Self.status(of: path, in: folder) == nil else { continue }
        kept[name] = nil
        guard unlinkat(target.number, path, 0) == 0 || errno == ENOENT else { throw SystemError.last }
        held -= sizes.removeValue(forKey: name) ?? 0
      }
    }
    func hasRoom(for file: File) -> Bool {
      held + size(file) <= KeyboardContainer.Limit.bytes && sizes.count < KeyboardContainer.Limit.files
    }
    // What shrinks makes room for what grows.
    for (file, _) in growths {
      if isOver() { return }
      // Before it is read: a write that comes meanwhile moves it away again.
      let times = [file.second, file.second]
      guard utimensat(folder.number, file.path, times, AT_SYMLINK_NOFOLLOW) == 0,
        let bytes = try Self.read(file, in: folder)
      else { continue }
      // The file is there twice until it has its name. Only where there is no room for that the old one goes first.
      if !hasRoom(for: file) { try removeGone() }
      if !hasRoom(for: file), let old = sizes.removeValue(forKey: file.name) {
        unlinkat(target.number, file.path, 0)
        held -= old
      }
      try KeyboardContainer.replace(file.path, in: target, with: bytes, modified: file.second)
      held += size(file) - (sizes[file.name] ?? 0)
      sizes[file.name] = size(file)
      kept[file.name] = Stamp(file.status, modified: file.second)
    }
    try removeGone()
  }

  /// The ordinary files in a folder whose names are plain text, and how many other things there are.
  private static func files(in folder: borrowing Descriptor) throws(SystemError) -> (files: [File], others: Int) {
    var files: [File] = []
    var others = 0
    for name in try folderNames(of: folder, limit: KeyboardContainer.Limit.files + 2) {
      let path = name.map(CChar.init(bitPattern:)) + [0]
      guard let status = try status(of: path, in: folder) else { continue }
      let isWhole = !name.elementsEqual(KeyboardContainer.aside.utf8)
      if status.isRegular, isWhole, isPlainText(name) {
        files.append(File(name: name, status: status))
      } else if isWhole {
        others += 1
      }
    }
    return (files, others)
  }

  private static func isPlainText(_ name: [UInt8]) -> Bool {
    if name.allSatisfy({ (0x20...0x7E).contains($0) }) { return true }
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return text.harmless().utf8.elementsEqual(name)
  }

  private static func status(of path: [CChar], in folder: borrowing Descriptor) throws(SystemError) -> stat? {
    var status = stat()
    guard fstatat(folder.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw SystemError.last
    }
    return status
  }

  /// All bytes of a file; nil where it is another one by now, or shorter, or has more bytes than a file may.
  private static func read(_ file: File, in folder: borrowing Descriptor) throws(SystemError) -> [UInt8]? {
    guard file.size <= KeyboardContainer.Limit.fileBytes else { return nil }
    let number = openat(folder.number, file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if number < 0 && errno == ENOENT { return nil }
    let descriptor = try Descriptor(number)
    guard try descriptor.status().st_ino == file.status.st_ino else { return nil }
    return try descriptor.read(count: file.size, at: 0)
  }
}
