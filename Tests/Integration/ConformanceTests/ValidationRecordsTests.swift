import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests that the page ValidationRecords.md describes the records that the code writes.
@Suite("The page of validation records") struct ValidationRecordsTests {
  /// Returns the members that the tables of the page list for each record, with the quoted values of each member. The
  /// key "finding" is for the members of a finding, which is a part of a record.
  private static func documented() throws -> [String: [String: Set<String>]] {
    var members: [String: [String: Set<String>]] = [:]
    var record = "finding"
    for line in try Repository.text("Documentation/Reference/ValidationRecords.md").split(separator: "\n")
    where line.hasPrefix("| `") || line.hasPrefix("| | `") {
      var cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      // The table about findings has no column with the name of the record.
      if cells.count == 3 {
        record = "finding"
      } else {
        let first = cells.removeFirst()
        if !first.isEmpty { record = first.trimmingCharacters(in: ["`"]) }
      }
      let values = Set(cells[1].matches(of: /"([^"]*)"/).map { String($0.1) })
      for name in cells[0].matches(of: /`(\w+)`/) { members[record, default: [:]][String(name.1)] = values }
    }
    return members
  }

  /// Returns the members of all records and findings that the code can write, including optional members.
  private static func written() throws -> [String: [String: Set<String>]] {
    let check = try #require(Catalog.topics.first?.checks.first)
    var finding = CheckDiagnostic(.nextKeyMissing, "offender", expected: "expected", seen: "seen")
    finding.seed = 1
    let outcomes: [Outcome] = [
      .passed, .warning([finding]), .failed([finding]), .crashed([finding]), .timedOut("reason"), .skipped("reason"),
      .toolFault("reason"),
    ]
    var records = CheckProfile.allCases.map { ReportRecord.header(profile: $0, seed: 1) }
    for outcome in outcomes {
      let result = CheckResult(check: check, outcome: outcome)
      records += [.check(keyboard: "K", result), .verdict(keyboard: "K", Verdict([result]))]
    }
    var members: [String: [String: Set<String>]] = [:]
    func add(_ object: [String: Any], _ record: String) {
      for (name, value) in object {
        members[record, default: [:]][name, default: []].formUnion([value as? String ?? ""])
      }
    }
    for record in records {
      let data = try JSONEncoder().encode(record)
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      add(object, try #require(object["record"] as? String))
      for finding in object["findings"] as? [[String: Any]] ?? [] { add(finding, "finding") }
    }
    return members
  }

  @Test("The page lists every member of every record, and no other member")
  func members() throws {
    let (documented, written) = (try Self.documented(), try Self.written())
    #expect(documented.mapValues { Set($0.keys) } == written.mapValues { Set($0.keys) })
  }

  @Test(
    "The page lists every value of an enumeration, and no other value",
    arguments: [
      ("header", "record"), ("header", "tool"), ("header", "profile"), ("check", "record"), ("check", "outcome"),
      ("verdict", "record"), ("verdict", "verdict"),
    ])
  func values(record: String, member: String) throws {
    #expect(try Self.documented()[record]?[member] == Self.written()[record]?[member])
  }
}
