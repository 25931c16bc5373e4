internal import Glibc
internal import KeyboardProtocol

extension ProcessGauge {
  /// Whether one of the process's threads runs, or would if a processor were free.
  var anyThreadRuns: Bool { anyThread { $0 == UInt8(ascii: "R") } ?? false }

  /// Whether all of the process's threads have stopped or ended; false where that cannot be read.
  var allThreadsHaveStopped: Bool { anyThread { !"TtZX".utf8.contains($0) } == false }

  /// Whether a thread has a state that is accepted; nil where the states cannot be read.
  private func anyThread(_ accepts: (UInt8) -> Bool) -> Bool? {
    let number = openat(tasks.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // The folder of a process that has ended is gone.
    guard number >= 0 else { return errno == ENOENT || errno == ESRCH ? false : nil }
    guard let folder = fdopendir(number) else {
      close(number)
      return nil
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let state: UInt8? = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { self.state(of: String(cString: $0)) }
      }
      guard let state else { continue }
      if accepts(state) { return true }
    }
    return false
  }

  /// The letter for what a thread does; nil for what is none, or has ended.
  private func state(of thread: String) -> UInt8? {
    guard !thread.hasPrefix(".") else { return nil }
    let file = openat(tasks.rawValue, "\(thread)/stat", O_RDONLY | O_CLOEXEC)
    // What cannot be read may run.
    guard file >= 0 else { return errno == ENOENT || errno == ESRCH ? nil : UInt8(ascii: "?") }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      // The name stands in parentheses and may hold anything.
      guard let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
      return buffer[end + 2]
    }
  }
}
