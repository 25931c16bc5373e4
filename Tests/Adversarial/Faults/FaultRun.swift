internal import Foundation
internal import Glibc

/// All scripts of one run and their results.
struct FaultRun {
  /// An error: the run cannot begin, because a program or a bundle is missing.
  struct Unprepared: Error, CustomStringConvertible {
    let description: String
  }

  private let harness: FaultHarness
  private let firstSeed: UInt64
  private var total = FaultSummary()
  private var violations: [String] = []
  private var scripts = 0
  /// The resources of this process after each script, in order.
  private var holdings: [Holdings] = []

  /// The number of violations after which the run stops.
  private static let maximumViolations = 10

  init(firstSeed: UInt64) throws {
    self.firstSeed = firstSeed
    harness = try FaultHarness()
  }

  /// Plays scripts until the number of faults or the number of scripts is reached.
  mutating func run(faults: Int, scripts: Int) throws {
    // A first script without faults creates permanent resources, such as caches and the harness's descriptors.
    _ = try play(seed: 0, faults: 0)
    let before = Holdings()
    while total.injected < faults, self.scripts < scripts, violations.count < Self.maximumViolations {
      let seed = firstSeed + UInt64(self.scripts)
      let runners = try play(seed: seed, faults: min(40, faults - total.injected))
      self.scripts += 1
      let now = Holdings()
      holdings.append(now)
      for leak in now.leaks(since: before, runners: runners) { violations.append("after script \(seed): \(leak)") }
      if self.scripts.isMultiple(of: 20) { say("\(self.scripts) scripts, \(total.injected) faults") }
    }
    if let growth = Holdings.growth(of: holdings) { violations.append(growth) }
  }

  /// Plays one script and returns the identifiers of its runners.
  private mutating func play(seed: UInt64, faults: Int) throws -> [pid_t] {
    let script = try FaultScript(seed: seed, harness: harness)
    do {
      try script.play(faults: faults)
    } catch let violation as Violation {
      violations.append("script \(seed), \(violation.description)")
    }
    script.end()
    total.add(script.summary)
    return script.runners
  }

  /// Whether every document matched the model and no resource leaked.
  var hasPassed: Bool { violations.isEmpty }

  /// A summary of the steps, faults and violations.
  var summary: String {
    var lines = ["\(scripts) scripts from seed \(firstSeed)"] + total.lines
    lines += Holdings.course(of: holdings)
    lines +=
      violations.isEmpty
      ? ["no document differs from the model, and no resource leaked"] : violations.map { "VIOLATION: \($0)" }
    return lines.joined(separator: "\n")
  }
}

/// A document that differs from the model, or a step that broke a rule of Behavior.md.
struct Violation: Error, CustomStringConvertible {
  let description: String
}

/// The numbers of injected faults and of ended processes.
struct FaultSummary {
  /// The number of faults, by name.
  var faults: [String: Int] = [:]
  /// The number of ended processes, by the reason that the session reports.
  var ends: [String: Int] = [:]
  var steps = 0
  var longest: Duration = .zero
  /// The number of turns that missed their deadline without a fault, because the machine was busy.
  var unforcedHangs = 0

  var injected: Int { faults.values.reduce(0, +) }

  mutating func add(_ other: FaultSummary) {
    faults.merge(other.faults, uniquingKeysWith: +)
    ends.merge(other.ends, uniquingKeysWith: +)
    steps += other.steps
    longest = max(longest, other.longest)
    unforcedHangs += other.unforcedHangs
  }

  var lines: [String] {
    func list(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    return [
      "\(steps) steps, \(injected) faults: \(list(faults))", "processes ended: \(list(ends))",
      "longest call \(longest), turns late without a fault \(unforcedHangs)",
    ]
  }
}
