import Invocation
import InvocationFixture
import Testing

@Suite("A call allocates no memory", .enabled(if: fixture_counts_allocations(), "sanitizers bring their own allocator"))
struct AllocationTests {
  @Test("The fixture counts each allocation of a thread")
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
    let invocation = try Invocation(row.function, row.signature)
    let values = row.signature.arguments.map { Value($0, bits: 7) }
    var checksums: UInt64 = 0
    var before: UInt64 = 0
    for call in 0...10_000 {
      // The first call in a process may allocate metadata of the Swift runtime, so start the count after it.
      if call == 1 { before = fixture_allocation_count() }
      for index in values.indices { try invocation.setArgument(values[index], at: index) }
      _ = try invocation.invoke()
      checksums &+= fixture_last_checksum()
    }
    let after = fixture_allocation_count()
    #expect(after == before)
    #expect(checksums == FunctionTable.checksum(of: values) &* 10_001)
  }
}
