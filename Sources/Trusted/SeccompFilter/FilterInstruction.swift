/// One instruction of the kernel's packet filter, laid out as C's `struct sock_filter`.
package struct FilterInstruction: Hashable, Sendable, BitwiseCopyable {
  /// What it does.
  package var code: UInt16
  /// How many instructions a true comparison jumps over.
  package var jumpIfTrue: UInt8
  /// How many instructions a false comparison jumps over.
  package var jumpIfFalse: UInt8
  /// What it does it with.
  package var value: UInt32

  /// An instruction of these parts.
  package init(code: UInt16, jumpIfTrue: UInt8 = 0, jumpIfFalse: UInt8 = 0, value: UInt32 = 0) {
    self.code = code
    self.jumpIfTrue = jumpIfTrue
    self.jumpIfFalse = jumpIfFalse
    self.value = value
  }
}
