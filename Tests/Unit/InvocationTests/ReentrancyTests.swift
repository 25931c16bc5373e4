import Invocation
import InvocationFixture
import Testing

@Suite("Nested calls")
struct ReentrancyTests {
  /// The result that `fixture_nest` must compute.
  private func nest(_ depth: Int32, _ carry: Double) -> Double {
    depth == 0 ? carry : nest(depth - 1, carry + 0.5) * 2 + Double(depth) + carry
  }

  @Test(
    "A nested call through C, a thunk and the same invocation does not disturb the outer call",
    arguments: [0, 1, 2, 50] as [Int32])
  func throughThunk(depth: Int32) throws {
    let function = unsafeBitCast(
      fixture_nest
        as @convention(c) (
          Int32, Double, UnsafeMutableRawPointer?,
          (@convention(c) (Int32, Double, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Double)?
        ) -> Double, to: UnsafeRawPointer.self)
    let invocation = try hostInvocation("d(idhh)")
    let context = UnsafeMutableRawPointer(bitPattern: 0x1234)
    var calls = 0
    let thunk = try Thunk(invocation.signature, refusedResult: .double(.nan)) { arguments throws(InvocationError) in
      calls += 1
      let depth = try arguments.int32(at: 0)
      let result = try invocation.call(function) { frame throws(InvocationError) in
        for index in 0..<arguments.count { try frame.setArgument(arguments.value(at: index), at: index) }
      }
      // The nested call must not overwrite the thunk's arguments.
      #expect(try arguments.int32(at: 0) == depth)
      #expect(try arguments.pointer(at: 2) == context)
      return result
    }
    let result = try invocation.call(function) { frame throws(InvocationError) in
      try frame.setArgument(.int32(depth), at: 0)
      try frame.setArgument(.double(0.25), at: 1)
      try frame.setArgument(.pointer(context), at: 2)
      try frame.setArgument(.pointer(UnsafeMutableRawPointer(mutating: thunk.function)), at: 3)
    }
    #expect(result == .double(nest(depth, 0.25)))
    #expect(calls == Int(depth))
  }

  @Test("A call does not disturb the arguments that an outer call is setting")
  func whileSetting() throws {
    let row = try #require(FunctionTable.rows.first { $0.signature.arguments.count == 16 })
    let invocation = try Invocation(row.signature)
    let outer = row.signature.arguments.map { Value($0, bits: 0x1111_1111_1111_1111) }
    let inner = row.signature.arguments.map { Value($0, bits: 0x2222_2222_2222_2222) }
    let result = try invocation.call(row.function) { frame throws(InvocationError) in
      for index in outer.indices {
        try frame.setArgument(outer[index], at: index)
        _ = try invocation.call(row.function, with: inner.span)
      }
    }
    let checksum = FunctionTable.checksum(of: outer)
    #expect(fixture_last_checksum() == checksum)
    #expect(result.isIdentical(to: Value(row.signature.result, bits: checksum)))
  }
}
