internal import Glibc
internal import LinuxShims

/// The resources that a process uses at one moment.
package struct ProcessUse: Hashable, Sendable {
  /// Private memory in bytes: memory that the process shares with no other process.
  package var memory: UInt64
  /// The number of threads.
  package var threads: Int
  /// The number of open descriptors; 0 if unknown. Before Linux 6.2 only the process itself can report the number.
  package var descriptors: Int
}

/// Measures one process repeatedly, each time in about a microsecond. The gauge opens the process's files in /proc only
/// once, when it is created.
///
/// For a process that is measured rarely, use ``ProcessStatus``.
package struct ProcessGauge: ~Copyable {
  private let statm: Descriptor
  private let tasks: Descriptor
  /// A descriptor (O_PATH) of the folder `fd`, because this user may stat the folder but not list it.
  private let descriptors: Descriptor

  /// Creates a gauge for a process.
  ///
  /// - Throws: The kernel's error if /proc does not show the process to this user.
  package init(_ process: Int32) throws(SystemError) {
    // Open all files through one descriptor of the process's folder in /proc. The descriptor refers to the measured
    // process, even if the kernel reuses the process ID.
    let folder = try Descriptor(open("/proc/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    let statm = try Descriptor(openat(folder.number, "statm", O_RDONLY | O_CLOEXEC))
    let tasks = try Descriptor(openat(folder.number, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    descriptors = try Descriptor(klv_name_at(folder.number, "fd"))
    self.statm = statm
    self.tasks = tasks
  }

  /// Returns the resources that the process uses now; nil if the process has ended.
  package func read() -> ProcessUse? {
    var status = stat()
    guard let pages = readPages(), pages.resident > 0, fstat(tasks.number, &status) == 0 else { return nil }
    // Count only the resident pages of the process that are not shared. Pages of files and shared memory, such as the
    // link and the libraries, do not count.
    let own = pages.resident > pages.shared ? pages.resident - pages.shared : 0
    // The folder `task` has two links, and one more link for each thread.
    let threads = max(0, Int(status.st_nlink) - 2)
    guard fstat(descriptors.number, &status) == 0 else { return nil }
    return ProcessUse(memory: own * Self.pageSize, threads: threads, descriptors: Int(status.st_size))
  }

  /// Whether a thread of the process is running or waits for a processor.
  package var anyThreadRuns: Bool { anyThread { $0 == "R" } ?? false }

  /// Whether all threads of the process have stopped or ended; false if the states cannot be read.
  package var allThreadsHaveStopped: Bool { anyThread { !"TtZX".contains($0) } == false }

  /// Whether `accepts` returns true for the state of any thread; nil if the states cannot be read.
  private func anyThread(_ accepts: (Character) -> Bool) -> Bool? {
    do throws(SystemError) {
      for thread in try folderNames(of: tasks, limit: .max) {
        let state = state(of: String(decoding: thread, as: UTF8.self))
        if let state, accepts(state) { return true }
      }
      return false
    } catch {
      // If the process has ended, its folder in /proc does not exist, so the process has no threads.
      return error.hasEnded ? false : nil
    }
  }

  /// Returns the state of a thread; nil if the thread has ended. If the state cannot be read, returns `?`, because the
  /// thread may be running.
  private func state(of thread: String) -> Character? {
    do throws(SystemError) {
      let file = try Descriptor(openat(tasks.number, "\(thread)/stat", O_RDONLY | O_CLOEXEC))
      return ProcessStatus.fields(ofStat: String(decoding: try file.read(limit: 256), as: UTF8.self)).first?.first
    } catch {
      return error.hasEnded ? nil : "?"
    }
  }

  private static let pageSize = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  /// Returns the second and third number of `statm`, in pages.
  private func readPages() -> (resident: UInt64, shared: UInt64)? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(statm.number, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      // The kernel writes decimal numbers with one space after each. The host calls this method after turns, so for
      // speed the code creates no array of the numbers.
      var index = 0
      func number() -> UInt64? {
        var value: UInt64 = 0
        while index < count {
          let byte = buffer[index]
          index += 1
          if byte == UInt8(ascii: " ") { return value }
          value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        }
        return nil
      }
      guard number() != nil, let resident = number(), let shared = number() else { return nil }
      return (resident, shared)
    }
  }
}

extension SystemError {
  /// Whether the error means that a process or a thread has ended.
  fileprivate var hasEnded: Bool { number == ENOENT || number == ESRCH }
}
