package import Diagnostics
internal import Glibc
internal import HostFiles
internal import LinuxShims
internal import Synchronization
internal import SystemSupport

/// A watch on the registry's file or on the settings files. The watch notices changes by all processes.
///
/// All watches of a process share one inotify(7) instance, because the kernel permits only 128 instances for each user
/// by default.
package final class FileWatch: Sendable {
  private let inotify: Inotify
  private let folder: String
  /// An eventfd(2) that becomes readable when another watch has read events about the file of this watch.
  private let signal: Descriptor

  /// Starts to watch the registry's file. Creates the folder of the file if it is missing.
  ///
  /// - Throws: `stateUnwritable` if the host cannot create the folder, or `stateUnreadable` if the host cannot
  ///   watch the folder.
  package static func registry(in folders: KlavaFolders) throws(Diagnostic) -> FileWatch {
    try FileWatch(folders.config, name: folders.registry.split(separator: "/").last.map(String.init))
  }

  /// Starts to watch the settings files of all keyboards. Creates the folder of the files if it is missing.
  ///
  /// - Throws: `stateUnwritable` if the host cannot create the folder, or `stateUnreadable` if the host cannot
  ///   watch the folder.
  package static func settings(in folders: KlavaFolders) throws(Diagnostic) -> FileWatch {
    try FileWatch(StateFile.parent(of: folders.settings(of: "")), name: nil)
  }

  private init(_ folder: String, name: String?) throws(Diagnostic) {
    self.folder = folder
    try StateFile.createFolder(folder)
    do throws(SystemError) {
      signal = try Descriptor(klv_eventfd_create())
      inotify = try Inotify.shared()
      try inotify.add(ObjectIdentifier(self), folder, name: name.map { Array($0.utf8) }, signal: signal.number)
    } catch {
      throw Diagnostic.system(.stateUnreadable, folder, errno: error.number)
    }
  }

  deinit { inotify.remove(ObjectIdentifier(self)) }

  /// The descriptors of the watch. When a descriptor becomes readable, call ``drainChanges()``. A descriptor can become
  /// readable even if the watched file has not changed.
  package var descriptors: [Int32] { [inotify.descriptor, signal.number] }

  /// Returns whether the watched file may have changed since the last call. Never waits.
  ///
  /// If a process has moved or removed the folder, the result is true until a folder exists at the path again.
  package func drainChanges() -> Bool { inotify.drainChanges(of: ObjectIdentifier(self), folder) }

  /// Reports the last change a second time: a descriptor becomes readable, and the next call of ``drainChanges()``
  /// returns true.
  ///
  /// Call this method if one part of the program has called ``drainChanges()``, but another part must notice the change
  /// too.
  package func repeatChange() { inotify.repeatChange(of: ObjectIdentifier(self)) }
}

/// The inotify(7) instance of the process. The instance closes when no watch uses it any more.
private final class Inotify: Sendable {
  private struct Weak: Sendable { weak var instance: Inotify? }

  private struct Member {
    /// The name of the watched file; nil for all files of the folder.
    let name: [UInt8]?
    let signal: Int32
    /// The inotify(7) watch descriptor of the folder; nil after a process moved or removed the folder. After a move or
    /// removal, ``drainChanges(of:_:)`` starts to watch the folder again.
    var watch: Int32?
    var hasChanged = false
    var isSignaled = false
  }

  private static let current = Mutex(Weak())
  private let events: Descriptor
  private let members = Mutex<[ObjectIdentifier: Member]>([:])

