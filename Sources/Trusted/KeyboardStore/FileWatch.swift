package import Diagnostics
internal import Foundation
internal import HostFiles
internal import SystemSupport

/// A watch (inotify(7)) for changes that any process makes to a file with the user's choices.
package final class FileWatch {
  private let events: Descriptor
  private let folder: String
  /// The name of the file; nil for all files of the folder.
  private let name: [UInt8]?
  /// Whether the watched folder was moved or removed, so that the watch must start again.
  private var isLost = false

  /// Starts a watch of the registry's file. Creates the folder if there is none.
  package static func registry(in folders: KlavaFolders) throws(Diagnostic) -> FileWatch {
    try FileWatch(folders.config, name: folders.registry.split(separator: "/").last.map(String.init))
  }

  /// Starts a watch of the settings files of all keyboards. Creates the folder if there is none.
  package static func settings(in folders: KlavaFolders) throws(Diagnostic) -> FileWatch {
    try FileWatch(StateFile.parent(of: folders.settings(of: "")), name: nil)
  }

  private init(_ folder: String, name: String?) throws(Diagnostic) {
    self.folder = folder
    self.name = name.map { Array($0.utf8) }
    try StateFile.createFolder(folder)
    do throws(SystemError) {
      events = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
      try watch()
    } catch {
      throw Diagnostic.system(.stateUnreadable, folder, errno: error.number)
    }
  }

  /// The descriptor of the watch. It becomes readable when ``drainChanges()`` has events to read.
  package var descriptor: Int32 { events.number }

  /// Returns whether the file may have changed since the last call. Never waits.
  ///
  /// If the folder was moved or removed, the result is true until the watch works again.
  package func drainChanges() -> Bool {
    var hasChanged = isLost
    // This runs often while the user waits. The buffer is on the stack and has space for at least one event.
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = read(events.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        if concernsFile(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { hasChanged = true }
      }
    }
    if isLost {
      do throws(SystemError) {
        try watch()
        isLost = false
      } catch {
        // The folder is still missing. The caller finds that out when it reads the file.
        return true
      }
    }
    return hasChanged
  }

  private func watch() throws(SystemError) {
    let mask = IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    guard inotify_add_watch(events.number, folder, UInt32(mask)) >= 0 else { throw SystemError.last }
  }

  private func concernsFile(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let headerSize = MemoryLayout<inotify_event>.size
    var rest = bytes[...]
    var result = false
    while rest.count >= headerSize {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let length = headerSize + Int(event.len)
      let name = rest.prefix(length).dropFirst(headerSize).prefix { $0 != 0 }
      rest = rest.dropFirst(length)
      if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 { isLost = true }
      let isUnknown = event.mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF) != 0
      if isUnknown || self.name.map(name.elementsEqual) ?? true { result = true }
    }
    return result
  }
}
