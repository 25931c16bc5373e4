internal import KeyboardLink
internal import Glibc

extension ProcessGauge {
  /// Whether a thread of the process is running or waits for a processor.
  var anyThreadRuns: Bool { anyThread { $0 == UInt8(ascii: "R") } ?? false }

  /// Whether all threads of the process have stopped or ended; false if the states cannot be read.
  var allThreadsHaveStopped: Bool { anyThread { !"TtZX".utf8.contains($0) } == false }

  /// Whether `accepts` returns true for the state of a thread; nil if the states cannot be read.
  private func anyThread(_ accepts: (UInt8) -> Bool) -> Bool? {
    let number = openat(tasks.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // The folder does not exist once the process has ended.
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

  /// Returns the state letter of a thread; nil for an entry that is not a thread or a thread that has ended.
  private func state(of thread: String) -> UInt8? {
    guard !thread.hasPrefix(".") else { return nil }
    let file = openat(tasks.rawValue, "\(thread)/stat", O_RDONLY | O_CLOEXEC)
    // The thread may be running if its state cannot be read.
    guard file >= 0 else { return errno == ENOENT || errno == ESRCH ? nil : UInt8(ascii: "?") }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      // The thread's name stands in parentheses and may contain any character.
      guard let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
      return buffer[end + 2]
    }
  }
}
