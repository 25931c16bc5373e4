internal import Foundation
internal import Invocation
package import Measurement

/// The benchmark of calls through libffi: a C function whose type is known only at run time, and a closure.
package struct LibffiBenchmark: Benchmark {
  package let name = "libffi"
  package let title = "a call through a signature, and a closure"
  package let method = """
    Calls `copysign(double, double)` of the C library through its address, and through the signature d(dd). Calls a function \
    of one number, made by the compiler and made by libffi. Each sample is the mean of \(calls) calls; the variants alternate. \
    A separate program counts allocations.
    """
  private let counter: String?

  private static let calls = 10_000

  /// Creates the benchmark.
  ///
  /// - Parameter ground: The command sandbox with the program that counts allocations; nil if there is none.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment?) {
    counter = benchmarkEnvironment.map { "\($0.buildFolder)/allocation-count" }
  }

  package func run(_ effort: Effort) throws -> Outcome {
    try Outcome(invocations(effort) + thunks(effort) + allocations())
  }

  private func invocations(_ effort: Effort) throws -> [Figure] {
    guard let function = dlsym(nil, "copysign") else { throw WrongWorkError("the C library has no copysign") }
    let direct = unsafeBitCast(function, to: (@convention(c) (Double, Double) -> Double).self)
    let invocation = try Invocation(try Signature(parsing: "d(dd)", allowing: .actions))
    let arguments: [Value] = [.double(1), .double(-1)]
    let series = try sampleInTurn(
      effort.samples(300),
      [
        {
          [
            try Self.time(expecting: -1) { direct(1, -1) }
          ]
        },
        {
          [
            try Self.time(expecting: -1) {
              guard case .double(let value) = try invocation.call(function, with: arguments.span) else { return 0 }
              return value
            }
          ]
        },
      ])
    return [
      Figure("a direct call", series[0].samples, .seconds), Figure("by its signature", series[1].samples, .seconds),
      .difference(
        "by its signature, beyond a direct call", of: series[1], from: series[0], .seconds, goal: .atMost(40e-9)),
    ]
  }

  private func thunks(_ effort: Effort) throws -> [Figure] {
    let thunk = try Thunk(try Signature(parsing: "q(q)", allowing: .hostFunctions)) {
      arguments throws(InvocationError) in .int64(try arguments.int64(at: 0) + 1)
    }
    let plain: @convention(c) (Int64) -> Int64 = { $0 + 1 }
    let made = unsafeBitCast(thunk.function, to: (@convention(c) (Int64) -> Int64).self)
    let series = try sampleInTurn(
      effort.samples(300),
      [plain, made].map { function in { [try Self.time(expecting: 42) { Double(function(41)) }] } })
    // The function lives as long as the thunk.
    withExtendedLifetime(thunk) {}
    return [
      Figure("a compiled function, called from C", series[0].samples, .seconds),
      Figure("a thunk, called from C", series[1].samples, .seconds),
      .difference(
        "a thunk, beyond a compiled function", of: series[1], from: series[0], .seconds, goal: .atMost(40e-9)),
    ]
  }

  /// The mean duration of a call in seconds.
  @inline(never)
  private static func time(expecting result: Double, _ call: () throws -> Double) throws -> Double {
    var sum = 0.0
    let watch = Stopwatch()
    for _ in 0..<calls { sum += try call() }
    let time = watch.seconds / Double(calls)
    try require(sum, is: result * Double(calls), "the sum of the results")
    return time
  }

  private func allocations() throws -> [Figure] {
    let labels = ["allocations of 10,000 calls by a signature", "allocations of 10,000 calls of a thunk"]
    guard let counter, FileManager.default.isExecutableFile(atPath: counter) else {
      return labels.map { .missing($0, .count, reason: "the counting program exists only in a build tree") }
    }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: counter)
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let counts = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, counts.count == labels.count else {
      throw WrongWorkError("allocation-count did not count")
    }
    return zip(labels, counts).map { Figure($0, $1, .count, goal: .atMost(0)) }
  }
}
