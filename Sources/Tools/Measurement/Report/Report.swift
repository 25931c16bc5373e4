/// The results of a run.
package struct Report: Sendable {
  /// The result of one benchmark.
  package struct Row: Sendable {
    /// The benchmark's name.
    package let name: String
    /// The quantity that the benchmark measures.
    package let title: String
    /// The description of the benchmark's method.
    package let method: String
    /// The result; an error if the benchmark's work had a wrong result.
    package let result: Result<Outcome, WrongWorkError>
    /// The duration of the benchmark in seconds.
    package let seconds: Double

    /// Creates a row with the result of a benchmark.
    package init(
      name: String, title: String, method: String, result: Result<Outcome, WrongWorkError>, seconds: Double
    ) {
      self.name = name
      self.title = title
      self.method = method
      self.result = result
      self.seconds = seconds
    }
  }

  /// The machine on which the benchmarks ran.
  package let machine: Machine
  /// The effort of the run.
  package let effort: Effort
  /// The rows, in the order in which they ran.
  package private(set) var rows: [Row] = []

  /// Creates an empty report.
  package init(machine: Machine = .present, effort: Effort) {
    self.machine = machine
    self.effort = effort
  }

  /// Runs a benchmark and adds its result.
  package mutating func run(_ benchmark: some Benchmark) {
    let watch = Stopwatch()
    let result: Result<Outcome, WrongWorkError>
    do {
      result = .success(try benchmark.run(effort))
    } catch let error as WrongWorkError {
      result = .failure(error)
    } catch {
      result = .failure(WrongWorkError("\(error)"))
    }
    add(
      Row(
        name: benchmark.name, title: benchmark.title, method: benchmark.method, result: result,
        seconds: watch.seconds))
  }

  /// Adds the result of a benchmark.
  package mutating func add(_ row: Row) { rows.append(row) }

  /// Whether the work of all benchmarks had correct results. Missed goals do not count.
  package var isRight: Bool {
    rows.allSatisfy { if case .success = $0.result { true } else { false } }
  }

  /// The figures of all rows.
  package var figures: [Figure] {
    outcomes.flatMap(\.figures)
  }

  /// The curves of all rows.
  package var curves: [Curve] {
    outcomes.flatMap(\.curves)
  }

  private var outcomes: [Outcome] {
    rows.compactMap { if case .success(let outcome) = $0.result { outcome } else { nil } }
  }
}