  private init() throws(SystemError) { events = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))) }

  /// Returns the shared instance of the process. Creates the instance for the first watch.
  static func shared() throws(SystemError) -> Inotify {
    let result = current.withLock { current -> Result<Inotify, SystemError> in
      if let instance = current.instance { return .success(instance) }
      return Result { () throws(SystemError) in
        let instance = try Inotify()
        current.instance = instance
        return instance
      }
    }
    return try result.get()
  }

  var descriptor: Int32 { events.number }

  /// Starts to watch a folder.
  func add(_ identifier: ObjectIdentifier, _ folder: String, name: [UInt8]?, signal: Int32) throws(SystemError) {
    let error = members.withLock { members -> SystemError? in
      // Read all waiting events first, because the new watch must not report older changes.
      readEvents(&members, reader: nil)
      do throws(SystemError) {
        members[identifier] = Member(name: name, signal: signal, watch: try watch(folder))
        return nil
      } catch {
        return error
      }
    }
    if let error { throw error }
  }

  /// Ends a watch of this instance.
  func remove(_ identifier: ObjectIdentifier) {
    members.withLock { members in
      guard let watch = members.removeValue(forKey: identifier)?.watch else { return }
      if !members.values.contains(where: { $0.watch == watch }) { inotify_rm_watch(events.number, watch) }
    }
  }

  /// Reads the events of all watches. Returns whether the file of the watch `identifier` may have changed since the
  /// last call for this watch.
  func drainChanges(of identifier: ObjectIdentifier, _ folder: String) -> Bool {
    members.withLock { members in
      readEvents(&members, reader: identifier)
      guard var member = members[identifier] else { return true }
      var hasChanged = member.hasChanged
      if member.isSignaled { klv_eventfd_drain(member.signal) }
      (member.hasChanged, member.isSignaled) = (false, false)
      if member.watch == nil {
        hasChanged = true
        do throws(SystemError) {
          member.watch = try watch(folder)
        } catch {
          // The folder is still missing. The caller detects the missing folder when it reads the file.
          member.watch = nil
        }
      }
      // Write to the dictionary only after a change. This code runs often while the user waits, and usually nothing has
      // changed.
      if hasChanged { members[identifier] = member }
      return hasChanged
    }
  }

  func repeatChange(of identifier: ObjectIdentifier) {
    members.withLock { members in
      guard var member = members[identifier] else { return }
      (member.hasChanged, member.isSignaled) = (true, true)
      members[identifier] = member
      klv_eventfd_signal(member.signal)
    }
  }

  private func watch(_ folder: String) throws(SystemError) -> Int32 {
    let mask = IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    let watch = inotify_add_watch(events.number, folder, UInt32(mask))
    guard watch >= 0 else { throw SystemError.last }
    return watch
  }

  /// Reads all waiting events. The buffer is on the stack and has space for at least one event.
  private func readEvents(_ members: inout [ObjectIdentifier: Member], reader: ObjectIdentifier?) {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = read(events.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        distribute(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &members, reader: reader)
      }
    }
  }

  /// Records each event for the watches that it concerns, and signals these watches, except the watch that reads the
  /// events.
  private func distribute(
    _ bytes: UnsafeRawBufferPointer, _ members: inout [ObjectIdentifier: Member], reader: ObjectIdentifier?
  ) {
    let headerSize = MemoryLayout<inotify_event>.size
    var rest = bytes[...]
    while rest.count >= headerSize {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let length = headerSize + Int(event.len)
      let name = rest.prefix(length).dropFirst(headerSize).prefix { $0 != 0 }
      rest = rest.dropFirst(length)
      let isLost = event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0
      let isUnknown = isLost || event.mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF) != 0
      let isForAll = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      for (identifier, member) in members where isForAll || member.watch == event.wd {
        guard isUnknown || member.name.map(name.elementsEqual) ?? true else { continue }
        var member = member
        if isLost { member.watch = nil }
        member.hasChanged = true
        if identifier != reader, !member.isSignaled {
          klv_eventfd_signal(member.signal)
          member.isSignaled = true
        }
        members[identifier] = member
      }
      // Remove the watch descriptor of a moved folder, because no watch uses this descriptor any more.
      if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(events.number, event.wd) }
    }
  }
}
