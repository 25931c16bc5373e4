import Invocation
import InvocationFixture
import Testing

@Suite("A call allocates no memory", .enabled(if: fixture_counts_allocations(), "sanitizers bring their own allocator"))
struct AllocationTests {
  @Test("The counter counts allocations")
  func control() {
    let before = fixture_allocation_count()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 8)
    let aligned = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
    let after = fixture_allocation_count()
    memory.deallocate()
    aligned.deallocate()
    #expect(after == before + 2)
  }

  @Test("A call from Swift to C allocates nothing")
  func invocation() throws {
    let row = try #require(FunctionTable.rows.first { $0.signature.arguments.count == 16 })
    let invocation = try Invocation(row.signature)
    let values = row.signature.arguments.map { Value($0, bits: 7) }
    var checksums: UInt64 = 0
    var before: UInt64 = 0
    for call in 0...10_000 {
      // The first call in a process may allocate metadata of Swift.
      if call == 1 { before = fixture_allocation_count() }
      _ = try invocation.call(row.function) { frame throws(InvocationError) in
        for index in 0..<frame.count { try frame.setArgument(values[index], at: index) }
      }
      checksums &+= fixture_last_checksum()
    }
    let after = fixture_allocation_count()
    #expect(after == before)
    #expect(checksums == FunctionTable.checksum(of: values) &* 10_001)
  }

  @Test("A call from C to a thunk allocates nothing, also if the gate is closed", arguments: [true, false])
  func thunk(isOpen: Bool) throws {
    var sum = 0
    let thunk = try Thunk(hostSignature("q(q)"), gate: CallGate(isOpen: isOpen), refusedResult: .int64(-1)) {
      arguments throws(InvocationError) in
      let value = try arguments.int64(at: 0)
      sum += 1
      return .int64(value + 1)
    }
    let apply = try #require(fixture_apply(CChar(UInt8(ascii: "q"))))
    let invocation = try hostInvocation("q(hq)")
    let arguments: [Value] = [.pointer(UnsafeMutableRawPointer(mutating: thunk.function)), .int64(41)]
    var wrong = 0
    var before: UInt64 = 0
    for call in 0...10_000 {
      // The first call in a process may allocate metadata of Swift.
      if call == 1 { before = fixture_allocation_count() }
      let result = try invocation.call(apply, with: arguments.span)
      if result != .int64(isOpen ? 42 : -1) { wrong += 1 }
    }
    let after = fixture_allocation_count()
    #expect(after == before)
    #expect(wrong == 0)
    #expect(sum == (isOpen ? 10_001 : 0))
  }
}
