import Invocation
import InvocationFixture
import Synchronization
import Testing

@Suite("Thunks")
struct ThunkTests {
  @Test("A thunk receives every value from C and returns it without changing a bit", arguments: Limit.all)
  func echo(_ limit: Limit) throws {
    let type = limit.type
    let result = type == .key ? ValueType.string : type
    let thunk = try Thunk(hostSignature("\(result.rawValue)(\(type.rawValue))")) { arguments throws(InvocationError) in
      let value = try arguments.value(at: 0)
      #expect(value.isIdentical(to: limit.value), "\(value)")
      return value
    }
    let apply = try #require(fixture_apply(limit.letter))
    let returned = try hostInvocation("\(result.rawValue)(h\(type.rawValue))").call(apply) {
      frame throws(InvocationError) in
      try frame.setArgument(.pointer(UnsafeMutableRawPointer(mutating: thunk.function)), at: 0)
      try frame.setArgument(limit.value, at: 1)
    }
    #expect(returned.isIdentical(to: limit.value), "\(returned)")
  }

  @Test(
    "Every byte except zero is true",
    arguments: [(0, false), (1, true), (2, true), (255, true), (256, false)])
  func hostileBool(argument: UInt32, expected: Bool) throws {
    let thunk = try Thunk(hostSignature("u(b)")) { arguments throws(InvocationError) in
      .uint32(try arguments.bool(at: 0) ? 1 : 0)
    }
    #expect(try call(thunk, "u(u)", .uint32(argument)) == .uint32(expected ? 1 : 0))
  }

  @Test("A thunk reads its arguments by type and index, and a wrong type or index gives an error")
  func typedAccess() throws {
    var error: InvocationError?
    var read = 0
    let thunk = try Thunk(hostSignature("v(biuqtfdshkp)")) { arguments throws(InvocationError) in
      #expect(arguments.count == 11)
      #expect(try arguments.bool(at: 0))
      #expect(try arguments.int32(at: 1) == -2)
      #expect(try arguments.uint32(at: 2) == 3)
      #expect(try arguments.int64(at: 3) == -4)
      #expect(try arguments.uint64(at: 4) == 5)
      #expect(try arguments.float(at: 5) == 6.5)
      #expect(try arguments.double(at: 6) == -7.25)
      #expect(try arguments.text(at: 7) == "восемь")
      #expect(try arguments.pointer(at: 8) == UnsafeMutableRawPointer(bitPattern: 9))
      #expect(try arguments.text(at: 9) == nil)
      #expect(try arguments.pointer(at: 10) == nil)
      read += 1
      for index in [-1, 11, Int.min, .max] {
        #expect(throws: InvocationError.noSuchArgument(index: index, count: 11)) { try arguments.value(at: index) }
      }
      do throws(InvocationError) { _ = try arguments.int64(at: 1) } catch let fault { error = fault }
      _ = try arguments.string(at: 8)
      Issue.record("A handle was read as a string.")
      return .void
    }
    try "восемь".withCString { text in
      let values: [Value] = [
        .bool(true), .int32(-2), .uint32(3), .int64(-4), .uint64(5), .float(6.5), .double(-7.25), .string(text),
        .pointer(UnsafeMutableRawPointer(bitPattern: 9)), .string(nil), .pointer(nil),
      ]
      let result = try Invocation(thunk.signature).call(thunk.function, with: values.span)
      #expect(result == .void)
    }
    #expect(read == 1)
    #expect(error == .argumentType(index: 1, expected: .int64, given: .int32))
  }

