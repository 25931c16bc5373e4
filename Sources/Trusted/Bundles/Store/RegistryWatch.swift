package import Diagnostics
internal import Foundation

/// Tells when the registry's file was replaced or removed, by whichever process: a watch of its folder (inotify(7)).
package final class RegistryWatch {
  private let events: Descriptor
  private let folder: String
  private let name: [UInt8]
  /// Whether the folder is no longer the one that is watched.
  private var isLost = false

  /// Begins to watch; the folder is made where there is none yet.
  package init(_ folders: KlavaFolders) throws(Diagnostic) {
    folder = folders.config
    name = Array((folders.registry.split(separator: "/").last ?? "").utf8)
    try StateFile.createFolder(folder)
    do throws(SystemError) {
      events = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
      try watch()
    } catch {
      throw Diagnostic.system(.stateUnreadable, folder, errno: error.number)
    }
  }

  /// Readable when ``takeChange()`` has something new to look at.
  package var descriptor: Int32 { events.number }

  /// Whether the file may be another one than when this was last asked. Never waits.
  ///
  /// A folder that was taken away, and is not watched any more, may always have changed.
  package func takeChange() -> Bool {
    var hasChanged = isLost
    // Asked again and again while a person waits: so little that nothing is allocated, and one event always fits.
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
        // Still away; whoever asks reads the file itself, or finds that there is none.
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
      if isUnknown || name.elementsEqual(self.name) { result = true }
    }
    return result
  }
}
