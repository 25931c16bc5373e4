internal import Glibc

/// The mappings of this process, as the kernel lists them.
///
/// The list tells where Klava lies, which may be in a folder with the person's name: it is read into memory of its own, which
/// goes with this value, and nothing of it is copied.
struct MemoryMappings: ~Copyable {
  /// One line of the list.
  struct Mapping {
    /// The memory.
    var memory: UnsafeMutableRawBufferPointer
    /// `rwxp`, with `-` for what is not allowed.
    var permissions: UnsafeRawBufferPointer
    /// The file, a name in brackets, or nothing; valid as long as the list is.
    var path: UnsafeRawBufferPointer
  }

  /// The mappings, in the order of their addresses.
  let all: [Mapping]
  private let list: UnsafeMutableRawBufferPointer

  /// Room for a list, in bytes; a runner's has some ten thousand.
  private static let room = 512 * 1024

  /// The mappings as they are now.
  init() throws(ConfinementFailure) {
    // Shared, so that the kernel never joins it with memory that is the program's own.
    let memory = mmap(nil, Self.room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw ConfinementFailure(nil, "mmap") }
    let list = UnsafeMutableRawBufferPointer(start: memory, count: Self.room)
    // A failure ends the process, and the memory with it.
    let length = try Self.read(into: list)
    all = UnsafeRawBufferPointer(rebasing: list[..<length])
      .split(separator: UInt8(ascii: "\n"))
      .compactMap { Self.mapping(UnsafeRawBufferPointer(rebasing: $0)) }
    self.list = list
  }

  deinit { munmap(list.baseAddress, list.count) }

  /// A line: proc_pid_maps(5). The sixth field is the path, with blanks before it.
  private static func mapping(_ line: UnsafeRawBufferPointer) -> Mapping? {
    let space = UInt8(ascii: " ")
    let fields = line.split(separator: space, maxSplits: 5, omittingEmptySubsequences: true)
    guard fields.count >= 5 else { return nil }
    let bounds = fields[0].split(separator: UInt8(ascii: "-"))
      .compactMap { UInt(String(decoding: $0, as: UTF8.self), radix: 16) }
    guard bounds.count == 2, let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else { return nil }
    let path = fields.count > 5 ? fields[5].drop { $0 == space } : fields[4][fields[4].endIndex...]
    return Mapping(
      memory: UnsafeMutableRawBufferPointer(start: start, count: Int(bounds[1] - bounds[0])),
      permissions: UnsafeRawBufferPointer(rebasing: fields[1]), path: UnsafeRawBufferPointer(rebasing: path))
  }

  private static func read(into list: UnsafeMutableRawBufferPointer) throws(ConfinementFailure) -> Int {
    let file = try succeed(nil, "open(/proc/self/maps)", open("/proc/self/maps", O_RDONLY | O_CLOEXEC))
    defer { close(file) }
    var length = 0
    while length < list.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: list[length...])
      let count = Glibc.read(file, rest.baseAddress, rest.count)
      guard count >= 0 else { throw ConfinementFailure(nil, "read(/proc/self/maps)") }
      if count == 0 { return length }
      length += count
    }
    throw ConfinementFailure(nil, "read(/proc/self/maps)", errno: E2BIG)
  }
}
