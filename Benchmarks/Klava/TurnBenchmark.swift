internal import KeyboardHost
package import Measurement

/// A key press on a keyboard in its sandboxed process, until the document has the text.
package struct TurnBenchmark: Benchmark {
  package let name = "turn"
  package let title = "a key press, until the document has the text"
  package let method = """
    Each round presses keys one straight after the other on every keyboard in turn, in the same session that a \
    frontend has.
    """
  private let ground: Ground
  private let subjects: [Subject]

  /// The row for these keyboards.
  package init(_ ground: Ground, _ subjects: [Subject] = [.swift, .c]) {
    self.ground = ground
    self.subjects = subjects
  }

  package func run(_ effort: Effort) throws -> Outcome {
    let seats = try subjects.map { subject in
      let seat = try Seat(ground, [subject.identifier])
      seat.focus()
      try seat.requireShown(subject.identifier)
      return (seat, subject)
    }
    let presses = 100
    let series = try takeInTurn(
      effort.samples(100),
      seats.map { seat, subject in
        {
          seat.focus()
          var times: [Double] = []
          for _ in 0..<presses { times.append(try seconds(of: { try seat.session.key(subject.key) })) }
          try seat.requireNoFailure()
          try require(seat.text, is: subject.text(after: presses), "the text of \(subject.name)")
          return times
        }
      })
    return Outcome(
      zip(subjects, series).flatMap { subject, series in
        [
          Figure("\(subject.name), burst p50", series.samples, .seconds),
          Figure("\(subject.name), burst p99", series.samples, .seconds, at: 0.99),
        ]
      })
  }
}
