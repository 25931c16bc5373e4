package import Measurement
internal import SystemSupport

/// The benchmark of wake-ups of the host and its keyboards while the user does not type.
package struct RestBenchmark: Benchmark {
  package let name = "rest"
  package let title = "wake-ups while the user does not type"
  package let method = """
    Counts how often the kernel gave a processor to any thread of a `klava` process and of its keyboards' processes \
    while nothing happened. One `klava` plays a script with three keyboards, and one is the simulator. Before the \
    count, both processes had two seconds to become idle.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let player = try HostProcess(
      benchmarkEnvironment, ["play", "--root", benchmarkEnvironment.directory.path + "/rest-play"])
    try player.showThree()
    let simulator = try HostProcess(
      benchmarkEnvironment, ["simulate", "--linear", "--root", benchmarkEnvironment.directory.path + "/rest-simulate"])
    _ = try simulator.reply()
    pause(seconds: 2)
    try simulator.settle(seconds: 0.1)
    let hosts = [("script", player), ("simulator", simulator)]
    let before = hosts.map { Self.wakeUps(of: $0.1) }
    let watch = Stopwatch()
    pause(seconds: effort == .full ? 10 : 3)
    let seconds = watch.seconds
    let figures = zip(hosts, before).flatMap { host, before in
      let after = Self.wakeUps(of: host.1)
      return [
        Figure("\(host.0): host", Double(after.host - before.host) / seconds, .perSecond, goal: .atMost(0)),
        Figure(
          "\(host.0): its \(after.keyboards) keyboards' processes", Double(after.runners - before.runners) / seconds,
          .perSecond, goal: .atMost(0)),
      ]
    }
    // Check that the host is still alive.
    _ = try player.perform(#"{"press": "Жирный"}"#)
    return Outcome(figures)
  }

  private static func wakeUps(of host: HostProcess) -> (host: Int, runners: Int, keyboards: Int) {
    let status = ProcessStatus(host.identifier)
    // Each wake-up ends in a context switch, so count the context switches.
    let runners = status.descendants.reduce(0) { $0 + $1.contextSwitches }
    return (status.contextSwitches, runners, status.keyboards.count)
  }
}

extension HostProcess {
  /// Shows the three bundled keyboards one after the other, so that all of them run.
  func showThree() throws {
    _ = try perform(#"{"focus": {}}"#)
    for name in ["calculator", "pet-phrases", "habr-tags"] {
      let answer = try perform(#"{"keyboard": "\#(name)"}"#)
      try require(answer.contains("\"keyboard\":\"org.klava.\(name)\""), is: true, "that \(name) is shown")
    }
    // The number of processes includes standby processes, so it can be greater than three.
    let running = ProcessStatus(identifier).keyboards.count
    guard running >= 3 else { throw WrongWorkError("only \(running) of the three keyboards run") }
  }
}
