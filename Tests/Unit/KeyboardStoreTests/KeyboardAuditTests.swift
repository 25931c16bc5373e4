import BundleFixtures
@testable import KeyboardStore
import Diagnostics
import Foundation
import Testing

@Suite struct KeyboardAuditTests {
  private let workspace: Workspace
  private let audit: KeyboardAudit

  init() throws {
    workspace = try Workspace()
    audit = KeyboardAudit(of: "org.example.Test", in: workspace.folders)
  }

  private func summary(_ counts: KeyValuePairs<AuditSummary.Count, Int> = [:]) -> AuditSummary {
    counts.reduce(into: AuditSummary()) { $0[$1.key] = $1.value }
  }

  /// Returns the time at noon in the user's time zone, the given number of days after 1 March 2026.
  private func noon(_ day: Int) -> Double {
    let date = Calendar(identifier: .gregorian).date(from: DateComponents(year: 2026, month: 3, day: 1 + day, hour: 12))
    return (date ?? .distantPast).timeIntervalSince1970
  }

  @Test("The audit adds up the counts of each day")
  func dailySums() throws {
    #expect(try audit.record().isEmpty)
    try audit.add(AuditSummary(), at: noon(0))
    #expect(try audit.record().isEmpty)
    var first = summary([.turns: 3, .charactersShown: 40])
    first.add(AuditSummary.RefusedCall(name: "openat", path: .existing("/etc/passwd"), count: 2))
    first.add(AuditSummary.CrashReport(time: 1.5, reason: "it crashed", calls: ["turn key"]))
    var second = summary([.turns: 4, .secureFieldsWithheld: 1])
    second.add(AuditSummary.RefusedCall(name: "openat", path: .existing("/etc/passwd"), count: 1))
    second.add(AuditSummary.RefusedCall(name: "openat", path: .unknown, count: 1))
    second.add(AuditSummary.RefusedCall(name: "socket", count: 1))
    try audit.add(first, at: noon(0))
    try audit.add(second, at: noon(0) + 3_600)
    try audit.add(summary([.turns: 1]), at: noon(1))
    let record = try audit.record()
    #expect(record.days.map(\.date) == ["2026-03-01", "2026-03-02"])
    let day = try #require(record.days.first?.summary)
    for (count, number) in [
      (AuditSummary.Count.turns, 7), (.charactersShown, 40), (.secureFieldsWithheld, 1), (.crashes, 0),
    ] {
      #expect(day[count] == number)
    }
    #expect(
      day.refused == [
        .init(name: "openat", path: .existing("/etc/passwd"), count: 3),
        .init(name: "openat", path: .unknown, count: 1),
        .init(name: "socket", count: 1),
      ])
    #expect(record.crashReports == first.crashReports)
  }

  @Test("A day of the audit begins at midnight in the user's time zone")
  func localMidnight() throws {
    let midnight = Calendar(identifier: .gregorian).startOfDay(for: Date(timeIntervalSince1970: noon(0)))
    for seconds in [-1.0, 0] { try audit.add(summary([.turns: 1]), at: midnight.timeIntervalSince1970 + seconds) }
    #expect(try audit.record().days.map(\.date) == ["2026-02-28", "2026-03-01"])
  }

  @Test("The audit keeps 90 days, 64 entries for refused calls in a day, and 20 crash reports")
  func limits() throws {
    for day in 0..<95 {
      var summary = summary([.turns: day + 1])
      summary.add(AuditSummary.CrashReport(time: Double(day), reason: "\(day)", calls: []))
      try audit.add(summary, at: noon(day))
    }
    var many = AuditSummary()
    for kind in 0..<200 { many.add(AuditSummary.RefusedCall(name: "call \(kind)", count: 1)) }
    try audit.add(many, at: noon(94))
    let record = try audit.record()
    #expect(record.days.count == 90)
    #expect(record.days.first?.summary[.turns] == 6)
    let refused = record.days.last?.summary.refused ?? []
    #expect(refused.count == 64)
    #expect(refused.reduce(0) { $0 + $1.count } == 200)
    #expect(refused.last == .init(name: AuditSummary.otherCalls, count: 137))
    #expect(record.crashReports.map(\.reason) == (75..<95).map(String.init))
  }

  @Test("A count of the audit stops at its maximum, and the audit ignores negative counts")
  func largestCounts() throws {
    for _ in 0..<3 {
      var large = summary([.turns: .max, .crashes: -5])
      large.add(AuditSummary.RefusedCall(name: "openat", count: .max))
      large.add(AuditSummary.RefusedCall(name: "close", count: -1))
      try audit.add(large, at: noon(0))
    }
    let day = try #require(try audit.record().days.first?.summary)
    #expect(day[.turns] == AuditSummary.maximumCount)
    #expect(day[.crashes] == 0)
    #expect(day.refused == [.init(name: "openat", count: AuditSummary.maximumCount)])
  }

  @Test("If several threads write to the audit at the same time, no count is lost")
  func simultaneousWriters() throws {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10 {
        do {
          try audit.add(summary([.turns: 1]), at: noon(0))
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(try audit.record().days.first?.summary[.turns] == 80)
  }

  @Test("The audit treats an empty file like a missing file")
  func emptyFile() throws {
    try workspace.write([], to: "home/state/audit/org.example.test.json")
    try audit.add(summary([.turns: 1]), at: noon(0))
    #expect(try audit.record().days.count == 1)
  }

  @Test(
    "A damaged audit file is an error, and the audit does not overwrite it",
    arguments: [
      "{", "[]", #"{"version": 2, "days": {}, "crashes": []}"#, #"{"version": 1, "days": [], "crashes": []}"#,
      #"{"version": 1, "days": {"2026-03-01": 1}, "crashes": []}"#,
      #"{"version": 1, "days": {"2026-03-01": {"turns": "x"}}, "crashes": []}"#,
      #"{"version": 1, "days": {"2026-03-01": {"refused": [{"call": 1, "count": 1}]}}, "crashes": []}"#,
      #"{"version": 1, "days": {}, "crashes": [{"reason": "x", "calls": []}]}"#,
    ])
  func damagedFile(_ text: String) throws {
    let file = "\(workspace.path)/home/state/audit/org.example.test.json"
    try workspace.write(Array(text.utf8), to: "home/state/audit/org.example.test.json")
    for attempt in [{ _ = try audit.record() }, { try audit.add(summary([.turns: 1]), at: noon(0)) }] {
      #expect(throws: Diagnostic.self) { try attempt() }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test("A crash report combines equal successive calls to one entry with a count")
  func repeatedCalls() {
    let calls = ["turn key", "a", "a", "a", "turn key", "turn key"]
    let report = AuditSummary.CrashReport(time: 0, reason: "", calls: calls)
    #expect(report.callsInWords == "turn key, a ×3, turn key ×2")
    let loop = AuditSummary.CrashReport(
      time: 0, reason: "", calls: ["t", "a", "b", "a", "b", "a", "b", "a", "c", "d", "c", "d"])
    #expect(loop.callsInWords == "t, (a, b) ×3, a, c, d, c, d")
  }
}

/// Tests that an audit stores only paths that exist on this machine. Hostile code could hide a message in any other
/// path.
@Suite struct RefusedPathTests {
  @Test(
    "The audit keeps a refused path that exists on this machine",
    arguments: [
      "/", "/etc", "/etc/passwd", "/proc/self/status", "/bin/sh", "/proc/self/root/etc/passwd", "/dev/null",
    ])
  func existingPaths(_ path: String) {
    #expect(RefusedPath(asked: Array(path.utf8)) == .existing(path))
  }

  @Test(
    "The audit does not keep a refused path that could contain a message",
    arguments: [
      "", "etc/passwd", "./etc", "/etc/the secret is hunter2", "/hunter2", "/etc/passwd/hunter2", "//etc/passwd",
      "/etc//passwd", "/etc/./passwd", "/etc/../etc/passwd", "/etc/passwd/", "/etc/", "/..",
      "/net/hunter2.example.org/x",
      "/proc/self/fd/hunter2", "/etc/passwd\u{0}hunter2",
    ])
  func possibleMessages(_ path: String) { #expect(RefusedPath(asked: Array(path.utf8)) == .unknown) }

  @Test("The audit keeps no path if the journal has no path or a path that is not UTF-8")
  func invalidPaths() {
    #expect(RefusedPath(asked: nil) == .unknown)
    #expect(RefusedPath(asked: [0x2F, 0xFF]) == .unknown)
  }

  @Test("The audit keeps a path with symbolic links only if every linked folder exists")
  func symbolicLinks() throws {
    let workspace = try Workspace()
    try workspace.write([], to: "folder/file")
    for (link, target) in [
      ("absolute", "\(workspace.path)/folder"), ("relative", "folder/../folder"), ("loop", "loop"),
      ("dangling", "none"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(workspace.path)/\(link)", withDestinationPath: target)
    }
    for (path, isKept) in [
      ("absolute/file", true), ("relative/file", true), ("loop/file", false), ("dangling/file", false),
      ("dangling", true), ("absolute/other", false),
    ] {
      let path = "\(workspace.path)/\(path)"
      #expect(RefusedPath(asked: Array(path.utf8)) == (isKept ? .existing(path) : .unknown))
    }
  }

  @Test("The audit can read back the text that it writes for a refused path")
  func readingOwnText() {
    for path in [RefusedPath.unknown, .existing("/etc/passwd")] {
      #expect(RefusedPath(description: path.description) == path)
    }
  }
}
