import Foundation
import Sandbox
import TestSupport

/// The table `zoo.tsv` with the expected outcome of each behavior.
struct ZooTable {
  /// One row: a behavior, its moments and its expected outcomes.
  struct Row: Hashable {
    /// The identifier of the behavior, as in the C sources and in Sandbox.md#hostile-keyboards.
    var id: String
    /// The moments at which the keyboard attempts the behavior.
    var moments: [Moment]
    /// The kind of library that has the behavior.
    var library: HostileLibrary.Kind
    /// The expected outcome in the sandbox.
    var confined: Expectation
    /// The layers that stop the behavior. Each of these layers stops the behavior even without the others.
    var layers: [String]
    /// The expected outcome without a sandbox; nil if the attempt would do real damage.
    var free: Expectation?
    /// The victims that the behavior damages without a sandbox.
    var harm: Set<Victims.Kind>
    /// Why the behavior succeeds for a keyboard with paths; nil if it must fail.
    var paths: Leave?

    /// Whether the behavior searches memory. The arguments of such a behavior must be encoded.
    var searchesMemory: Bool { ["I20", "I21", "I22", "I26", "I28"].contains(id) }
  }

  /// The reason why the sandbox does not stop a behavior.
  enum Leave: String {
    /// The behavior has access only to the keyboard's own data container.
    case design
    /// No layer stops the behavior.
    case residue
  }

  /// The moment at which the keyboard attempts a behavior.
  enum Moment: String, CaseIterable {
    /// In an IFUNC resolver, before the library is relocated.
    case resolver
    /// In DT_INIT, before the constructors.
    case initializer
    /// In a constructor.
    case constructor
    /// In a turn of a key press.
    case turn
    /// In a turn, with a check in a later turn. Between the two turns, the user types a secret into another field.
    case later
    /// In a turn in one application, and in a turn in the next application.
    case border
    /// In a turn, and in a turn after the user granted full access.
    case granted
    /// In a constructor, with a check in a turn.
    case prepared
    /// When the host destroys the keyboard, and in the library's destructors.
    case end

    /// The word for this moment in `zoo.c`.
    var word: String {
      switch self {
      case .initializer: "init"
      case .prepared: "constructor"
      case .later, .border, .granted: "turn"
      default: rawValue
      }
    }
  }

  /// The other mechanisms that stop a behavior, besides the sandbox layers. `kernel` means the kernel's ordinary rules.
  private static let otherLayers: Set<String> = ["limits", "privileges", "runner", "host", "loader", "kernel"]

  /// An error in a line of the table.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  /// The rows, in the order of the table.
  let rows: [Row]

  /// The table in this folder.
  static let shared = Result {
    try ZooTable(String(contentsOfFile: Repository.path("Tests/Adversarial/HostileZooTests/zoo.tsv"), encoding: .utf8))
  }

  init(_ text: String) throws {
    var rows: [Row] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      rows.append(try Self.row(line, number: index + 1))
    }
    self.rows = rows
  }

  private static func row(_ line: Substring, number: Int) throws -> Row {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 8 else { throw Fault(line: number, message: "\(cells.count) cells instead of 8") }
    func words(_ cell: String) -> [String] { cell.split(separator: " ").map(String.init) }
    let moments = words(cells[1]).compactMap(Moment.init(rawValue:))
    let harm = words(cells[6]).compactMap(Victims.Kind.init(rawValue:))
    guard moments.count == words(cells[1]).count, !moments.isEmpty, harm.count == words(cells[6]).count,
      Set(words(cells[4])).isSubset(of: otherLayers.union(Layer.allCases.map(\.rawValue))),
      cells[7].isEmpty || Leave(rawValue: cells[7]) != nil,
      let library = HostileLibrary.Kind(rawValue: cells[2])
    else { throw Fault(line: number, message: "an unknown word") }
    return Row(
      id: cells[0], moments: moments, library: library, confined: Expectation(cells[3]), layers: words(cells[4]),
      free: cells[5] == "-" ? nil : Expectation(cells[5]), harm: Set(harm), paths: Leave(rawValue: cells[7]))
  }
}
