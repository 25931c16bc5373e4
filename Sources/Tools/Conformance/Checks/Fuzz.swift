internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol

/// A fuzzer of keyboards: random fields, traits, documents, selections, key presses and faults of the host.
///
/// If the keyboard's process ends, the fuzzer reduces the steps to a short script for `klava play`.
package struct Fuzz {
  /// The result of fuzzing a keyboard.
  package struct Report: Sendable {
    /// The number of rounds. Each round runs the keyboard in a separate process.
    package fileprivate(set) var rounds = 0
    /// The number of steps in all rounds.
    package fileprivate(set) var steps = 0
    /// How the keyboard's process ended; nil if the keyboard survived the steps.
    package fileprivate(set) var finding: CheckDiagnostic?
  }

  private let testEnvironment: TestEnvironment
  private let seed: UInt64

  private static let roundLength = 60

  /// Creates a fuzzer from the seed of the random numbers.
  package init(_ testEnvironment: TestEnvironment, seed: UInt64) {
    self.testEnvironment = testEnvironment
    self.seed = seed
  }

  /// Fuzzes the keyboard until its process ends or the time is over.
  ///
  /// - Throws: ``CheckError/fault(_:)`` if Klava or the machine fails.
  package func run(for time: Duration) throws(CheckError) -> Report {
    var report = Report()
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      // Each round has a separate seed, so that a user can repeat the round without the previous rounds.
      let roundSeed = seed &+ UInt64(report.rounds)
      report.rounds += 1
      var round = FuzzRound(roundSeed, testEnvironment)
      guard let (steps, failure) = try round.play(Self.roundLength) else {
        report.steps += Self.roundLength
        continue
      }
      report.steps += steps.count
      let conditions = try simplify(round.conditions, steps, like: failure)
      let shortest = try shorten(steps, conditions, like: failure)
      report.finding = finding(shortest, conditions, roundSeed)
      return report
    }
    return report
  }

  // MARK: Reduction

  /// The simplest conditions under which the steps still end the keyboard's process in the same way.
  private func simplify(
    _ conditions: Conditions, _ steps: [Step], like failure: DiagnosticCode
  ) throws(CheckError) -> Conditions {
    var simplest = conditions
    let changes: [(inout Conditions) -> Void] = [
      { $0.host.refusal = nil }, { $0.host.warnsOfMemory = false }, { $0.hasFullAccess = false },
    ]
    for change in [{ $0 = Conditions() }] + changes
      + conditions.host.withheld.sorted().map({ name in { $0.host.withheld.remove(name) } })
    {
      var simpler = simplest
      change(&simpler)
      if let end = try replay(steps, simpler), DiagnosticCode(of: end.recorded, special: nil) == failure {
        simplest = simpler
      }
    }
    return simplest
  }

  /// The fewest steps that still end the keyboard's process in the same way.
  private func shorten(
    _ steps: [Step], _ conditions: Conditions, like failure: DiagnosticCode
  ) throws(CheckError) -> (steps: [Step], end: TestRunEnd?) {
    var end: TestRunEnd?
    let fewest = try ScriptReduction.fewest(of: steps) { fewer throws(CheckError) in
      guard let again = try replay(fewer, conditions), DiagnosticCode(of: again.recorded, special: nil) == failure
      else { return false }
      end = again
      return true
    }
    if end == nil { end = try replay(fewest, conditions) }
    return (fewest, end)
  }

  /// Performs the steps in a test run, and returns how the keyboard's process ended; nil if the keyboard survives the
  /// steps.
  private func replay(_ steps: [Step], _ conditions: Conditions) throws(CheckError) -> TestRunEnd? {
    let testRun = testEnvironment.testRun(conditions)
    defer { testRun.abandon() }
    do throws(CheckError) {
      for step in steps { try testRun.perform(step) }
      try testRun.end()
      return nil
    } catch {
      guard case .ended(let end) = error else { throw error }
      return end
    }
  }

  private func finding(
    _ shortest: (steps: [Step], end: TestRunEnd?), _ conditions: Conditions, _ seed: UInt64
  ) -> CheckDiagnostic? {
    guard let end = shortest.end else { return nil }
    var finding = end.finding()
    finding.seed = seed
    if !conditions.host.withheld.isEmpty {
      finding.offender += ", with a host that lacks \(conditions.host.withheld.sorted().joined(separator: ", "))"
    }
    return finding
  }
}

