// allocation-count: the allocations of 10,000 calls of a C function through `Invocation`, and of 10,000 calls of a
// `Thunk`.
//
// A separate program, because its counter replaces the allocator of the whole process and would distort all figures.
// Prints two numbers, or nothing if the allocator cannot be counted.

internal import Glibc
internal import Invocation
internal import InvocationFixture

let calls = 10_000

func identity(_ number: Int64) -> Int64 { number }

let thunk = try Thunk(try Signature(parsing: "q(q)", allowing: .hostFunctions)) { arguments throws(InvocationError) in
  .int64(try arguments.int64(at: 0) + 1)
}
let invocation = try Invocation(try Signature(parsing: "q(q)", allowing: .hostFunctions))
let plain = unsafeBitCast({ identity($0) } as @convention(c) (Int64) -> Int64, to: UnsafeRawPointer.self)
let called = unsafeBitCast(thunk.function, to: (@convention(c) (Int64) -> Int64).self)
let arguments: [Value] = [.int64(41)]

/// Counts the allocations of many calls, after a first call that makes permanent allocations.
func count(_ call: () throws -> Bool) rethrows -> UInt64? {
  guard try call() else { return nil }
  let before = fixture_allocation_count()
  for _ in 0..<calls where try !call() { return nil }
  return fixture_allocation_count() - before
}

if fixture_counts_allocations(),
  let made = try count({ try invocation.call(plain, with: arguments.span) == .int64(41) }),
  let taken = count({ called(41) == 42 })
{
  print(made, taken)
}
