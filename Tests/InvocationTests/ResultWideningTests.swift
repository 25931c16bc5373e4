import Testing

@testable import Invocation

@Suite("A closure's result")
struct ResultWideningTests {
  @Test(
    "fills the whole ffi_arg, with its sign if it has one",
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
}
