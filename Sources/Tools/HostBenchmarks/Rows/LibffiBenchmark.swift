internal import HelperLauncher
internal import Glibc
internal import Invocation
package import Measurement

/// The benchmark of calls through libffi, which calls C functions whose type is known only at run time.
package struct LibffiBenchmark: Benchmark {
  package let name = "libffi"
  package let title = "a call through a signature"
  package let method = """
    Calls `copysign(double, double)` of the C library through its address, and through the signature d(dd). Each sample is \
    the mean of \(calls) calls; the variants alternate. A separate program counts allocations.
    """
  private let buildFolder: String?

  private static let calls = 10_000

  /// Creates the benchmark.
  ///
  /// - Parameter benchmarkEnvironment: The command sandbox with the program that counts allocations; nil if the
  ///   benchmark counts no allocations.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment?) {
    buildFolder = benchmarkEnvironment?.buildFolder
  }

  package func run(_ effort: Effort) throws -> Outcome {
    try Outcome(invocations(effort) + allocations())
  }

  private func invocations(_ effort: Effort) throws -> [Figure] {
    guard let function = dlsym(nil, "copysign") else { throw WrongWorkError("the C library has no copysign") }
    let direct = unsafeBitCast(function, to: (@convention(c) (Double, Double) -> Double).self)
    let invocation = try Invocation(function, try Signature(parsing: "d(dd)"))
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
              try invocation.setArgument(.double(1), at: 0)
              try invocation.setArgument(.double(-1), at: 1)
              guard case .double(let value) = try invocation.invoke() else { return 0 }
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
    let label = "allocations of 10,000 calls by a signature"
    guard let buildFolder,
      let result = try ProgramOutput.run(
        "invocation-allocations", [], searching: [buildFolder], limit: .seconds(600))
    else {
      return [.missing(label, .count, reason: "the counting program exists only in a build tree")]
    }
    let count = Double(result.output.prefix { !$0.isWhitespace })
    guard result.status == 0, let count else {
      throw WrongWorkError("invocation-allocations did not count")
    }
    return [Figure(label, count, .count, goal: .atMost(0))]
  }
}
