internal import Glibc
package import Measurement
internal import SystemSupport

/// The benchmark of the private memory of keyboards' processes and of the host.
package struct MemoryBenchmark: Benchmark {
  package let name = "memory"
  package let title = "memory of a keyboard's process and of the host"
  package let method = """
    Private memory is Private_Clean and Private_Dirty in /proc/PID/smaps_rollup, after the host showed the keyboard and \
    pressed \(presses) keys. The share is the proportional set size (PSS). The measured host is a `klava play` with three \
    keyboards.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let subjects: [(subject: Subject, goal: Goal?)]
  private let measuresHost: Bool

  private static let presses = 100

  /// Creates the benchmark for a build tree.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) {
    self.benchmarkEnvironment = benchmarkEnvironment
    subjects = [(.swift, .atMost(1.5e6)), (.c, .atMost(0.7e6))]
    measuresHost = true
  }

  /// Creates the benchmark for the user's keyboards, without goals.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, forUsers subjects: [Subject]) {
    self.benchmarkEnvironment = benchmarkEnvironment
    self.subjects = subjects.map { ($0, nil) }
    measuresHost = false
  }

  package func run(_ effort: Effort) throws -> Outcome {
    var figures: [Figure] = []
    for (subject, goal) in subjects {
      let before = Set(ProcessStatus(getpid()).keyboards)
      let keySession = try RepeatedKeySession(subject, benchmarkEnvironment)
      _ = try keySession.type(Self.presses)
      let own = Set(ProcessStatus(getpid()).keyboards).subtracting(before)
      guard own.count == 1, let process = own.first else {
        throw WrongWorkError("\(subject.name) runs in \(own.count) processes")
      }
      figures += Self.figures(subject.name, process, goal: goal)
      try keySession.check()
    }
    guard measuresHost else { return Outcome(figures) }
    let host = try HostProcess(
      benchmarkEnvironment, ["play", "--root", benchmarkEnvironment.directory.path + "/memory"])
    try host.showThree()
    for _ in 0..<Self.presses { _ = try host.perform(#"{"press": "Жирный"}"#) }
    figures += Self.figures("host", host.identifier, goal: .atMost(12e6))
    return Outcome(figures)
  }

  private static func figures(_ name: String, _ process: Int32, goal: Goal?) -> [Figure] {
    guard let memory = ProcessStatus(process).memory else {
      let reason = "this user cannot read the memory of a confined process"
      return [.missing("\(name), private", .bytes, reason: reason, goal: goal)]
    }
    return [
      Figure("\(name), private", Double(memory.own), .bytes, goal: goal),
      Figure("\(name), share", Double(memory.share), .bytes),
    ]
  }
}
