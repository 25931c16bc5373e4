internal import Glibc
internal import LinuxShims
internal import KeyboardProtocol
package import KeyboardLink

/// The resources that a process uses at one moment.
package struct ProcessUse: Hashable, Sendable {
  /// Private memory in bytes: memory that the process shares with no other process.
  package var memory: UInt64
  /// The number of threads.
  package var threads: Int
  /// The number of open descriptors; 0 if unknown. Before Linux 6.2 only the process itself can report it.
  package var descriptors = 0

  /// Returns the limit that the process exceeds, memory before threads; nil if it exceeds none.
  func excess(over limits: KeyboardLimits) -> LimitViolation? {
    if memory > limits.memory { return LimitViolation(.memory, used: memory, most: limits.memory) }
    if threads > limits.threads {
      return LimitViolation(.threads, used: UInt64(threads), most: UInt64(limits.threads))
    }
    return nil
  }

  /// Returns the limits that the process has reached. It has not exceeded them, but it gets no more.
  func shortages(under limits: KeyboardLimits) -> Set<LimitReached> {
    var shortages: Set<LimitReached> = []
    if threads >= limits.threads { shortages.insert(.threads) }
    if descriptors >= limits.descriptors { shortages.insert(.descriptors) }
    return shortages
  }
}

/// Measures what a process uses, in about a microsecond. It opens the files in /proc once.
package struct ProcessGauge: ~Copyable {
  private let statm: OwnedDescriptor
  let tasks: OwnedDescriptor
  /// A path descriptor: this user may stat the folder but not list it.
  private let descriptors: OwnedDescriptor

  /// Creates a gauge for a process.
  ///
  /// - Throws: `LinkError` if /proc does not show the process to this user.
  package init(_ process: Int32) throws(LinkError) {
    // The files are opened through one folder, which stays this process's folder even if the kernel reuses its
    // number.
    let path = "/proc/\(process)"
    let folder = try OwnedDescriptor(owning: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), of: "open(\(path))")
    let statm = try OwnedDescriptor(
      owning: openat(folder.rawValue, "statm", O_RDONLY | O_CLOEXEC), of: "openat(statm)")
    let tasks = try OwnedDescriptor(
      owning: openat(folder.rawValue, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC), of: "openat(task)")
    descriptors = try OwnedDescriptor(
      owning: klv_name_at(folder.rawValue, "fd"), of: "openat(fd)")
    self.statm = statm
    self.tasks = tasks
  }

  /// Returns what the process uses now; nil once it has ended.
  package func read() -> ProcessUse? {
    var status = stat()
    guard let pages = readPages(), pages.resident > 0, fstat(tasks.rawValue, &status) == 0 else { return nil }
    // Resident pages except those of files and shared memory: pages of the link and of libraries are shared.
    let own = pages.resident > pages.shared ? pages.resident - pages.shared : 0
    // Two links of the folder are its own, and each thread has one.
    let threads = max(0, Int(status.st_nlink) - 2)
    guard fstat(descriptors.rawValue, &status) == 0 else { return nil }
    return ProcessUse(memory: own * Self.pageSize, threads: threads, descriptors: Int(status.st_size))
  }

  private static let pageSize = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  /// Returns the second and third number of `statm`, in pages.
  private func readPages() -> (resident: UInt64, shared: UInt64)? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(statm.rawValue, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      let fields = buffer[..<count].split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count == 4 else { return nil }
      return (Self.number(fields[1]), Self.number(fields[2]))
    }
  }

  private static func number(_ digits: Slice<UnsafeMutableRawBufferPointer>) -> UInt64 {
    digits.reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
  }
}
