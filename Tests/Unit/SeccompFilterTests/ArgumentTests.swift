import Foundation
import SeccompFilter
import Testing

/// Tests which arguments of system calls the filters allow. The numbers are constants of the kernel.
@Suite("Filter rules for arguments", .enabled(if: Machine.isX86))
struct ArgumentTests {
  @Test(
    "The filter allows only private mappings, and executable ones only of the library", arguments: Filter.allCases)
  func mappings(filter: Filter) throws {
    let protections = Array(UInt64(0)...16) + (0..<64).map { 1 << $0 } + [.max]
    // MAP_PRIVATE, MAP_SHARED, MAP_SHARED_VALIDATE and none of them, alone, with MAP_FIXED and with MAP_ANONYMOUS.
    let kinds: [UInt64] = [0, 0x10, 0x20].flatMap { other in [0, 1, 2, 3].map { $0 | other } }
    let flags = Array(0...63) + (6..<64).flatMap { bit in kinds.map { $0 | 1 << bit } } + [.max]
    for protection in protections {
      for flag in flags where try isAllowed("mmap", [0: Self.lowest, 2: protection, 3: flag, 4: Self.library], filter) {
        let known: UInt64 = 0b111
        #expect(protection & ~known == 0)
        let write = protection & 2 != 0, execute = protection & 4 != 0
        #expect(!(write && execute))
        #expect(flag & 0xF == 2, "MAP_PRIVATE, and neither MAP_SHARED nor MAP_SHARED_VALIDATE")
        if execute { #expect(flag & 0x20 == 0, "MAP_ANONYMOUS") }
        #expect(flag & 0x0100 == 0, "MAP_GROWSDOWN, which no limit on data counts")
        #expect(flag & 0x42000 == 0, "MAP_LOCKED and MAP_HUGETLB")
        #expect(flag >> 32 == 0)
      }
    }
    // The pairs of protection and flags that the dynamic loader, malloc and new threads use in `mmap`.
    for (protection, flag) in [(1, 0x802), (5, 0x812), (3, 0x812), (3, 0x32), (3, 0x22), (0, 0x4022), (0, 0x20022)] {
      // Skip MAP_FIXED (0x10) at address 0, because the filter refuses MAP_FIXED at low addresses.
      for place in [0, Self.lowest] where place > 0 || flag & 0x10 == 0 {
        let mapping: Probe = [0: place, 2: UInt64(protection), 3: UInt64(flag)]
        #expect(try isAllowed("mmap", mapping.merging([4: Self.library]) { $1 }, filter))
        for other in [0, 3, 6, Self.library - 1, Self.library + 1, Self.library | 1 << 32, .max] as [UInt64] {
          #expect(try isAllowed("mmap", mapping.merging([4: other]) { $1 }, filter) == (protection != 5))
        }
      }
    }
  }

  @Test(
    "`close` has no effect on the library's descriptor, so no other file can get its number",
    arguments: Filter.allCases)
  func closing(filter: Filter) throws {
    for descriptor in [0, 5, Self.library - 1, Self.library, Self.library + 1, .max] as [UInt64] {
      for high in [0, 1 << 32, 1 << 63] as [UInt64] {
        let isLibrary = descriptor == Self.library
        #expect(try decision("close", [0: descriptor | high], filter) == (isLibrary ? .errno(0) : .allow))
      }
    }
    for call in ["dup2", "dup3", "close_range"] { #expect(try !isAllowed(call, [:], filter)) }
  }

  @Test("The filter refuses to change the low memory that contains the fault handler", arguments: Filter.allCases)
  func lowMemory(filter: Filter) throws {
    let calls: [(String, Probe)] = [
      ("mmap", [2: 3, 3: 0x32]), ("mmap", [2: 5, 3: 0x812, 4: Self.library]), ("munmap", [:]),
      ("mprotect", [2: 0]), ("mprotect", [2: 3]), ("mremap", [3: 0]), ("mremap", [3: 1]), ("madvise", [2: 4]),
      ("madvise", [2: 8]),
    ]
    for (call, probe) in calls {
      for address in [1, 0x1000, 0xF_FFFF, 0x10_0000, 0x10_8000, 0x11_0000, Self.lowest - 1] as [UInt64] {
        #expect(try !isAllowed(call, probe.merging([0: address]) { $1 }, filter))
      }
      for address in [Self.lowest, 1 << 32, 0x7FFF_FFFF_F000] as [UInt64] {
        #expect(try isAllowed(call, probe.merging([0: address]) { $1 }, filter))
      }
    }
    // Combinations with MREMAP_FIXED (2) and MREMAP_DONTUNMAP (4).
    for flags in [2, 3, 4, 5, 7] as [UInt64] { #expect(try !isAllowed("mremap", [0: Self.lowest, 3: flags], filter)) }
  }

  @Test("A process can read the handlers of fault signals, but cannot replace them", arguments: Filter.allCases)
  func faultHandlers(filter: Filter) throws {
    let faults: Set<UInt64> = [4, 5, 7, 8, 11]
    for signal in UInt64(0)...64 {
      for high in [0, 1 << 32] as [UInt64] {
        #expect(try isAllowed("rt_sigaction", [0: signal | high, 1: 0], filter))
        for action in [1, 0x7FFF_1234_5678, 1 << 32, .max] as [UInt64] {
          let expected: Decision = faults.contains(signal) ? .errno(0) : .allow
          #expect(try decision("rt_sigaction", [0: signal | high, 1: action], filter) == expected)
        }
      }
    }
  }

  @Test("The filter refuses futex operations that write a number to the kernel's log", arguments: Filter.allCases)
  func futexes(filter: Filter) throws {
    let harmless: Set<UInt64> = [0, 1, 3, 4, 6, 7, 8, 9, 10]
    for operation in UInt64(0)...127 {
      for variant in [0, 0x80, 0x100, 0x180] as [UInt64] {
        #expect(try isAllowed("futex", [1: operation | variant], filter) == harmless.contains(operation))
      }
    }
  }

  @Test("mprotect cannot make memory executable", arguments: Filter.allCases)
  func protections(filter: Filter) throws {
    for protection in Array(UInt64(0)...64) + (6..<64).map({ 1 << $0 }) + [.max] {
      #expect(try isAllowed("mprotect", [0: Self.lowest, 2: protection], filter) == (protection <= 3))
    }
  }

  @Test("The filter allows clone only with the flags of pthread_create", arguments: Filter.allCases)
  func clone(filter: Filter) throws {
    let thread: UInt64 = 0x3D_0F00
    #expect(try isAllowed("clone", [0: thread], filter))
    for bit in 0..<64 { #expect(try !isAllowed("clone", [0: thread ^ 1 << UInt64(bit)], filter)) }
    for signal in UInt64(0)...64 { #expect(try !isAllowed("clone", [0: signal], filter)) }
  }

  @Test("A process can send signals only to itself", arguments: ["kill", "tgkill"], Filter.allCases)
  func signals(call: String, filter: Filter) throws {
    let own: Int32 = 4321
    let program = try PacketFilter(instructions(of: filter.program(), forProcess: own))
    let number = try #require(SystemCallNames.number(call))
    let others: [Int32] = [0, 1, 2, -1, -own, own - 1, own + 1, own + 65536, .max, .min, 0x7FFF_4B4C]
    for identifier in others {
      let call = SystemCall(number, [0: UInt64(UInt32(bitPattern: identifier))])
      #expect(Decision(program.result(for: call)) == .kill)
      let extended = SystemCall(number, [0: UInt64(bitPattern: Int64(identifier))])
      #expect(Decision(program.result(for: extended)) == .kill)
    }
    #expect(Decision(program.result(for: SystemCall(number, [0: UInt64(own)]))) == .allow)
  }

  @Test(
    "A process can read only the machine's clocks, not the clocks of processes",
    arguments: ["clock_gettime", "clock_getres", "clock_nanosleep"])
  func clocks(call: String) throws {
    for filter in Filter.allCases {
      for clock in Int64(-70)...40 {
        #expect(try isAllowed(call, [0: UInt64(bitPattern: clock)], filter) == (0...11 ~= clock))
        #expect(try isAllowed(call, [0: UInt64(UInt32(truncatingIfNeeded: clock))], filter) == (0...11 ~= clock))
      }
    }
  }

  @Test("A process can change neither its dumpability nor its parent-death signal", arguments: Filter.allCases)
  func processControl(filter: Filter) throws {
    let harmless: Set<UInt64> = [3, 16, 21, 39, 0x5356_4D41]
    for option in Array(UInt64(0)...100) + [0x5356_4D40, 0x5356_4D41, 0x5356_4D42, 0x5961_6D61, .max] {
      #expect(try isAllowed("prctl", [0: option], filter) == harmless.contains(option))
    }
    #expect(try decision("prctl", [0: 15], filter) == .errno(0), "PR_SET_NAME: the kernel's log shows the name")
    #expect(try isAllowed("prlimit64", [0: 0, 2: 0], filter))
    for (process, limit) in [(1, 0), (0, 1), (0, 1 << 32), (4321, 0)] as [(UInt64, UInt64)] {
      #expect(try !isAllowed("prlimit64", [0: process, 2: limit], filter))
    }
  }

  @Test("A process cannot add a filter, because a filter could write to the kernel's log", arguments: Filter.allCases)
  func furtherFilters(filter: Filter) throws {
    for operation in UInt64(0)...4 {
      for flags in Array(UInt64(0)...64) + [1 << 32, .max] {
        #expect(try decision("seccomp", [0: operation, 1: flags], filter) == .trap)
      }
    }
    // PR_SET_SECCOMP.
    for mode in UInt64(0)...3 { #expect(try decision("prctl", [0: 22, 1: mode], filter) == .trap) }
  }

  @Test(
    "fcntl cannot request signals, take locks, or change sizes, seals and leases", arguments: Filter.allCases)
  func descriptors(filter: Filter) throws {
    let harmless: Set<UInt64> = [0, 1, 2, 3, 4, 1030]
    for command in Array(UInt64(0)...50) + Array(1020...1050) + [.max] {
      #expect(try isAllowed("fcntl", [1: command], filter) == harmless.contains(command))
    }
    // The filter must refuse F_SETFL with the flags O_ASYNC, O_DIRECT and O_NOATIME.
    for flag in [0x2000, 0x4000, 0x40000] as [UInt64] {
      #expect(try !isAllowed("fcntl", [1: 4, 2: flag | 0x800], filter))
    }
    #expect(try isAllowed("fcntl", [1: 4, 2: 0x8C02], filter))
    #expect(try !isAllowed("pipe2", [1: 0x80800], filter))
  }

  @Test("The filter refuses O_PATH and O_TMPFILE", arguments: ["open", "openat"])
  func opening(call: String) throws {
    let index: UInt32 = call == "open" ? 1 : 2
    for flag in [0x20_0000, 0x41_0000, 0x40_0000] as [UInt64] {
      for mode in UInt64(0)...3 { #expect(try !isAllowed(call, [index: flag | mode | 0x80000], .paths)) }
    }
    #expect(try !isAllowed(call, [index: 0x80200], .paths), "O_RDONLY and O_TRUNC")
    #expect(try !isAllowed(call, [index: 0], .paths), "O_RDONLY without O_CLOEXEC: the trap handler adds O_CLOEXEC")
    for flags in [0x80000, 0x8_0241, 0x8_0042, 0x202, 0x441] as [UInt64] {
      #expect(try isAllowed(call, [index: flags], .paths))
    }
  }

  /// The number in the filter that stands for the library's descriptor.
  private static let library: UInt64 = 0x7FFF_4C49
  /// The lowest address at which a process may change mappings.
  private static let lowest: UInt64 = 0x20_0000

  private func isAllowed(_ call: String, _ arguments: Probe, _ filter: Filter) throws -> Bool {
    try decision(call, arguments, filter) == .allow
  }

  private func decision(_ call: String, _ arguments: Probe, _ filter: Filter) throws -> Decision {
    let number = try #require(SystemCallNames.number(call))
    return try filter.decision(SystemCall(number, arguments))
  }

  private func instructions(of program: FilterProgram, forProcess identifier: Int32) -> [FilterInstruction] {
    program.bytes(forProcess: identifier).withUnsafeBytes { bytes in
      (0..<program.instructions.count).map {
        bytes.loadUnaligned(fromByteOffset: $0 * 8, as: FilterInstruction.self)
      }
    }
  }
}
