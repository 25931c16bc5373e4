package import Foundation

/// How many instructions turns may take, as the tree keeps it for each kind of machine and build.
package struct TurnBudget: Codable, Hashable, Sendable {
  /// The form of the file.
  package private(set) var schema = 1
  /// For each machine and build as ``thisBuild`` names it, the instructions of a turn by ``TurnKind``.
  package private(set) var instructions: [String: [String: Int]] = [:]

  /// How much more than it was a turn may take, as a share: what another compiler or processor makes of the same code
  /// differs by less.
  package static let tolerance = 0.2

  /// The machine and build that this code was compiled for.
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

  /// A budget with nothing in it.
  package init() {}

  /// The budget that a file holds.
  package init(reading file: URL) throws {
    self = try JSONDecoder().decode(TurnBudget.self, from: Data(contentsOf: file))
  }

  /// Writes the budget so that the same numbers always are the same bytes.
  package func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
  }

  /// What a turn may take here; nil where nobody has recorded it.
  package subscript(kind: TurnKind) -> Int? {
    get { instructions[Self.thisBuild]?[kind.rawValue] }
    set { instructions[Self.thisBuild, default: [:]][kind.rawValue] = newValue }
  }

  /// How a count stands to the number that was recorded.
  package enum Verdict: Hashable, Sendable {
    /// About the same.
    case kept
    /// More, by this share.
    case over(Double)
    /// So much less, by this share, that slower code than today's would pass: the number is to be recorded anew.
    case farUnder(Double)
    /// Nobody recorded a number.
    case unknown

    /// Judges a count.
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
