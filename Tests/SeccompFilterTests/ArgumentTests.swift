import Foundation
import SeccompFilter
import Testing

/// What arguments a call that depends on them gets through with. Constants are written out as the kernel has them.
@Suite("Where arguments decide", .enabled(if: Machine.isX86))
struct ArgumentTests {
  @Test(
    "only a private mapping gets through, and code only from a file that is not written", arguments: Filter.stageOne)
  func mappings(filter: Filter) throws {
    let protections = Array(UInt64(0)...16) + (0..<64).map { 1 << $0 } + [.max]
    let kinds = (UInt64(0)...63) + []
    let flags = kinds + (6..<64).flatMap { bit in kinds.map { $0 | 1 << bit } } + [.max]
    for protection in protections {
      for flag in flags where try isAllowed("mmap", [2: protection, 3: flag], filter) {
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
    // The dynamic loader, malloc and the making of a thread.
    for (protection, flag) in [(1, 0x802), (5, 0x812), (3, 0x812), (3, 0x32), (3, 0x22), (0, 0x4022), (0, 0x20022)] {
      #expect(try isAllowed("mmap", [2: UInt64(protection), 3: UInt64(flag)], filter))
    }
  }

  @Test("no memory becomes executable that was not mapped so", arguments: Filter.stageOne)
  func protections(filter: Filter) throws {
    for protection in Array(UInt64(0)...64) + (6..<64).map({ 1 << $0 }) + [.max] {
      #expect(try isAllowed("mprotect", [2: protection], filter) == (protection <= 3))
    }
  }

  @Test("nothing becomes executable once the library is loaded")
  func afterLoading() throws {
    for call in ["mmap", "mprotect"] {
      for protection in Array(UInt64(0)...64) + [0x100_0004, 0x1_0000_0004, .max] {
        let number = try #require(SystemCallNames.number(call))
        let decision = try Filter.afterLoading.decision(SystemCall(number, [2: protection, 3: 2]))
        #expect(decision == (protection & 4 == 0 ? .allow : .errno(EACCES)))
      }
    }
  }

  @Test("clone makes a thread, with exactly the flags of pthread_create, and nothing else", arguments: Filter.stageOne)
  func clone(filter: Filter) throws {
    let thread: UInt64 = 0x3D_0F00
    #expect(try isAllowed("clone", [0: thread], filter))
    for bit in 0..<64 { #expect(try !isAllowed("clone", [0: thread ^ 1 << UInt64(bit)], filter)) }
    for signal in UInt64(0)...64 { #expect(try !isAllowed("clone", [0: signal], filter)) }
  }

  @Test("a signal reaches the process itself and no other", arguments: ["kill", "tgkill"], Filter.stageOne)
  func signals(call: String, filter: Filter) throws {
    let own: Int32 = 4321
    let program = try PacketFilter(instructions(of: filter.program(), forProcess: own))
    let number = try #require(SystemCallNames.number(call))
    let others: [Int32] = [0, 1, 2, -1, -own, own - 1, own + 1, own + 65536, .max, .min, 0x7FFF_4B4C]
    for identifier in others {
      let call = SystemCall(number, [0: UInt64(UInt32(bitPattern: identifier))])
      #expect(Decision(program.answer(to: call)) == .kill)
      let extended = SystemCall(number, [0: UInt64(bitPattern: Int64(identifier))])
      #expect(Decision(program.answer(to: extended)) == .kill)
    }
    #expect(Decision(program.answer(to: SystemCall(number, [0: UInt64(own)]))) == .allow)
  }

  @Test(
    "a clock is the machine's, not that of a process", arguments: ["clock_gettime", "clock_getres", "clock_nanosleep"])
  func clocks(call: String) throws {
    for filter in Filter.stageOne {
      for clock in Int64(-70)...40 {
        #expect(try isAllowed(call, [0: UInt64(bitPattern: clock)], filter) == (0...11 ~= clock))
        #expect(try isAllowed(call, [0: UInt64(UInt32(truncatingIfNeeded: clock))], filter) == (0...11 ~= clock))
      }
    }
  }

  @Test("a process can neither be dumped nor outlive its host's wish", arguments: Filter.stageOne)
  func processControl(filter: Filter) throws {
    let harmless: Set<UInt64> = [3, 15, 16, 21, 39, 0x5356_4D41]
    for option in Array(UInt64(0)...100) + [0x5356_4D40, 0x5356_4D41, 0x5356_4D42, 0x5961_6D61, .max] {
      #expect(try isAllowed("prctl", [0: option], filter) == harmless.contains(option))
    }
    #expect(try isAllowed("prlimit64", [0: 0, 2: 0], filter))
    for (process, limit) in [(1, 0), (0, 1), (0, 1 << 32), (4321, 0)] as [(UInt64, UInt64)] {
      #expect(try !isAllowed("prlimit64", [0: process, 2: limit], filter))
    }
  }

  @Test("a further filter may be added, and nothing else be done with filters", arguments: Filter.stageOne)
  func furtherFilters(filter: Filter) throws {
    for operation in UInt64(0)...4 {
      for flags in Array(UInt64(0)...64) + [1 << 32, .max] {
        let isAdding = operation == 1 && flags <= 1
        #expect(try isAllowed("seccomp", [0: operation, 1: flags], filter) == isAdding)
      }
    }
  }

  @Test(
    "a descriptor sends no signals, takes no locks, and keeps its size, seals and leases", arguments: Filter.stageOne)
  func descriptors(filter: Filter) throws {
    let harmless: Set<UInt64> = [0, 1, 2, 3, 4, 1030]
    for command in Array(UInt64(0)...50) + Array(1020...1050) + [.max] {
      #expect(try isAllowed("fcntl", [1: command], filter) == harmless.contains(command))
    }
    // Of the flags O_ASYNC, O_DIRECT and O_NOATIME are those that F_SETFL would change besides.
    for flag in [0x2000, 0x4000, 0x40000] as [UInt64] {
      #expect(try !isAllowed("fcntl", [1: 4, 2: flag | 0x800], filter))
    }
    #expect(try isAllowed("fcntl", [1: 4, 2: 0x8C02], filter))
    #expect(try !isAllowed("pipe2", [1: 0x80], filter), "O_NOTIFICATION_PIPE")
    #expect(try isAllowed("pipe2", [1: 0x80800], filter))
  }

  @Test("a file is opened, not merely named, nor made without a name", arguments: ["open", "openat"])
  func opening(call: String) throws {
    let index: UInt32 = call == "open" ? 1 : 2
    for flag in [0x20_0000, 0x41_0000, 0x40_0000] as [UInt64] {
      for mode in UInt64(0)...3 { #expect(try !isAllowed(call, [index: flag | mode | 0x80000], .paths)) }
    }
    #expect(try !isAllowed(call, [index: 0x80200], .paths), "O_RDONLY and O_TRUNC")
    #expect(try !isAllowed(call, [index: 0], .paths), "O_RDONLY without O_CLOEXEC, which the handler makes up for")
    for flags in [0x80000, 0x8_0241, 0x8_0042, 0x202, 0x441] as [UInt64] {
      #expect(try isAllowed(call, [index: flags], .paths))
    }
  }

  private func isAllowed(_ call: String, _ arguments: Probe, _ filter: Filter) throws -> Bool {
    let number = try #require(SystemCallNames.number(call))
    return try filter.decision(SystemCall(number, arguments)) == .allow
  }

  private func instructions(of program: FilterProgram, forProcess identifier: Int32) -> [FilterInstruction] {
    program.bytes(forProcess: identifier).withUnsafeBytes { bytes in
      (0..<program.instructions.count).map {
        bytes.loadUnaligned(fromByteOffset: $0 * 8, as: FilterInstruction.self)
      }
    }
  }
}
