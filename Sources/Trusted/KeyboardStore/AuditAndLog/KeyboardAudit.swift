package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles

/// A keyboard's audit: daily counts of the text that the keyboard saw and of the operations that it tried
/// (Behavior.md#audit).
///
/// A process holds a lock while it reads the file, adds its counts and writes the file. So no process overwrites the
/// counts of another process.
package struct KeyboardAudit: Sendable {
  /// The maximum number of days in the file. When the file is full, a new day replaces the oldest day.
  package static let keptDays = 90

  /// The counts of one day.
  package struct Day: Hashable, Sendable {
    /// The date in the user's time zone, such as `2026-03-01`.
    package let date: String
    /// The counts.
    package let summary: AuditSummary
  }

  /// The contents of the audit's file.
  package struct Record: Hashable, Sendable {
    /// The days, oldest first.
    package internal(set) var days: [Day] = []
    /// The newest crash reports, oldest first.
    package internal(set) var crashReports: [AuditSummary.CrashReport] = []

    /// Whether the record is empty.
    package var isEmpty: Bool { days.isEmpty && crashReports.isEmpty }
  }

  private let path: String
  private let lockPath: String

  /// Creates a reference to the audit of the keyboard with this identifier.
  package init(of identifier: String, in folders: KlavaFolders) {
    path = folders.audit(of: identifier)
    // The audit has its own lock. If the audit used the registry's lock, a key press could have to wait for an
    // installation.
    lockPath = "\(folders.state)/audit/lock"
  }

  /// Adds a summary to the counts of one day, and replaces the audit's file atomically. Does nothing for an empty
  /// summary.
  ///
  /// - Parameters:
  ///   - summary: The counts since the last call of this method.
  ///   - time: The time in seconds since 1970; nil for now. The method adds the counts to the day that contains this
  ///     time in the user's time zone.
  /// - Throws: `auditMalformed` if the existing file is damaged, `registryLocked` if another process keeps the audits
  ///   locked, or a diagnostic of the state folder.
  package func add(_ summary: AuditSummary, at time: Double? = nil) throws(Diagnostic) {
    guard !summary.isEmpty else { return }
    let lock = try StateLock(path: lockPath, within: StateLock.patienceOfSessions)
    var record = try record()
    record.add(summary, on: Self.date(of: time ?? Date().timeIntervalSince1970))
    // Do not wait until the file is on the disk, because the user may be waiting for the host. If the machine crashes,
    // counts may be lost.
    try StateFile.write(record.bytes(), to: path, isSynchronized: false)
    _ = consume lock
  }

  /// Reads the audit's file. If there is no file, the result is an empty record.
  ///
  /// - Throws: `auditMalformed` if the file is damaged. The file stays unchanged.
  package func record() throws(Diagnostic) -> Record {
    guard let bytes = try StateFile.read(path), !bytes.isEmpty else { return Record() }
    return try Record(reading: bytes, from: path)
  }

  private static func date(of time: Double) -> String {
    var (parts, seconds) = (tm(), time_t(time))
    // Use the C library, because FoundationEssentials does not know the user's time zone.
    localtime_r(&seconds, &parts)
    return [(parts.tm_year + 1_900, 4), (parts.tm_mon + 1, 2), (parts.tm_mday, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }.joined(separator: "-")
  }
}

extension KeyboardAudit.Record {
  fileprivate mutating func add(_ summary: AuditSummary, on date: String) {
    var reports = AuditSummary()
    for report in crashReports + summary.crashReports { reports.add(report) }
    crashReports = reports.crashReports
    let counted = summary.withoutReports
    guard !counted.isEmpty else { return }
    var day = days.first { $0.date == date }?.summary ?? AuditSummary()
    day.add(counted)
    days.removeAll { $0.date == date }
    days.append(KeyboardAudit.Day(date: date, summary: day))
    days = days.sorted { $0.date < $1.date }.suffix(KeyboardAudit.keptDays)
  }
}
