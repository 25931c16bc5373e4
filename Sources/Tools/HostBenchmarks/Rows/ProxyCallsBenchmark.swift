internal import KeyboardHost
package import Measurement
internal import Sandbox

/// The benchmark of the calls to the document proxy that a keyboard makes in one turn.
package struct ProxyCallsBenchmark: Benchmark {
  package let name = "proxy-calls"
  package let title = "a turn in which the keyboard makes 1, 10 or 1,000 proxy calls"
  package let method = """
    The keys of one keyboard insert a letter, or read the text before the insertion point, 1, 10 or 1,000 times in a \
    turn. The turns with each number of calls alternate. The cost of a call is the difference between the times of \
    1,000 and 10 calls, divided by 990. The cost includes applying the edits to the document.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let counts = [1, 10, 1000]

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    var figures: [Figure] = []
    for (language, library, principal) in [
      ("Swift", "SwiftCaller", "SwiftCaller.KeyboardViewController"), ("C", "CCaller", "klv_keyboard"),
    ] {
      let identifier = "org.klava.benchmark.\(language.lowercased())-caller"
      try benchmarkEnvironment.makeBundle(of: library, identifier, principalClass: principal)
      let typingSession = try TypingSession(benchmarkEnvironment, [identifier])
      typingSession.focus()
      try typingSession.requireShown(identifier)
      for verb in ["insert", "read"] { figures += try self.figures(language, verb, typingSession, effort) }
      figures.append(try roundTrips(language, library, principal))
    }
    return Outcome(figures)
  }

  private func figures(_ language: String, _ verb: String, _ typingSession: TypingSession, _ effort: Effort) throws
    -> [Figure]
  {
    let series = try sampleInTurn(
      effort.samples(300),
      Self.counts.map { count in
        {
          typingSession.focus(before: "x")
          // Press a key before the measurement, because the first press also sends the field to the keyboard.
          try typingSession.session.key("\(verb) 1")
          let time = try seconds(of: { try typingSession.session.key("\(verb) \(count)") })
          try typingSession.requireNoFailure()
          let typed = verb == "insert" ? 2 + count : 3
          try require(
            typingSession.text, is: String(repeating: "x", count: typed) + "|", "the text of \(verb) \(count)")
          return [time]
        }
      })
    let calls = Double(Self.counts[2] - Self.counts[1])
    return zip(Self.counts, series).map { count, times in
      Figure("\(language), \(verb) × \(count), p50", times.samples, .seconds)
    } + [
      .difference(
        "\(language), a call to \(verb)", of: series[2], from: series[1], per: calls, .seconds, goal: .atMost(200e-9))
    ]
  }

  /// The number of messages in each direction for a turn with 1,000 proxy calls.
  private func roundTrips(_ language: String, _ library: String, _ principal: String) throws -> Figure {
    let keyboard = try BareKeyboard(
      library: benchmarkEnvironment.library(library), principalClass: principal, policy: try Policy(),
      benchmarkEnvironment)
    try keyboard.press("insert 1000", inserting: "x", times: 1000)
    return Figure("\(language), round trips of 1,000 calls", Double(1 + keyboard.requests), .count, goal: .atMost(1))
  }
}
