import Testing

@testable import Invocation

@Suite("Results in libffi's storage")
struct ResultWideningTests {
  @Test(
    "A closure's result fills the whole ffi_arg and is sign-extended",
    arguments: [
      (Limit(.bool(false)), 0), (Limit(.bool(true)), 1),
      (Limit(.int32(.min)), 0xFFFF_FFFF_8000_0000), (Limit(.int32(-1)), .max), (Limit(.int32(.max)), 0x7FFF_FFFF),
      (Limit(.uint32(0)), 0), (Limit(.uint32(.max)), 0xFFFF_FFFF), (Limit(.int64(.min)), 1 << 63),
      (Limit(.uint64(.max)), .max),
    ] as [(Limit, UInt64)])
  func widening(limit: Limit, expected: UInt64) {
    var storage: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
    withUnsafeMutableBytes(of: &storage) { bytes in
      if let address = bytes.baseAddress { limit.value.storeResult(at: address) }
    }
    #expect(storage == expected)
  }

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
