package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import LinuxShims
internal import SystemSupport

/// A watch (inotify(7)) for changes to the sources of a project.
///
/// The watch ignores hidden files and folders, and folders with the file `CACHEDIR.TAG`, which marks the products of
/// tools such as Cargo.
package final class ProjectWatch: Sendable {
  private let folder: URL
  private let events: Descriptor

  /// The time in milliseconds to wait for more changes after each change, because editors write a file in several
  /// steps.
  private static let pause: Int32 = 30
  /// The largest size in bytes of a file whose content the watch compares. For a larger file, the watch compares the
  /// size and the modification time.
  private static let comparedSize = 1 << 20

  /// Starts to watch a folder.
  ///
  /// - Throws: `systemCallFailed` if the system cannot watch the folder.
  package init(_ folder: String) throws(Diagnostic) {
    self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    do throws(SystemError) {
      events = try Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    } catch {
      throw Diagnostic.system(.systemCallFailed, folder, errno: error.number)
    }
    try watch(self.folder)
  }

  private func watch(_ folder: URL) throws(Diagnostic) {
    let mask = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_ONLYDIR
    if inotify_add_watch(events.number, folder.path, UInt32(mask)) < 0, errno != ENOENT {
      throw Diagnostic.system(.systemCallFailed, folder.path, errno: errno)
    }
  }

  /// Waits for a change in the project's folder, and then until no more changes follow for a short time.
  ///
  /// - Throws: `systemCallFailed` if the system cannot wait, or cannot watch a new folder.
  package func waitForChange() throws(Diagnostic) {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    var wait: Int32 = -1
    while true {
      var descriptor = pollfd(fd: events.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, wait)
      if ready == 0 { return }
      guard ready > 0 || errno == EINTR else { throw Diagnostic(.systemCallFailed, "poll") }
      while read(events.number, &buffer, buffer.count) > 0 { wait = Self.pause }
    }
  }

  /// Returns a value that changes whenever the content of the project's sources changes. Each call of this method also
  /// starts to watch new folders.
  ///
  /// - Throws: A diagnostic if the kernel refuses another watch.
  package func fingerprint() throws(Diagnostic) -> Int {
    var result = 0
    var folders = [folder]
    while let next = folders.popLast() {
      try watch(next)
      // Skip a file that disappears during this call, because its removal changes the next fingerprint.
      let children = try? FileManager.default.contentsOfDirectory(atPath: next.path)
      guard let children, !children.contains("CACHEDIR.TAG") else { continue }
      for name in children where !name.hasPrefix(".") {
        let child = next.appending(path: name, directoryHint: .notDirectory)
        var status = stat()
        guard lstat(child.path, &status) == 0 else { continue }
        if status.isFolder { folders.append(child) }
        guard status.isRegular else { continue }
        var hasher = Hasher()
        hasher.combine(child.path)
        if status.st_size <= Self.comparedSize, let content = try? Data(contentsOf: child) {
          hasher.combine(content.count)
          content.withUnsafeBytes { hasher.combine(bytes: $0) }
        } else {
          hasher.combine(status.st_size)
          hasher.combine(status.st_mtim.tv_sec)
          hasher.combine(status.st_mtim.tv_nsec)
        }
        // Combine the hashes by XOR, because the order of a folder's files is not fixed.
        result ^= hasher.finalize()
      }
    }
    return result
  }
}
