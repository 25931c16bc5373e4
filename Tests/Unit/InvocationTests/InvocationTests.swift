import Invocation
import InvocationFixture
import Testing

@Suite("Invocations")
struct InvocationTests {
  @Test("An invocation passes every value to C and back without changing a bit", arguments: Limit.all)
  func echo(_ limit: Limit) throws {
    let type = limit.type
    // A function cannot return a key or a handle. In C, both are pointers like a text, so use the type for text as the
    // result.
    let result = [.key, .handle].contains(type) ? ValueType.string : type
    let function = try #require(fixture_echo(limit.letter))
    let invocation = try Invocation(function, Signature(parsing: "\(result.rawValue)(\(type.rawValue))"))
    let returned = try invocation.call(with: [limit.value])
    #expect(returned.isIdentical(to: Value(result, bits: limit.bits)), "\(returned)")
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
    let function = try #require(fixture_echo(CChar(UInt8(ascii: "t"))))
    let invocation = try Invocation(function, Signature(parsing: "\(letter)(t)"))
    let returned = try invocation.call(with: [.uint64(register)])
    #expect(returned.isIdentical(to: expected.value), "\(returned)")
  }

  @Test("An invocation calls functions without arguments")
  func noArguments() throws {
    let function = unsafeBitCast(fixture_counts_allocations as @convention(c) () -> Bool, to: UnsafeRawPointer.self)
    #expect(
      try Invocation(function, Signature(parsing: "b()")).invoke() == .bool(fixture_counts_allocations()))
  }

  @Test("Arguments may be set in any order and several times, and remain set for later calls")
  func settingArguments() throws {
    let row = try #require(FunctionTable.rows.first { $0.signature.arguments.count > 2 })
    let values = row.signature.arguments.indices.map { Value(row.signature.arguments[$0], bits: UInt64($0) * 3 + 1) }
    let invocation = try Invocation(row.function, row.signature)
    for index in values.indices.reversed() {
      try invocation.setArgument(.zero(of: row.signature.arguments[index]), at: index)
      try invocation.setArgument(values[index], at: index)
    }
    _ = try invocation.invoke()
    #expect(fixture_last_checksum() == FunctionTable.checksum(of: values))
    let first = Value(row.signature.arguments[0], bits: 0)
    try invocation.setArgument(first, at: 0)
    _ = try invocation.invoke()
    #expect(fixture_last_checksum() == FunctionTable.checksum(of: [first] + values.dropFirst()))
  }

  @Test("An invocation rejects an argument of a wrong type, and does not call the function if an argument is missing")
  func refusals() throws {
    let function: @convention(c) (Int32, Double) -> Int32 = { _, _ in
      Issue.record("the function was called")
      return 0
    }
    let invocation = try Invocation(unsafeBitCast(function, to: UnsafeRawPointer.self), Signature(parsing: "i(id)"))
    #expect(throws: InvocationError.argumentMissing(index: 0)) { try invocation.invoke() }
    try invocation.setArgument(.int32(1), at: 0)
    #expect(throws: InvocationError.argumentType(index: 1, expected: .double, given: .float)) {
      try invocation.setArgument(.float(2), at: 1)
    }
    for index in [-1, 2, Int.min, .max] {
      #expect(throws: InvocationError.noSuchArgument(index: index, count: 2)) {
        try invocation.setArgument(.int32(1), at: index)
      }
    }
    #expect(throws: InvocationError.argumentMissing(index: 1)) { try invocation.invoke() }
  }

  @Test("An invocation never converts between types", arguments: ValueType.allCases)
  func noConversions(type: ValueType) {
    for other in ValueType.allCases {
      let same = Value.zero(of: other).type == Value.zero(of: type).type
      #expect(Value.zero(of: other).matches(type) == same)
    }
  }

  @Test("A function may call itself through the invocation that called it", arguments: [0, 1, 2, 50] as [Int32])
  func nested(depth: Int32) throws {
    // This function reads its own arguments after the nested call has set other arguments.
    let sum: @convention(c) (UnsafeRawPointer, Int32, Double) -> Double = { context, depth, carry in
      guard depth > 0 else { return carry }
      let invocation = Unmanaged<Invocation>.fromOpaque(context).takeUnretainedValue()
      do {
        guard
          case .double(let inner) = try invocation.call(
            with: [.pointer(UnsafeMutableRawPointer(mutating: context)), .int32(depth - 1), .double(carry + 0.5)])
        else { return .nan }
        return inner * 2 + Double(depth) + carry
      } catch {
        return .nan
      }
    }
    let invocation = try Invocation(unsafeBitCast(sum, to: UnsafeRawPointer.self), Signature(parsing: "d(hid)"))
    let context = Unmanaged.passUnretained(invocation).toOpaque()
    let result = try invocation.call(with: [.pointer(context), .int32(depth), .double(0.25)])
    func expected(_ depth: Int32, _ carry: Double) -> Double {
      depth == 0 ? carry : expected(depth - 1, carry + 0.5) * 2 + Double(depth) + carry
    }
    #expect(result == .double(expected(depth, 0.25)))
  }
}
