internal import BundleFormat
internal import KeyboardHost
package import Measurement
internal import Sandbox

/// The benchmark of a cold start: the user chooses a keyboard that has no process, and waits for its input view.
package struct ColdBenchmark: Benchmark {
  package let name = "cold"
  package let title = "a keyboard that does not run, from the user's choice to its input view"
  package let method = """
    The user chooses the keyboard while the system keyboard is visible, after a pause of 100 ms. The host confines its \
    standby process, which loads the library and serves its first turn. For comparison, the benchmark alternates this \
    choice with the same choice without sandbox layers, and with a choice without a pause, before a standby process \
    exists. The benchmark also reports the times of the parts: the wait until the process is ready, the confinement, \
    the turn that loads the keyboard, and the turn that shows the keyboard.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let subjects: [Subject]

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, _ subjects: [Subject] = [.swift, .c]) {
    self.benchmarkEnvironment = benchmarkEnvironment
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    Outcome(try subjects.flatMap { try figures(of: $0, effort) })
  }

  private func figures(of subject: Subject, _ effort: Effort) throws -> [Figure] {
    let (held, free) = (Parts(), Parts())
    let session = { try TypingSession(benchmarkEnvironment, [subject.identifier]) }
    var contenders = [
      contender(subject, try session(), held), contender(subject, try session(), Parts(), pauses: false),
    ]
    if subject.isOwn {
      let typingSession = try TypingSession(
        benchmarkEnvironment, [subject.identifier], unsafeWithout: Set(Layer.allCases))
      contenders.append(contender(subject, typingSession, free))
    }
    let series = try sampleInTurn(effort.samples(200, quick: 25), warmUps: 0, contenders)
    let name = subject.name
    var figures = [
      Figure("\(name), p50", series[0].samples, .seconds, goal: .atMost(subject.name == Subject.c.name ? 6e-3 : 7e-3)),
      Figure("\(name), p99", series[0].samples, .seconds, at: 0.99),
      Figure("\(name), without a pause, p50", series[1].samples, .seconds, goal: .atMost(15e-3)),
    ]
    if subject.isOwn {
      figures += [
        Figure("\(name) without a sandbox, p50", series[2].samples, .seconds),
        .ratio("\(name), with a sandbox over without", of: series[0], to: series[2], goal: .atMost(3)),
      ]
    }
    figures.append(Figure("\(name), until its process is ready", Distribution(held.starts), .seconds))
    if subject.isOwn {
      let confining = Distribution(zip(held.starts, free.starts).map { $0 - $1 })
      figures.append(Figure("\(name), the confinement", confining, .seconds))
    }
    return figures + [
      Figure("\(name), the load turn", Distribution(held.loads), .seconds),
      Figure("\(name), the turn that shows the keyboard", Distribution(held.shows), .seconds),
    ]
  }

  /// The durations of the parts of each start, in seconds.
  private final class Parts {
    var starts: [Double] = []
    var loads: [Double] = []
    var shows: [Double] = []
  }

  private func contender(
    _ subject: Subject, _ typingSession: TypingSession, _ parts: Parts, pauses: Bool = true
  ) -> Contender {
    {
      // Choose the system keyboard before the field exists, so that no other keyboard starts.
      try typingSession.session.pick(KeyboardIdentifier.system)
      typingSession.focus()
      try typingSession.requireShown(KeyboardIdentifier.system)
      if pauses {
        typingSession.session.prepare()
        pause(seconds: 0.1)
      }
      var turns: [ServedTurn] = []
      typingSession.session.watchTurns = { turns.append($0) }
      let time = try seconds(of: { try typingSession.session.pick(subject.identifier) })
      typingSession.session.watchTurns = nil
      try typingSession.requireShown(subject.identifier)
      let own = turns.filter { $0.identifier == subject.identifier }.map { $0.duration / .seconds(1) }
      guard own.count >= 2 else { throw WrongWorkError("\(subject.name) had \(own.count) turns before it appeared") }
      parts.loads.append(own[0])
      parts.shows.append(own[1])
      parts.starts.append(time - own[0] - own[1])
      try typingSession.session.key(subject.key)
      try require(typingSession.text, is: subject.text(after: 1), "the text of \(subject.name)")
      typingSession.session.end()
      return [time]
    }
  }
}
