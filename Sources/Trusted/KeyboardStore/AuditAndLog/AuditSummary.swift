/// Counts of the text that one keyboard saw and of the operations that it tried, without any text of the user.
package struct AuditSummary: Hashable, Sendable {
  /// A counter. The names of the cases are member names in the audit's file.
  package enum Count: Int, CaseIterable, Sendable {
    /// Turns that the keyboard served.
    case turns
    /// Unicode scalars of text that the host sent to the keyboard in snapshots. A scalar that the host sent twice
    /// counts twice.
    case charactersShown
    /// Secure fields that the host withheld although the user chose the keyboard (Behavior.md#secure-fields).
    case secureFieldsWithheld
    /// Phone pads that the host withheld (Behavior.md#phone-pads).
    case phonePadsWithheld
    /// Fields that the host withheld because the application forbids third-party keyboards
    /// (Behavior.md#application-forbids).
    case otherFieldsWithheld
    /// Crashes of the process.
    case crashes
    /// Turns that the keyboard did not finish in time.
    case hangs
    /// Protocol violations.
    case violations
    /// Limits that the keyboard reached or violated.
    ///
    /// This counter counts refused turns (Behavior.md#turn-limits), ended processes, files that are too large, and
    /// limits that a process reached in a session.
    case limitsExceeded
    /// Entries of the user's lexicon that the host gave to the keyboard. An entry that the host gave twice counts
    /// twice.
    case lexiconEntriesGiven
    /// Questions of the keyboard that the spell checker answered.
    case spellingAnswers
  }

  /// A kind of refused system call, with its count.
  package struct RefusedCall: Hashable, Sendable {
    /// The name of the system call.
    package var name: String
    /// The path argument; nil if the call has none.
    package var path: RefusedPath?
    /// The number of refused calls.
    package var count: Int

    /// Creates a value from its parts.
    package init(name: String, path: RefusedPath? = nil, count: Int) {
      self.name = name
      self.path = path
      self.count = count
    }
  }

  /// A report about a process that failed or reached a limit.
  package struct CrashReport: Hashable, Sendable {
    /// The time in seconds since 1970.
    package var time: Double
    /// The host's description of the failure or the limit.
    package var reason: String
    /// The last calls between keyboard and host, oldest first.
    package var calls: [String]

    /// Creates a report from its parts.
    package init(time: Double, reason: String, calls: [String]) {
      self.time = time
      self.reason = reason
      self.calls = calls
    }

    /// The last calls on one line, with a count for a call or a group of calls that repeats. Empty without calls.
    package var callsInWords: String {
      var words: [String] = []
      var rest = calls[...]
      while let call = rest.first {
        // A loop of the keyboard makes the same few calls again and again, so find repeated groups of up to four calls.
        let periods = (1...4).map { period in (period: period, count: Self.repetitions(of: period, in: rest)) }
        guard let (period, count) = periods.first(where: { $0.count > ($0.period == 1 ? 1 : 2) }) else {
          words.append(call)
          rest = rest.dropFirst()
          continue
        }
        let group = rest.prefix(period).joined(separator: ", ")
        words.append("\(period == 1 ? group : "(\(group))") ×\(count)")
        rest = rest.dropFirst(period * count)
      }
      return words.joined(separator: ", ")
    }

    /// Returns how many times the first `period` calls occur in a row at the start of a list.
    private static func repetitions(of period: Int, in calls: ArraySlice<String>) -> Int {
      let same = zip(calls, calls.dropFirst(period)).prefix { $0 == $1 }.count
      return calls.count < period ? 0 : same / period + 1
    }
  }

  /// The maximum number of kinds of refused calls in one summary.
  package static let refusedKinds = 64
  /// The maximum number of crash reports in a summary. Above this number, the summary drops the oldest report.
  package static let keptReports = 20
  /// The name of the last kind. If a summary would exceed the maximum number of kinds, this kind counts the calls of
  /// all kinds that have no place in the summary.
  package static let otherCalls = "other system calls"

  /// The value of each counter, by its raw value.
  private var counts = [Int](repeating: 0, count: Count.allCases.count)
  /// The refused calls, one element for each kind.
  package private(set) var refused: [RefusedCall] = []
  /// The crash reports, oldest first.
  package private(set) var crashReports: [CrashReport] = []

  /// Creates an empty summary.
  package init() {}

  /// The value of a counter, from 0 to ``maximum``. The setter clamps a value outside this range.
  package subscript(count: Count) -> Int {
    get { counts[count.rawValue] }
    set { counts[count.rawValue] = min(max(newValue, 0), Self.maximum) }
  }

  /// Whether the summary is empty.
  package var isEmpty: Bool { counts.allSatisfy { $0 == 0 } && refused.isEmpty && crashReports.isEmpty }

  /// The counts of ordinary work. The host may store these counts later, together with other counts.
  private static let ordinary: Set<Count> = [.turns, .charactersShown, .lexiconEntriesGiven, .spellingAnswers]

  /// Whether the summary contains more than counts of ordinary work.
  package var isRemarkable: Bool {
    !refused.isEmpty || !crashReports.isEmpty
      || Count.allCases.contains { self[$0] > 0 && !Self.ordinary.contains($0) }
  }

  /// Adds a kind of refused call with its count.
  package mutating func add(_ call: RefusedCall) {
    guard call.count > 0 else { return }
    var call = call
    if !refused.contains(where: { $0.isSameKind(as: call) }), refused.count >= Self.refusedKinds - 1 {
      (call.name, call.path) = (Self.otherCalls, nil)
    }
    guard let index = refused.firstIndex(where: { $0.isSameKind(as: call) }) else { return refused.append(call) }
    refused[index].count = min(refused[index].count + min(call.count, Self.maximum), Self.maximum)
  }

  /// Adds a crash report. Drops the oldest report if there are too many.
  package mutating func add(_ report: CrashReport) {
    crashReports = (crashReports + [report]).suffix(Self.keptReports)
  }

  /// Adds the contents of another summary.
  package mutating func add(_ other: AuditSummary) {
    for count in Count.allCases { self[count] += other[count] }
    for call in other.refused { add(call) }
    for report in other.crashReports { add(report) }
  }

  /// The summary without crash reports. The audit stores crash reports in a separate list, not by day.
  var withoutReports: AuditSummary {
    var summary = self
    summary.crashReports = []
    return summary
  }

  /// The largest count, 2^52. Real counts are smaller. Every JSON reader can represent 2^52 exactly.
  package static let maximum = 1 << 52
}

extension AuditSummary.RefusedCall {
  fileprivate func isSameKind(as other: Self) -> Bool { name == other.name && path == other.path }
}
