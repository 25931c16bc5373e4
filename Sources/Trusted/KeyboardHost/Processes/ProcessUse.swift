internal import Glibc
internal import LinuxShims
internal import TextInput
package import KeyboardProtocol

/// What a process uses at one moment.
package struct ProcessUse: Hashable, Sendable {
  /// Bytes of memory that no other process shares.
  package var memory: UInt64
  /// Threads.
  package var threads: Int
  /// Open descriptors; 0 where nobody tells. Before Linux 6.2 the kernel does not, and the process's own word is taken.
  package var descriptors = 0

  /// What of it is more than a keyboard may use, the memory first.
  func excess(over limits: KeyboardLimits) -> LimitViolation? {
    if memory > limits.memory { return LimitViolation(.memory, used: memory, most: limits.memory) }
    if threads > limits.threads {
      return LimitViolation(.threads, used: UInt64(threads), most: UInt64(limits.threads))
    }
    return nil
  }

  /// What it has all of that a keyboard may have: no excess yet, but more of it is refused.
  func shortages(under limits: KeyboardLimits) -> Set<LimitReached> {
    var shortages: Set<LimitReached> = []
    if threads >= limits.threads { shortages.insert(.threads) }
    if descriptors >= limits.descriptors { shortages.insert(.descriptors) }
    return shortages
  }
}

/// Looks at what a process uses, in about a microsecond: its files in /proc are opened once.
package struct ProcessGauge: ~Copyable {
  private let statm: OwnedDescriptor
  let tasks: OwnedDescriptor
  /// A mere handle: what is in the folder is not this user's to see, how much it is everybody's.
  private let descriptors: OwnedDescriptor

  /// A gauge of the process with this number; throws where /proc does not show it to this user.
  package init(_ process: Int32) throws(LinkError) {
    // Both are opened through one folder, which is this process's even if its number goes to another one.
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

  /// What the process uses now; nil once it has ended.
  package func read() -> ProcessUse? {
    var status = stat()
    guard let pages = readPages(), pages.resident > 0, fstat(tasks.rawValue, &status) == 0 else { return nil }
    // Resident pages that are not of a file or shared memory: those of the link and of libraries are nobody's own.
    let own = pages.resident > pages.shared ? pages.resident - pages.shared : 0
    // Of its links two are the folder's own and one is each thread's.
    let threads = max(0, Int(status.st_nlink) - 2)
    guard fstat(descriptors.rawValue, &status) == 0 else { return nil }
    return ProcessUse(memory: own * Self.pageSize, threads: threads, descriptors: Int(status.st_size))
  }

  private static let pageSize = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  /// The second and third number of statm.
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
