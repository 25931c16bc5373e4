import Foundation
import TestSupport
import Testing

/// One behavior at one moment.
struct ZooCase: Hashable, CustomTestStringConvertible, Sendable {
  /// The behavior and its expected outcomes.
  var row: ZooTable.Row
  /// When the keyboard attempts the behavior.
  var moment: ZooTable.Moment

  /// A unique name of the case, also used as a folder name.
  var name: String { "\(row.id)-\(row.library.rawValue)-\(moment.rawValue)" }

  var testDescription: String {
    let library = row.library == .plain ? "" : " [\(row.library.rawValue)]"
    return "\(row.id)\(library) (\(moment.rawValue)): \(HostileSources.words[row.id] ?? "unknown")"
  }

  /// Every row of the table, once for each of its moments. Empty if the table is unreadable; another test reports that
  /// error.
  static let all: [ZooCase] = {
    guard case .success(let table) = ZooTable.shared else { return [] }
    return table.rows.flatMap { row in row.moments.map { ZooCase(row: row, moment: $0) } }
  }()

  /// The cases whose behavior the sandbox of this machine can stop.
  static let stopped: [ZooCase] = all.filter { Confinement.holds($0.row) }

  /// The cases of ``stopped`` that this process tests.
  ///
  /// If root starts the tests, root tests each row at one of its moments, and an ordinary user (``OrdinaryUserTests``)
  /// tests the row at its other moments. With ``Checks/areComplete``, both test all moments.
  static let tested: [ZooCase] = {
    guard !Checks.areComplete, case .success(let table) = ZooTable.shared else { return stopped }
    let isOrdinaryUserOfRoot = ProcessInfo.processInfo.environment[Victims.markVariable] != nil
    guard getuid() == 0 || isOrdinaryUserOfRoot else { return stopped }
    let cases = table.rows.enumerated().flatMap { number, row in
      row.moments.enumerated().compactMap { index, moment in
        let isOfRoot = index == number % row.moments.count
        return row.moments.count == 1 || isOfRoot != isOrdinaryUserOfRoot ? ZooCase(row: row, moment: moment) : nil
      }
    }
    return cases.filter { Confinement.holds($0.row) }
  }()

  /// The cases that can also run without a sandbox: one case for each row, with the row's last moment.
  static let controls: [ZooCase] =
    all.filter { $0.row.free != nil && $0.moment == $0.row.moments.last && !($0.row.id == "P53" && isNicest) }

  /// Whether the tests run at the lowest priority. A process cannot lower its priority further.
  private static let isNicest = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 19

  /// The controls that escape without a sandbox. The controls show which layer stops which behavior.
  static let escapes: [ZooCase] = controls.filter { $0.row.free?.description == "escaped" }
}
