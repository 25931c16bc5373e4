// invocation-allocations: counts the memory allocations during 10,000 calls of a C function through `Invocation`.
//
// This program is separate, because its counter replaces the allocator of the whole process and would distort other
// measurements. The program prints the number of allocations, or nothing if it cannot count them or a call returned a
// wrong result.

internal import Invocation
internal import InvocationFixture

func identity(_ number: Int64) -> Int64 { number }

let function = unsafeBitCast({ identity($0) } as @convention(c) (Int64) -> Int64, to: UnsafeRawPointer.self)
let invocation = try Invocation(function, try Signature(parsing: "q(q)"))

@MainActor func call() throws -> Bool {
  try invocation.setArgument(.int64(41), at: 0)
  return try invocation.invoke() == .int64(41)
}

// Make the first call before counting, because the first call allocates memory that later calls reuse.
if fixture_counts_allocations(), try call() {
  let before = fixture_allocation_count()
  var isRight = true
  for _ in 0..<10_000 where try !call() { isRight = false }
  // Read the count before `print`, because `print` also allocates memory.
  let allocations = fixture_allocation_count() - before
  if isRight { print(allocations) }
}
