// CommandReports: the reports of commands, as text and as JSON.
//
// For:    the commands of `klava` that print a list, a table or a report.
// Never:  reads arguments, or prints a keyboard's text without sanitizing it.
// Start:  `OwnDataReport` for a short report, `ValidationReport` for the longest report.

internal import CommandSupport
internal import Diagnostics
internal import FoundationEssentials
internal import InputViewModel
internal import KeyboardProtocol
package import KeyboardStore
internal import TextModel

/// The report of `klava audit` about one keyboard, as JSON and as text.
package struct AuditReport: Encodable {
  package struct Refusal: Encodable {
    let call: String
    /// The path of the call; nil if the call has no path or the audit omits the path.
    let path: String?
    /// True if the audit omits the call's path because the path does not exist on this machine.
    let pathWithheld: Bool?
    let count: Int
  }

  package struct Day: Encodable {
    let date: String
    let turns: Int
    let charactersShown: Int
    let secureFieldsWithheld: Int
    let phonePadsWithheld: Int
    let otherFieldsWithheld: Int
    let crashes: Int
    let hangs: Int
    let violations: Int
    let limitsExceeded: Int
    let lexiconEntriesGiven: Int
    let spellingAnswers: Int
    let refused: [Refusal]
  }

  package struct Crash: Encodable {
    let time: Double
    let reason: String
    let calls: [String]
  }

  /// The current size of one of the keyboard's two data containers.
  package struct Stored: Encodable {
    let fullAccess: Bool
    /// The total size of the files in bytes. The sum rounds the size of each file up to whole pages.
    let bytes: Int
    let files: Int
  }

  package let identifier: String
  package let name: String
  package let days: [Day]
  package let crashes: [Crash]
  package let stored: [Stored]
  private let shownName: String
  private let reports: [AuditSummary.CrashReport]

  private enum CodingKeys: CodingKey { case identifier, name, days, crashes, stored }

  /// Creates the report.
  ///
  /// - Parameters:
  ///   - keyboard: The keyboard.
  ///   - record: The keyboard's counts.
  ///   - stored: The sizes of the keyboard's data containers.
  package init(
    _ keyboard: RegisteredKeyboard, _ record: KeyboardAudit.Record,
    stored: [DataContainer.Kind: DataContainer.Usage]
  ) {
    identifier = keyboard.identifier
    name = keyboard.displayName
    shownName = keyboard.shownName
    days = record.days.map(Day.init)
    reports = record.crashReports
    crashes = reports.map { Crash(time: $0.time, reason: $0.reason, calls: $0.calls) }
    self.stored = DataContainer.Kind.allCases.compactMap { kind in
      stored[kind].map { Stored(fullAccess: kind == .fullAccess, bytes: $0.bytes, files: $0.files) }
    }
  }
}

extension AuditReport.Day {
  fileprivate init(_ day: KeyboardAudit.Day) {
    let summary = day.summary
    self.init(
      date: day.date, turns: summary[.turns], charactersShown: summary[.charactersShown],
      secureFieldsWithheld: summary[.secureFieldsWithheld], phonePadsWithheld: summary[.phonePadsWithheld],
      otherFieldsWithheld: summary[.otherFieldsWithheld], crashes: summary[.crashes], hangs: summary[.hangs],
      violations: summary[.violations], limitsExceeded: summary[.limitsExceeded],
      lexiconEntriesGiven: summary[.lexiconEntriesGiven], spellingAnswers: summary[.spellingAnswers],
      refused: summary.refused.sorted { $0.count > $1.count }.map {
        AuditReport.Refusal($0)
      })
  }

  /// The numbers of text fields that the host withheld from the keyboard, by reason, as text for the report's table.
  fileprivate var withheld: String {
    [(secureFieldsWithheld, "secure"), (phonePadsWithheld, "phone pad"), (otherFieldsWithheld, "other")]
      .filter { $0.0 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}

extension AuditReport.Refusal {
  fileprivate init(_ refused: AuditSummary.RefusedCall) {
    switch refused.path {
    case .existing(let path): self.init(call: refused.name, path: path, pathWithheld: nil, count: refused.count)
    case .unknown: self.init(call: refused.name, path: nil, pathWithheld: true, count: refused.count)
    case nil: self.init(call: refused.name, path: nil, pathWithheld: nil, count: refused.count)
    }
  }

  /// The path as text for the report's table; empty if the call has no path.
  fileprivate var shownPath: String { path ?? (pathWithheld == true ? RefusedPath.unknown.description : "") }
}

extension AuditReport {
  /// The report as sanitized text.
  package var text: String {
    guard !days.isEmpty || !crashes.isEmpty || storedText != nil else {
      return "\(shownName) has no audit entries yet."
    }
    return [shownName, storedText, daysText, servicesText, refusedText, crashesText].compactMap(\.self)
      .joined(separator: "\n")
  }

  private var storedText: String? {
    let lines = stored.filter { $0.files > 0 }.map {
      let access = $0.fullAccess ? "with" : "without"
      return "stores \($0.bytes) bytes in \($0.files) \($0.files == 1 ? "file" : "files"), saved \(access) full access"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private var daysText: String? {
    guard !days.isEmpty else { return nil }
    var table = Table(
      "day", "turns", "characters shown", "crashes", "hangs", "violations", "over limit", "refused calls",
      "fields withheld")
    for day in days {
      let refused = day.refused.reduce(0) { min($0 + $1.count, AuditSummary.maximumCount) }
      let numbers = [
        day.turns, day.charactersShown, day.crashes, day.hangs, day.violations, day.limitsExceeded, refused,
      ].map { $0 == 0 ? "" : String($0) }
      table.add([day.date] + numbers + [day.withheld])
    }
    return table.text
  }

  private var servicesText: String? {
    let used = days.filter { $0.lexiconEntriesGiven > 0 || $0.spellingAnswers > 0 }
    guard !used.isEmpty else { return nil }
    var table = Table("day", "lexicon entries", "spelling answers")
    for day in used {
      table.add([day.date] + [day.lexiconEntriesGiven, day.spellingAnswers].map { $0 == 0 ? "" : String($0) })
    }
    return table.text
  }

  private var refusedText: String? {
    guard days.contains(where: { !$0.refused.isEmpty }) else { return nil }
    var table = Table("day", "times", "refused system call", "path")
    for day in days {
      for call in day.refused { table.add(day.date, String(call.count), call.call, call.shownPath) }
    }
    return table.text
  }

  private var crashesText: String? {
    guard !reports.isEmpty else { return nil }
    return reports.map { report in
      let date = Date(timeIntervalSince1970: report.time).formatted(.iso8601)
      let calls = report.calls.isEmpty ? "" : "\n  last calls: \(report.callsInWords.sanitized(limit: 4_096))"
      return "\(date) \(report.reason.sanitized())\(calls)"
    }.joined(separator: "\n")
  }
}
