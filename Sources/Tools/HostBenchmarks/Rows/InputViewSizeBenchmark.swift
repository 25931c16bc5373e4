internal import InputViewModel
internal import KeyboardHost
package import Measurement

/// The benchmark of showing a keyboard and pressing a key, by the number of keys.
package struct InputViewSizeBenchmark: Benchmark {
  package let name = "input-view-size"
  package let title = "showing a keyboard and a key press, by the number of keys"
  package let method = """
    A keyboard in C with different numbers of keys, up to the maximum. It creates its input view each time a field \
    gets the focus. The first figure is the time until the host has given the field the focus. The second figure is \
    the time of a press of the last key, which is pressed \(presses) times.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let counts = [4, 16, 64, 250, 1_000]
  private static let presses = 20

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let typingSessions = try Self.counts.map { count in
      let identifier = "org.example.keys-\(count)"
      try benchmarkEnvironment.makeBundle(of: "ManyKeys", identifier)
      let typingSession = try TypingSession(benchmarkEnvironment, [identifier])
      typingSession.focus()
      try typingSession.requireShown(identifier)
      return (typingSession, count)
    }
    let shown = try sampleInTurn(
      effort.samples(200), typingSessions.map { typingSession, count in { [try show(typingSession, count)] } })
    let pressed = try sampleInTurn(
      effort.samples(100), typingSessions.map { typingSession, count in { try press(typingSession, count) } })
    func line(_ name: String, _ series: [Series]) -> Curve.Line {
      Curve.Line(name, zip(Self.counts, series).map { Curve.Point(Double($0), $1.samples) })
    }
    let curve = Curve(
      name, title: "A keyboard, by the number of its keys",
      horizontal: Curve.Axis("keys", .count, isLogarithmic: true),
      vertical: Curve.Axis("time", .seconds, isLogarithmic: true),
      lines: [line("shown in a field that gets the focus", shown), line("a key press", pressed)])
    let figures = zip(Self.counts, zip(shown, pressed)).flatMap { count, times in
      [
        Figure("\(count) keys, shown, p50", times.0.samples, .seconds),
        Figure("\(count) keys, a key press, p50", times.1.samples, .seconds),
      ]
    }
    let (few, many) = (pressed[0], pressed[pressed.count - 1])
    let ratio = Figure.ratio("1000 keys over 4, a key press", of: many, to: few, goal: .atMost(1.2))
    return Outcome(figures + [ratio], curves: [curve])
  }

  private func show(_ typingSession: TypingSession, _ count: Int) throws -> Double {
    let time = seconds(of: { typingSession.focus() })
    try typingSession.requireNoFailure()
    try require(typingSession.session.inputView?.keys.count, is: count, "the keys that are shown")
    return time
  }

  private func press(_ typingSession: TypingSession, _ count: Int) throws -> [Double] {
    typingSession.focus()
    let times = try (0..<Self.presses).map { _ in
      try seconds(of: { try typingSession.session.key("key \(count - 1)") })
    }
    try typingSession.requireNoFailure()
    try require(
      typingSession.text, is: String(repeating: "x", count: Self.presses) + "|", "the text of key \(count)")
    return times
  }
}
