import SeccompFilter

/// A classic BPF program, as seccomp uses it, that the test evaluates without the kernel.
///
/// The type accepts only the instructions of seccomp filters, which the kernel's `seccomp_check_filter` lists.
struct PacketFilter {
  let instructions: [FilterInstruction]

  /// The reasons why the kernel would refuse a program.
  enum Fault: Error, Hashable {
    case empty
    case tooLong(Int)
    case unknownInstruction(code: UInt16, at: Int)
    case jumpOut(at: Int)
    case loadOut(at: Int)
    case noReturnAtTheEnd
  }

  private enum Code {
    static let load: UInt16 = 0x20
    static let and: UInt16 = 0x54
    static let jump: UInt16 = 0x05
    static let jumpIfEqual: UInt16 = 0x15
    static let jumpIfGreater: UInt16 = 0x25
    static let jumpIfGreaterOrEqual: UInt16 = 0x35
    static let jumpIfAnyBit: UInt16 = 0x45
    static let answer: UInt16 = 0x06
  }

  /// Creates a filter after the same checks as in the kernel: jumps must go forward, and the last instruction must
  /// return.
  init(_ instructions: [FilterInstruction]) throws {
    guard let last = instructions.last else { throw Fault.empty }
    guard instructions.count <= 4096 else { throw Fault.tooLong(instructions.count) }
    for (index, instruction) in instructions.enumerated() {
      let after = instructions.count - index - 1
      switch instruction.code {
      case Code.load:
        guard instruction.value < 64, instruction.value.isMultiple(of: 4) else { throw Fault.loadOut(at: index) }
      case Code.jump:
        guard instruction.value < after else { throw Fault.jumpOut(at: index) }
      case Code.jumpIfEqual, Code.jumpIfGreater, Code.jumpIfGreaterOrEqual, Code.jumpIfAnyBit:
        guard max(instruction.jumpIfTrue, instruction.jumpIfFalse) < after else { throw Fault.jumpOut(at: index) }
      case Code.and, Code.answer: break
      default: throw Fault.unknownInstruction(code: instruction.code, at: index)
      }
    }
    guard last.code == Code.answer else { throw Fault.noReturnAtTheEnd }
    self.instructions = instructions
  }

  /// Returns the result of the program for a system call.
  func result(for call: SystemCall) -> UInt32 {
    var accumulator: UInt32 = 0
    var index = 0
    while true {
      let instruction = instructions[index]
      index += 1
      let isTrue: Bool
      switch instruction.code {
      case Code.load:
        accumulator = call.word(at: Int(instruction.value))
        continue
      case Code.and:
        accumulator &= instruction.value
        continue
      case Code.jump:
        index += Int(instruction.value)
        continue
      case Code.jumpIfEqual: isTrue = accumulator == instruction.value
      case Code.jumpIfGreater: isTrue = accumulator > instruction.value
      case Code.jumpIfGreaterOrEqual: isTrue = accumulator >= instruction.value
      case Code.jumpIfAnyBit: isTrue = accumulator & instruction.value != 0
      default: return instruction.value
      }
      index += Int(isTrue ? instruction.jumpIfTrue : instruction.jumpIfFalse)
    }
  }
}
