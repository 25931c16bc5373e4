internal import Foundation
internal import Glibc

/// All scripts of one run, and what came of them.
struct Ordeal {
  /// Why a run cannot begin.
  struct Unprepared: Error, CustomStringConvertible {
    let description: String
  }

  private let stage: FaultStage
  private let firstSeed: UInt64
  private var tally = FaultTally()
  private var violations: [String] = []
  private var scripts = 0
  /// What this process holds after each script, in order.
  private var holdings: [Holdings] = []

  /// Violations after which going on shows nothing new.
  private static let mostViolations = 10

  init(firstSeed: UInt64) throws {
    self.firstSeed = firstSeed
    stage = try FaultStage()
  }

  /// Plays scripts until so many faults have been injected, or so many scripts were played.
  mutating func run(faults: Int, scripts: Int) throws {
    // What is made once and kept (caches, the stage's own descriptors) is there after a script without faults.
    _ = try play(seed: 0, faults: 0)
    let before = try Holdings()
    while tally.injected < faults, self.scripts < scripts, violations.count < Self.mostViolations {
      let seed = firstSeed + UInt64(self.scripts)
      let runners = try play(seed: seed, faults: min(40, faults - tally.injected))
      self.scripts += 1
      let now = try Holdings()
      holdings.append(now)
      for leak in now.leaks(since: before, runners: runners) { violations.append("after script \(seed): \(leak)") }
      if self.scripts.isMultiple(of: 20) { say("\(self.scripts) scripts, \(tally.injected) faults") }
    }
    if let growth = Holdings.growth(of: holdings) { violations.append(growth) }
  }

  /// Plays one script; answers the identifiers of its runners.
  private mutating func play(seed: UInt64, faults: Int) throws -> [pid_t] {
    let script = try FaultScript(seed: seed, stage: stage)
    do {
      try script.play(faults: faults)
    } catch let violation as Violation {
      violations.append("script \(seed), \(violation.description)")
    }
    script.end()
    tally.add(script.tally)
    return script.runners
  }

  /// Whether every document was as the model says, and nothing was left behind.
  var hasPassed: Bool { violations.isEmpty }

  /// What was done and what came of it.
  var summary: String {
    var lines = ["\(scripts) scripts from seed \(firstSeed)"] + tally.lines
    lines += Holdings.course(of: holdings)
    lines += violations.isEmpty ? ["no document lost, nothing left behind"] : violations.map { "VIOLATION: \($0)" }
    return lines.joined(separator: "\n")
  }
}

/// A document that is not what it must be, or a rule of Behavior.md that does not hold.
struct Violation: Error, CustomStringConvertible {
  let description: String
}

/// What was injected and what became of the processes.
struct FaultTally {
  /// Faults by name.
  var faults: [String: Int] = [:]
  /// How processes ended, as the session was told.
  var ends: [String: Int] = [:]
  var steps = 0
  var longest: Duration = .zero
  /// Turns that missed their deadline though nothing was done to them: a busy machine.
  var unforcedHangs = 0

  var injected: Int { faults.values.reduce(0, +) }

  mutating func add(_ other: FaultTally) {
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
