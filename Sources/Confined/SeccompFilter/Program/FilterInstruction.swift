/// One instruction of the kernel's packet filter. The instruction has the memory layout of C's `struct sock_filter`.
package struct FilterInstruction: Hashable, Sendable, BitwiseCopyable {
  /// The operation code.
  package var code: UInt16
  /// The number of instructions to skip if the comparison is true.
  package var jumpIfTrue: UInt8
  /// The number of instructions to skip if the comparison is false.
  package var jumpIfFalse: UInt8
  /// The operand.
  package var value: UInt32

  /// Creates an instruction from its parts.
  package init(code: UInt16, jumpIfTrue: UInt8 = 0, jumpIfFalse: UInt8 = 0, value: UInt32 = 0) {
    self.code = code
    self.jumpIfTrue = jumpIfTrue
    self.jumpIfFalse = jumpIfFalse
    self.value = value
  }
}
