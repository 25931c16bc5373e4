import Invocation
import InvocationFixture
import Testing

@Suite("Invocations")
struct InvocationTests {
  @Test("An invocation passes every value to C and back without changing a bit", arguments: Limit.all)
  func echo(_ limit: Limit) throws {
    let type = limit.type
    // A key cannot be a result. Its C type is that of a string.
    let result = type == .key ? ValueType.string : type
    let invocation = try hostInvocation("\(result.rawValue)(\(type.rawValue))")
    let function = try #require(fixture_echo(limit.letter))
    let returned = try invocation.call(function) { frame throws(InvocationError) in
      try frame.setArgument(limit.value, at: 0)
    }
    #expect(returned.isIdentical(to: limit.value), "\(returned)")
  }

  @Test(
    "An invocation reads a narrow result only from the low part of the register",
    arguments: [
      ("b", 0xFFFF_FFFF_FFFF_FF00, Limit(.bool(false))), ("b", 0xFFFF_FFFF_FFFF_FF01, Limit(.bool(true))),
      ("b", 0x100, Limit(.bool(false))), ("b", 2, Limit(.bool(true))),
      ("i", 0xFFFF_FFFF_7FFF_FFFF, Limit(.int32(.max))), ("i", 0x7FFF_FFFF_8000_0000, Limit(.int32(.min))),
      ("i", 0x0000_0000_FFFF_FFFF, Limit(.int32(-1))), ("i", 0xFFFF_FFFF_0000_0000, Limit(.int32(0))),
      ("u", 0xFFFF_FFFF_FFFF_FFFF, Limit(.uint32(.max))), ("u", 0xFFFF_FFFF_8000_0000, Limit(.uint32(1 << 31))),
      ("u", 0xFFFF_FFFF_0000_0000, Limit(.uint32(0))),
    ] as [(String, UInt64, Limit)])
  func narrowResult(letter: String, register: UInt64, expected: Limit) throws {
    let invocation = try hostInvocation("\(letter)(t)")
    let function = try #require(fixture_echo(CChar(UInt8(ascii: "t"))))
    let returned = try invocation.call(function) { frame throws(InvocationError) in
      try frame.setArgument(.uint64(register), at: 0)
    }
    #expect(returned.isIdentical(to: expected.value), "\(returned)")
  }

  @Test("An invocation calls functions without arguments")
  func noArguments() throws {
    let function = unsafeBitCast(fixture_counts_allocations as @convention(c) () -> Bool, to: UnsafeRawPointer.self)
    #expect(try hostInvocation("b()").call(function, with: [Value]().span) == .bool(fixture_counts_allocations()))
  }

  @Test("Arguments may be set in any order, or several times, or with a span")
  func settingArguments() throws {
    let row = try #require(FunctionTable.rows.first { $0.signature.arguments.count > 2 })
    let values = row.signature.arguments.indices.map { Value(row.signature.arguments[$0], bits: UInt64($0) * 3 + 1) }
    let invocation = try Invocation(row.signature)
    let direct = try invocation.call(row.function, with: values.span)
    let expected = fixture_last_checksum()
    let indirect = try invocation.call(row.function) { frame throws(InvocationError) in
      #expect(frame.count == values.count)
      for index in values.indices.reversed() {
        try frame.setArgument(.zero(of: row.signature.arguments[index]), at: index)
        try frame.setArgument(values[index], at: index)
      }
    }
    #expect(direct.isIdentical(to: indirect))
    #expect(fixture_last_checksum() == expected)
    #expect(FunctionTable.checksum(of: values) == expected)
  }

  @Test("An invocation rejects a wrong number or type of arguments and does not call the function")
  func refusals() throws {
    var calls = 0
    let thunk = try Thunk(try hostSignature("i(id)")) { _ throws(InvocationError) in
      calls += 1
      return .int32(0)
    }
    let invocation = try hostInvocation("i(id)")
    let one: [Value] = [.int32(1)]
    let three: [Value] = [.int32(1), .double(2), .double(3)]
    let wrong: [Value] = [.int32(1), .float(2)]
    #expect(throws: InvocationError.argumentCount(expected: 2, given: 1)) {
      try invocation.call(thunk.function, with: one.span)
    }
    #expect(throws: InvocationError.argumentCount(expected: 2, given: 3)) {
      try invocation.call(thunk.function, with: three.span)
    }
    #expect(throws: InvocationError.argumentType(index: 1, expected: .double, given: .float)) {
      try invocation.call(thunk.function, with: wrong.span)
    }
    #expect(throws: InvocationError.argumentMissing(index: 1)) {
      try invocation.call(thunk.function) { frame throws(InvocationError) in
        try frame.setArgument(.int32(1), at: 0)
      }
    }
    for index in [-1, 2, Int.min, .max] {
      #expect(throws: InvocationError.noSuchArgument(index: index, count: 2)) {
        try invocation.call(thunk.function) { frame throws(InvocationError) in
          try frame.setArgument(.int32(1), at: index)
        }
      }
    }
    #expect(calls == 0)
  }

  @Test("An invocation never converts between types", arguments: ValueType.allCases)
  func noConversions(type: ValueType) {
    for other in ValueType.allCases {
      let same = Value.zero(of: other).type == Value.zero(of: type).type
      #expect(Value.zero(of: other).matches(type) == same)
    }
  }

  @Test("Several threads can use one invocation at the same time")
  func threads() async throws {
    let invocation = try hostInvocation("t(t)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 as Range<UInt64> {
        group.addTask {
          let function = try #require(fixture_echo(CChar(UInt8(ascii: "t"))))
          for index in 0..<2_000 as Range<UInt64> {
            let value = task << 32 | index
            let result = try invocation.call(function) { frame throws(InvocationError) in
              try frame.setArgument(.uint64(value), at: 0)
            }
            #expect(result == .uint64(value))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