  @Test("A revoked thunk returns its refused result and does not run its handler")
  func revocation() throws {
    var calls = 0
    let handler: Thunk.Handler = { _ throws(InvocationError) in
      calls += 1
      return .int32(1)
    }
    let plain = try Thunk(hostSignature("i(i)"), handler: handler)
    let coded = try Thunk(hostSignature("i(i)"), refusedResult: .int32(-22), handler: handler)
    for thunk in [plain, coded] { #expect(try call(thunk, "i(i)", .int32(0)) == .int32(1)) }
    plain.revoke()
    coded.revoke()
    #expect(try call(plain, "i(i)", .int32(0)) == .int32(0))
    #expect(try call(coded, "i(i)", .int32(0)) == .int32(-22))
    #expect(calls == 2)
  }

  @Test(
    "The refused result of every result type is zero by default", arguments: ValueType.allCases.filter { $0 != .key })
  func zeros(type: ValueType) throws {
    let thunk = try Thunk(hostSignature("\(type.rawValue)()"), gate: CallGate(isOpen: false)) { _ in
      Issue.record("A thunk ran although its gate was closed.")
      return .void
    }
    let result = try Invocation(thunk.signature).call(thunk.function, with: [Value]().span)
    #expect(result.bits == 0 && result.type == Value.zero(of: type).type)
  }

  @Test("A thunk reports each call that its closed gate refuses")
  func refusals() throws {
    let refusals = Mutex<[Thunk.Refusal]>([])
    let gate = CallGate()
    let thunk = try Thunk(
      hostSignature("i(i)"), gate: gate, onRefusal: { refusal in refusals.withLock { $0.append(refusal) } }
    ) { _ throws(InvocationError) in .int32(1) }
    _ = try call(thunk, "i(i)", .int32(0))
    gate.close()
    _ = try call(thunk, "i(i)", .int32(0))
    gate.open()
    thunk.revoke()
    _ = try call(thunk, "i(i)", .int32(0))
    #expect(refusals.withLock { $0 } == [.closed, .closed])
  }

  @Test("One gate closes and opens all its thunks")
  func gate() throws {
    let gate = CallGate()
    var calls = 0
    let thunks = try (0..<100 as Range<Int32>).map { number in
      try Thunk(hostSignature("i(i)"), gate: gate, refusedResult: .int32(-1)) { _ throws(InvocationError) in
        calls += 1
        return .int32(number)
      }
    }
    let results = { try thunks.map { try call($0, "i(i)", .int32(0)) } }
    #expect(try results() == (0..<100).map { .int32($0) })
    gate.close()
    #expect(!gate.isOpen)
    #expect(try results() == Array(repeating: .int32(-1), count: 100))
    #expect(calls == 100)
    gate.open()
    thunks[0].revoke()
    #expect(try results() == [.int32(-1)] + (1..<100).map { .int32($0) })
  }

  @Test("A thunk returns its refused result if the handler throws or returns another type")
  func wrongHandlers() throws {
    let returning = try Thunk(hostSignature("i(i)"), refusedResult: .int32(-5)) { _ in .double(1) }
    let throwing = try Thunk(hostSignature("i(i)"), refusedResult: .int32(-6)) { arguments throws(InvocationError) in
      .double(try arguments.double(at: 0))
    }
    #expect(try call(returning, "i(i)", .int32(7)) == .int32(-5))
    #expect(try call(throwing, "i(i)", .int32(7)) == .int32(-6))
    #expect(throws: InvocationError.resultType(expected: .int32, given: .int64)) {
      try Thunk(hostSignature("i(i)"), refusedResult: .int64(0)) { _ in .int32(0) }
    }
  }

  @Test("A thunk refuses calls on other threads, unless it was made for any thread")
  func threads() throws {
    let here = try Thunk(hostSignature("i(i)"), refusedResult: .int32(-1)) { arguments throws(InvocationError) in
      .int32(try arguments.int32(at: 0) + 1)
    }
    let anywhere = try Thunk(onAnyThread: hostSignature("i(i)"), refusedResult: .int32(-1)) {
      arguments throws(InvocationError) in
      .int32(try arguments.int32(at: 0) + 1)
    }
    #expect(fixture_call_on_new_thread(here.function, 41) == -1)
    #expect(try call(here, "i(i)", .int32(41)) == .int32(42))
    #expect(fixture_call_on_new_thread(anywhere.function, 41) == 42)
    #expect(try call(anywhere, "i(i)", .int32(41)) == .int32(42))
  }

  @Test("A thunk releases its context when it is freed, even during its call")
  func lifetime() throws {
    final class Context {
      var thunk: Thunk?
      var seen: Int32 = 0
    }
    weak var freed: Context?
    let function: UnsafeRawPointer
    do {
      let context = Context()
      freed = context
      let thunk = try Thunk(hostSignature("i(i)")) { [context] arguments throws(InvocationError) in
        context.thunk = nil
        context.seen = try arguments.int32(at: 0)
        return .int32(context.seen + 1)
      }
      function = thunk.function
      context.thunk = thunk
    }
    #expect(freed != nil)
    let result = try hostInvocation("i(i)").call(function) { frame throws(InvocationError) in
      try frame.setArgument(.int32(8), at: 0)
    }
    #expect(result == .int32(9))
    #expect(freed == nil)
  }

  private func call(_ thunk: Thunk, _ signature: String, _ argument: Value) throws(InvocationError) -> Value {
    try hostInvocation(signature).call(thunk.function) { frame throws(InvocationError) in
      try frame.setArgument(argument, at: 0)
    }
  }
}
