import Foundation
import Testing

/// One behavior at one time.
struct ZooCase: Hashable, CustomTestStringConvertible, Sendable {
  /// The behavior, and what must come of it.
  var row: ZooTable.Row
  /// When it is tried.
  var moment: ZooTable.Moment

  /// Unique among all cases, and a folder's name.
  var name: String { "\(row.id)-\(row.library.rawValue)-\(moment.rawValue)" }

  var testDescription: String {
    let library = row.library == .plain ? "" : " [\(row.library.rawValue)]"
    return "\(row.id)\(library) (\(moment.rawValue)): \(HostileSources.words[row.id] ?? "unknown")"
  }

  /// Every row at every time; none where the table cannot be read, which a test of its own says.
  static let all: [ZooCase] = {
    guard case .success(let table) = ZooTable.shared else { return [] }
    return table.rows.flatMap { row in row.moments.map { ZooCase(row: row, moment: $0) } }
  }()

  /// The rows that can be tried without the sandbox, each at one time.
  static let controls: [ZooCase] =
    all.filter { $0.row.free != nil && $0.moment == $0.row.moments.last && !($0.row.id == "P53" && isNicest) }

  /// Whether the tests have so low a priority that nobody without rights can change it.
  private static let isNicest = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 19

  /// Those that then escape, for which each layer has something to show.
  static let escapes: [ZooCase] = controls.filter { $0.row.free?.description == "escaped" }
}
