package import Measurement

/// The same key press with the keyboard in this process: what isolation costs.
package struct InProcessBenchmark: Benchmark {
  package let name = "in-process"
  package let title = "the same key press with the keyboard in the host's process"
  package let method = """
    The same keys through the same session; in each round 100 presses with the keyboard in this process and 100 with it \
    in its sandboxed process.
    """
  private let ground: Ground
  private let subjects: [Subject]

  /// The row for these keyboards.
  package init(_ ground: Ground, _ subjects: [Subject] = [.swift, .c]) {
    self.ground = ground
    // What shares this process can do all that it can.
    self.subjects = subjects.filter(\.isOwn)
  }

  package func run(_ effort: Effort) throws -> Outcome {
    var figures: [Figure] = []
    for subject in subjects {
      let (inside, outside) = (try Desk(subject, ground, inProcess: true), try Desk(subject, ground))
      let series = try takeInTurn(
        effort.samples(200), [{ try inside.type(100) }, { try outside.type(100) }])
      figures += [
        Figure("\(subject.name), in process, p50", series[0].samples, .seconds, goal: .atMost(2e-6)),
        Figure("\(subject.name), in process, p99", series[0].samples, .seconds, at: 0.99),
        Figure("\(subject.name), sandboxed, p50", series[1].samples, .seconds),
        .ratio("\(subject.name), what isolation costs", of: series[1], to: series[0]),
      ]
    }
    return Outcome(figures)
  }
}
