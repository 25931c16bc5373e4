import Foundation
import Sandbox
import TestSupport

/// The table `zoo.tsv`: what must come of each behavior.
struct ZooTable {
  /// One row: a behavior at one or more times, and what must come of it.
  struct Row: Hashable {
    /// The identifier of the behavior, as in the C sources and in Sandbox.md#hostile-keyboards.
    var id: String
    /// When it is tried.
    var moments: [Moment]
    /// Which library it is tried from.
    var library: HostileLibrary.Kind
    /// What must come of it in the sandbox.
    var confined: Expectation
    /// The layers that contain it, each by itself.
    var layers: [String]
    /// What comes of it without any sandbox; nil where it would do harm to try.
    var free: Expectation?
    /// The victims that are harmed without any sandbox.
    var harm: Set<Victims.Kind>
    /// Why it may reach what it wants where the keyboard asks for paths; nil where it may not.
    var paths: Leave?

    /// Whether it looks for what must not be in its memory, and so may not be told of it plainly.
    var searchesMemory: Bool { ["I20", "I21", "I22", "I26", "I28"].contains(id) }
  }

  /// Why something is not contained.
  enum Leave: String {
    /// The keyboard's own container is what paths are for.
    case design
    /// Nothing closes it.
    case residue
  }

  /// When a behavior is tried.
  enum Moment: String, CaseIterable {
    /// By an IFUNC resolver, before the library is relocated.
    case resolver
    /// By DT_INIT, before the constructors.
    case initializer
    /// By a constructor.
    case constructor
    /// In a turn: a key press.
    case turn
    /// In a turn, and looked after in a later one; between them a secret is typed into another field.
    case later
    /// In a turn in one application, and in a turn in the next.
    case border
    /// In a turn, and in a turn after full access was granted.
    case granted
    /// By a constructor, and looked after in a turn.
    case prepared
    /// When the keyboard is told that it ends, and when its library is finalised.
    case end

    /// What the library calls it.
    var word: String {
      switch self {
      case .initializer: "init"
      case .prepared: "constructor"
      case .later, .border, .granted: "turn"
      default: rawValue
      }
    }
  }

  /// What contains besides the layers of the sandbox: limits and privileges, what the runner does anyway, the host, the
  /// dynamic loader, and the kernel by itself.
  private static let otherLayers: Set<String> = ["limits", "privileges", "runner", "host", "loader", "kernel"]

  /// What is wrong with a line.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  /// The rows, in their order.
  let rows: [Row]

  /// The one beside this file.
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