struct FuzzRound {
  /// The conditions of the round, which are random.
  private(set) var conditions = Conditions()
  private var random: SeededNumbers
  private let testEnvironment: TestEnvironment

  init(_ seed: UInt64, _ testEnvironment: TestEnvironment) {
    random = SeededNumbers(seed)
    self.testEnvironment = testEnvironment
    if random.below(3) == 0 {
      conditions.host.withheld = Set(FaultInjection.functionTables.filter { _ in random.below(4) == 0 })
    }
    if random.below(4) == 0 { conditions.host.refusal = random.pick([.failed, .notFound, .tooLarge]) }
    conditions.host.warnsOfMemory = random.below(4) == 0
    conditions.hasFullAccess = testEnvironment.bundle.manifest.requestsOpenAccess && random.below(2) == 0
  }

  /// Performs a number of random steps.
  ///
  /// - Returns: The performed steps, and the code for the end of the keyboard's process; nil if the keyboard survived.
  mutating func play(_ count: Int) throws(CheckError) -> (steps: [Step], code: DiagnosticCode)? {
    let testRun = testEnvironment.testRun(conditions)
    defer { testRun.abandon() }
    var steps: [Step] = []
    do throws(CheckError) {
      for step in [Step.focus(field()), .pick(testRun.identifier)] {
        steps.append(step)
        try testRun.perform(step)
      }
      while steps.count < count {
        let step = next(testRun)
        steps.append(step)
        try testRun.perform(step)
      }
      try testRun.end()
      return nil
    } catch {
      guard case .ended(let end) = error else { throw error }
      let code = DiagnosticCode(of: end.recorded, special: nil)
      // A keyboard may refuse to load if the host lacks a function table, so do not report this end.
      if [.keyboardRefusedLoad, .keyboardNotCreated].contains(code), !conditions.host.withheld.isEmpty { return nil }
      return (steps, code)
    }
  }

  private mutating func next(_ testRun: TestRun) -> Step {
    guard testRun.isShown else { return random.below(2) == 0 ? .pick(testRun.identifier) : .focus(field()) }
    switch random.below(20) {
    case 0: return .focus(field())
    case 1: return .blur
    case 2: return .traits(FieldTraits.random(&random), environment: environment())
    case 3: return .edit(before: text(), selected: text(), after: text())
    case 4: return .select(random.below(4), random.below(3))
    case 5: return .wait(Double(random.below(40)) / 4)
    case 6: return .swipe(random.pick(SwipeDirection.allCases) ?? .left)
    default:
      guard let key = random.pick(testRun.keys) else { return .wait(0.5) }
      let gesture = random.pick(["press", "press", "press", "press", "longPress", "release"]) ?? "press"
      return .key(key.identifier, gesture: gesture)
    }
  }

  private mutating func field() -> FieldDescription {
    if random.below(3) == 0, let kind = random.pick(DocumentKinds.small) {
      return kind.field
    }
    return FieldDescription(
      text(), selected: random.below(4) == 0 ? text() : "", text(), traits: FieldTraits.random(&random),
      environment: environment(), isMultiline: random.below(3) > 0)
  }

  private mutating func environment() -> [String: JSONValue] {
    var environment: [String: JSONValue] = [:]
    if random.below(3) == 0 { environment["dark"] = .boolean(true) }
    if random.below(4) == 0 { environment["rightToLeft"] = .boolean(true) }
    if random.below(4) == 0 { environment["width"] = random.pick([320, 390, 844, 1_024]).map(JSONValue.integer) }
    if random.below(5) == 0 { environment["textScale"] = random.pick([.real(0.8), .real(1.5), .integer(3)]) }
    return environment
  }

  private mutating func text() -> String {
    let pieces = ["", "a", "word ", "👩‍👩‍👧", "é", "שלום", "\n", "1,5", "e\u{301}", "x", ". "]
    return (0..<random.below(4)).map { _ in random.pick(pieces) ?? "" }.joined()
  }
}
