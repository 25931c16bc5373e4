internal import Glibc
internal import SystemSupport

/// The memory mappings of this process, as the kernel lists them.
///
/// The list contains the paths of Klava, which may include the user's name, so this type reads the list into a separate
/// mapping. Destroying the value unmaps the mapping that contains the list. This type copies no text out of the list.
struct MemoryMappings: ~Copyable {
  /// One mapping, from one line of the kernel's list.
  struct Mapping {
    /// The mapped memory.
    var memory: UnsafeMutableRawBufferPointer
    /// The permissions as `rwxp`, with `-` for each missing permission.
    var permissions: UnsafeRawBufferPointer
    /// The path of the file, a name in brackets, or empty. The pointer is valid until the `MemoryMappings` value is
    /// destroyed.
    var path: UnsafeRawBufferPointer
  }

  /// The mappings in order of address.
  let all: [Mapping]
  private let list: UnsafeMutableRawBufferPointer

  /// The capacity in bytes of the memory for a list. A runner's list has about ten thousand bytes.
  private static let room = 512 * 1024

  /// Reads the current mappings.
  init() throws(ConfinementError) {
    // Use a shared mapping, because the kernel never merges it with other memory of the program.
    let memory = mmap(nil, Self.room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw ConfinementError(nil, "mmap") }
    let list = UnsafeMutableRawBufferPointer(start: memory, count: Self.room)
    // Do not clean up after a failure, because a failure ends the process and frees its memory.
    let length = try Self.read(into: list)
    all = UnsafeRawBufferPointer(rebasing: list[..<length])
      .split(separator: UInt8(ascii: "\n"))
      .compactMap { Self.mapping(UnsafeRawBufferPointer(rebasing: $0)) }
    self.list = list
  }

  deinit { munmap(list.baseAddress, list.count) }

  /// Parses a line in the format of proc_pid_maps(5). The sixth field is the path, after a run of spaces.
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

  private static func read(into list: UnsafeMutableRawBufferPointer) throws(ConfinementError) -> Int {
    let file = Descriptor(
      owning: try succeed(nil, "open(/proc/self/maps)", open("/proc/self/maps", O_RDONLY | O_CLOEXEC)))
    var length = 0
    while length < list.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: list[length...])
      let count = Glibc.read(file.number, rest.baseAddress, rest.count)
      guard count >= 0 else { throw ConfinementError(nil, "read(/proc/self/maps)") }
      if count == 0 { return length }
      length += count
    }
    throw ConfinementError(nil, "read(/proc/self/maps)", errno: E2BIG)
  }
}
