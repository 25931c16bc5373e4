/// A system call as a filter receives it: the kernel's `struct seccomp_data`.
struct SystemCall: Hashable {
  var number: UInt32
  var architecture = Architecture.x86_64
  var instructionPointer: UInt64 = 0x7F00_1234_5678
  var arguments: [UInt64] = [0, 0, 0, 0, 0, 0]

  /// The numbers of processor architectures in the kernel (`linux/audit.h`).
  enum Architecture: UInt32, CaseIterable {
    case x86_64 = 0xC000_003E
    case i386 = 0x4000_0003
    case aarch64 = 0xC000_00B7
  }

  func word(at offset: Int) -> UInt32 {
    switch offset {
    case 0: return number
    case 4: return architecture.rawValue
    default:
      let value = offset < 16 ? instructionPointer : arguments[(offset - 16) / 8]
      return UInt32(truncatingIfNeeded: offset.isMultiple(of: 8) ? value : value >> 32)
    }
  }
}

/// A filter's decision, decoded from the 32-bit return value of the filter program.
enum Decision: Hashable {
  case allow
  case errno(Int32)
  case trap
  case kill
  case other(UInt32)

  init(_ word: UInt32) {
    switch (word & 0xFFFF_0000, word & 0xFFFF) {
    case (0x7FFF_0000, _): self = .allow
    case (0x0005_0000, let number): self = .errno(Int32(number))
    case (0x0003_0000, 0): self = .trap
    case (0x8000_0000, _): self = .kill
    default: self = .other(word)
    }
  }
}
