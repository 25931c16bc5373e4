internal import Glibc
internal import KeyboardHost
package import Measurement
internal import SystemSupport

/// The benchmark of the time until the user can type again after a keyboard ended or hung during a key press.
package struct RecoveryBenchmark: Benchmark {
  package let name = "recovery"
  package let title = "from the crash, hang or kill of a keyboard during a key press until the user can type again"
  package let method = """
    Crash and hang: a key crashes the keyboard or never returns. The figure is the time from the press until the \
    next letter, typed with the system keyboard, is in the document. Kill: the benchmark kills the keyboard while it \
    works on a key press for 20 ms. The figure is the time from the kill until the text of that press is in the \
    document, less the 20 ms for which a new process repeats the work.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let typist = "org.klava.benchmark.typist"
  private static let caller = "org.klava.benchmark.c-caller"

  /// The goal for a keyboard that hangs.
  package static let goalOfHang = Goal.atMost(
    0.255, source: "Benchmarks.md#hang-goal: 250 ms for the deadline of a turn, and 5 ms for the rest")

  /// The seconds that the keyboard waits after a press of the key `wait` before it inserts a letter.
  private static let work = 20e-3

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    try benchmarkEnvironment.makeBundle(of: "CCaller", Self.caller)
    let rounds = effort.samples(30, quick: 6)
    let crash = try sample(rounds) { [try time(of: "segv", .crashed)] }
    let kill = try sample(rounds) { [try timeOfKill()] }
    let hang = try sample(effort.samples(20, quick: 4)) { [try timeOfHang()] }
    return Outcome([
      Figure("crashed, until the next letter, p50", crash, .seconds, goal: .atMost(20e-3)),
      Figure("killed from outside, until the same key's text, p50", kill, .seconds, goal: .atMost(20e-3)),
      Figure("hung, until the next letter, p50", hang, .seconds, goal: Self.goalOfHang),
    ])
  }

  /// Presses a key at which the keyboard hangs, then a letter.
  ///
  /// - Returns: The seconds until the letter is in the document.
  /// - Throws: ``WrongWorkError`` if the keyboard does not hang.
  package func timeOfHang() throws -> Double { try time(of: "hang", .hung) }

  /// Presses a key that ends or hangs the keyboard, then a letter.
  private func time(of key: String, _ reason: ShownBecause) throws -> Double {
    try benchmarkEnvironment.makeBundle(of: "CrashingKeyboard", Self.typist)
    // Create a new session for each sample, because a session reacts to earlier failures of the keyboard.
    let typingSession = try TypingSession(benchmarkEnvironment, [Self.typist])
    typingSession.focus()
    try typingSession.requireShown(Self.typist)
    try typingSession.session.key("m")
    let time = try seconds(of: {
      try typingSession.session.key(key)
      try typingSession.session.type("a")
    })
    try require(typingSession.session.shownBecause, is: reason, "the reason for the system keyboard")
    try require(typingSession.text, is: "ma|", "the text")
    return time
  }

  /// Presses the key `wait`, and kills the keyboard's process while the key's turn runs.
  private func timeOfKill() throws -> Double {
    let others = ProcessStatus(getpid()).keyboards
    let typingSession = try TypingSession(benchmarkEnvironment, [Self.caller])
    typingSession.focus()
    try typingSession.requireShown(Self.caller)
    let own = ProcessStatus(getpid()).keyboards.filter { !others.contains($0) }
    guard own.count == 1, let process = own.first else {
      throw WrongWorkError("the keyboard runs in \(own.count) processes")
    }
    let killer = Killer(process, after: Self.work / 4)
    try typingSession.session.key("wait")
    let time = try killer.finished().seconds
    try require(typingSession.text, is: "x|", "the text")
    try require(typingSession.session.drainReport().events, is: [.restarted], "the events of the session")
    return time - Self.work
  }
}
