internal import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import TextModel

extension KeyboardAudit.Record {
  /// The version of the file's format.
  private static let version = 1

  /// Reads a record from the contents of a file: `{"version": 1, "days": {"2026-03-01": {…}}, "crashes": […]}`.
  init(reading bytes: [UInt8], from path: String) throws(Diagnostic) {
    func malformed(_ reason: String) -> Diagnostic {
      Diagnostic(.auditMalformed, path, "The audit file of a keyboard is damaged. \(reason)")
    }
    let contents: JSONValue
    do {
      contents = try JSONValue(reading: bytes)
    } catch {
      throw malformed(error.reason)
    }
    guard let members = contents.members, members["version"]?.integer == Self.version,
      let days = members["days"]?.members, let crashes = members["crashes"]?.array
    else { throw malformed("The file lacks members that version \(Self.version) of the format requires.") }
    for (date, value) in days.sorted(by: { $0.key < $1.key }) {
      guard let summary = AuditSummary(value) else { throw malformed("A value for \(date) has the wrong type.") }
      self.days.append(KeyboardAudit.Day(date: date, summary: summary))
    }
    for crash in crashes {
      guard let report = AuditSummary.CrashReport(crash) else { throw malformed("A crash report has the wrong type.") }
      crashReports.append(report)
    }
  }

  /// Returns the contents of the file, as JSON.
  func bytes() throws(Diagnostic) -> [UInt8] {
    let days = Dictionary(days.map { ($0.date, $0.summary.json) }) { first, _ in first }
    return try JSONValue.object([
      "version": .integer(Self.version), "crashes": .array(crashReports.map(\.json)),
      "days": .object(sorting: days),
    ]).file()
  }
}

extension AuditSummary {
  fileprivate init?(_ value: JSONValue) {
    guard let members = value.members else { return nil }
    self.init()
    for count in Count.allCases {
      guard let value = members["\(count)"] else { continue }
      guard let number = value.integer else { return nil }
      self[count] = number
    }
    guard let refused = members["refused"] else { return }
    guard let calls = refused.array else { return nil }
    for value in calls {
      guard let call = RefusedCall(value) else { return nil }
      add(call)
    }
  }

  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for count in Count.allCases where self[count] > 0 { members["\(count)"] = .integer(self[count]) }
    if !refused.isEmpty { members["refused"] = .array(refused.map(\.json)) }
    return .object(sorting: members)
  }
}

extension AuditSummary.RefusedCall {
  fileprivate init?(_ value: JSONValue) {
    guard let members = value.members, let name = members["call"]?.string, let count = members["count"]?.integer
    else { return nil }
    self.init(
      name: name, path: members["path"]?.string.map { RefusedPath(description: $0) },
      count: min(max(count, 0), AuditSummary.maximumCount))
  }

  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["call": .string(name), "count": .integer(count)]
    members["path"] = path.map { .string($0.description) }
    return .object(sorting: members)
  }
}

extension AuditSummary.CrashReport {
  fileprivate init?(_ value: JSONValue) {
    guard let members = value.members, let reason = members["reason"]?.string,
      let calls = members["calls"]?.array?.compactMap(\.string), let time = members["time"]?.number
    else { return nil }
    self.init(time: time, reason: reason, calls: calls)
  }

  fileprivate var json: JSONValue {
    .object(["time": .real(time), "reason": .string(reason), "calls": .array(calls.map(JSONValue.string))])
  }
}
