/// All that a run found.
package struct Report: Sendable {
  /// What came of one benchmark.
  package struct Row: Sendable {
    /// The word that names it.
    package let name: String
    /// What it measures.
    package let title: String
    /// What is compared with what.
    package let method: String
    /// What it found; an error where the work was wrong.
    package let result: Result<Outcome, WrongWork>
    /// Seconds that it took to find it.
    package let seconds: Double

    /// A row.
    package init(
      name: String, title: String, method: String, result: Result<Outcome, WrongWork>, seconds: Double
    ) {
      self.name = name
      self.title = title
      self.method = method
      self.result = result
      self.seconds = seconds
    }
  }

  /// The machine.
  package let machine: Machine
  /// How much was done.
  package let effort: Effort
  /// The rows, in the order in which they ran.
  package private(set) var rows: [Row] = []

  /// A report of nothing yet.
  package init(machine: Machine = .present, effort: Effort) {
    self.machine = machine
    self.effort = effort
  }

  /// Runs a benchmark and takes down what came of it.
  package mutating func run(_ benchmark: some Benchmark) {
    let watch = Stopwatch()
    let result: Result<Outcome, WrongWork>
    do {
      result = .success(try benchmark.run(effort))
    } catch let error as WrongWork {
      result = .failure(error)
    } catch {
      result = .failure(WrongWork("\(error)"))
    }
    add(
      Row(
        name: benchmark.name, title: benchmark.title, method: benchmark.method, result: result,
        seconds: watch.seconds))
  }

  /// Takes down a row.
  package mutating func add(_ row: Row) { rows.append(row) }

  /// Whether all work was done as it must be. Goals have no part in it.
  package var isRight: Bool {
    rows.allSatisfy { if case .success = $0.result { true } else { false } }
  }

  /// All figures.
  package var figures: [Figure] {
    outcomes.flatMap(\.figures)
  }

  /// All curves.
  package var curves: [Curve] {
    outcomes.flatMap(\.curves)
  }

  private var outcomes: [Outcome] {
    rows.compactMap { if case .success(let outcome) = $0.result { outcome } else { nil } }
  }
}
