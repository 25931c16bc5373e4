package import FoundationEssentials
internal import JSON

/// The recorded instruction counts of turns, for each kind of machine and build.
package struct InstructionBudget: Codable, Hashable, Sendable {
  /// The version of the file's format.
  package private(set) var schema = 1
  /// The instruction counts. The outer key names the machine and build, such as ``thisBuild``. The inner key is the
  /// name of the ``TurnKind``.
  package private(set) var instructions: [String: [String: Int]] = [:]

  /// The tolerated relative change. Another compiler or processor changes the count by less than this tolerance.
  package static let tolerance = 0.2

  /// The machine and build configuration of this code.
  package static let thisBuild: String = {
    #if arch(x86_64)
      let machine = "x86_64"
    #elseif arch(arm64)
      let machine = "arm64"
    #else
      let machine = "other"
    #endif
    #if DEBUG
      return "\(machine) debug"
    #else
      return "\(machine) release"
    #endif
  }()

  /// Creates an empty budget.
  package init() {}

  /// Reads a budget from a file.
  ///
  /// - Throws: An error if the file is unreadable or malformed.
  package init(reading file: URL) throws {
    self = try JSONDecoder().decode(InstructionBudget.self, from: Data(contentsOf: file))
  }

  /// Writes the budget. Equal budgets give equal files.
  ///
  /// - Throws: An error if the file cannot be written.
  package func write(to file: URL) throws {
    try Data((String(json: self, pretty: true) + "\n").utf8).write(to: file, options: .atomic)
  }

  /// The recorded number of instructions of a turn on this machine and build; nil if there is no record.
  package subscript(kind: TurnKind) -> Int? {
    get { instructions[Self.thisBuild]?[kind.rawValue] }
    set { instructions[Self.thisBuild, default: [:]][kind.rawValue] = newValue }
  }

  /// The result of comparing a count with the recorded number.
  package enum Verdict: Hashable, Sendable {
    /// The change is within the tolerance.
    case kept
    /// The count is greater than the recorded number, by this share of the recorded number.
    case over(Double)
    /// The count is smaller than the recorded number, by this share of the recorded number. Record the smaller number,
    /// so that the test detects a later increase.
    case farUnder(Double)
    /// The budget has no recorded number for this machine and build.
    case unknown

    /// Compares a count with the recorded number.
    package init(_ count: Int, budget: Int?) {
      guard let budget, budget > 0 else {
        self = .unknown
        return
      }
      let change = Double(count) / Double(budget) - 1
      self = change > tolerance ? .over(change) : change < -tolerance ? .farUnder(-change) : .kept
    }
  }
}
