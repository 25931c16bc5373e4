import Testing

@testable import Invocation

@Suite("Results in libffi's storage")
struct ResultWideningTests {
  @Test(
    "A result is read only from the low part of the ffi_arg",
    arguments: [
      (Limit(.bool(false)), 0xFFFF_FFFF_FFFF_FF00), (Limit(.bool(true)), 0xFFFF_FFFF_FFFF_FF01),
      (Limit(.int32(.max)), 0xFFFF_FFFF_7FFF_FFFF), (Limit(.int32(-1)), 0xFFFF_FFFF),
      (Limit(.uint32(0)), 0xFFFF_FFFF_0000_0000), (Limit(.uint32(.max)), .max),
    ] as [(Limit, UInt64)])
  func narrowing(limit: Limit, storage: UInt64) {
    withUnsafePointer(to: storage) { address in
      #expect(Value(resultAt: address, type: limit.type).isIdentical(to: limit.value))
    }
  }
}
