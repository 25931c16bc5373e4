package import Diagnostics
package import Foundation

/// What a keyboard saw and tried, counted by day, in a file of its own in the state folder (Behavior.md#audit).
///
/// Two processes may add to it at once: each reads, adds and writes under one lock, and loses nothing.
package struct KeyboardAudit: Sendable {
  /// The most days that are kept; the newest are.
  package static let keptDays = 90

  /// What was counted on one day.
  package struct Day: Hashable, Sendable {
    /// The day as the person's clock had it, such as `2026-03-01`.
    package let date: String
    /// What was counted.
    package let tally: AuditTally
  }

  /// All that is kept.
  package struct Record: Hashable, Sendable {
    /// The days, oldest first.
    package internal(set) var days: [Day] = []
    /// The newest crash reports, oldest first.
    package internal(set) var crashReports: [AuditTally.CrashReport] = []

    /// Whether there is nothing.
    package var isEmpty: Bool { days.isEmpty && crashReports.isEmpty }
  }

  private let path: String
  private let lockPath: String

  /// The audit of the keyboard with this identifier.
  package init(of identifier: String, in folders: KlavaFolders) {
    path = folders.audit(of: identifier)
    // A lock of its own: a keyboard that is being installed must not keep anybody from typing.
    lockPath = "\(folders.state)/audit/lock"
  }

  /// Adds a tally to those of its day; the file is replaced in one step.
  ///
  /// - Parameters:
  ///   - tally: What was counted since the last time.
  ///   - time: When, in seconds since 1970.
  ///   - timeZone: Where the person's days begin.
  package func add(
    _ tally: AuditTally, at time: Double = Date().timeIntervalSince1970, in timeZone: TimeZone = .current
  ) throws(Diagnostic) {
    guard !tally.isEmpty else { return }
    let lock = try StateLock(path: lockPath)
    var record = try record()
    record.add(tally, on: Self.date(of: time, in: timeZone))
    // Not synchronized to the disk: somebody waits to type, and after a crash of the machine counts may be missing.
    try StateFile.write(record.bytes(), to: path, isSynchronized: false)
    _ = consume lock
  }

  /// What is kept; nothing where there is no file. A file that cannot be understood is a ``Diagnostic``, and left as it is.
  package func record() throws(Diagnostic) -> Record {
    guard let bytes = try StateFile.read(path), !bytes.isEmpty else { return Record() }
    return try Record(reading: bytes, from: path)
  }

  private static func date(of time: Double, in timeZone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: time))
    return [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map { number, width in
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }.joined(separator: "-")
  }
}

extension KeyboardAudit.Record {
  fileprivate mutating func add(_ tally: AuditTally, on date: String) {
    var reports = AuditTally()
    for report in crashReports + tally.crashReports { reports.add(report) }
    crashReports = reports.crashReports
    let counted = tally.withoutReports
    guard !counted.isEmpty else { return }
    var day = days.first { $0.date == date }?.tally ?? AuditTally()
    day.add(counted)
    days.removeAll { $0.date == date }
    days.append(KeyboardAudit.Day(date: date, tally: day))
    days = days.sorted { $0.date < $1.date }.suffix(KeyboardAudit.keptDays)
  }
}
