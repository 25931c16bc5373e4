/// Counts of the text that one keyboard saw and of the operations that it tried, without any text of the user.
package struct AuditSummary: Hashable, Sendable {
  /// A counter of the summary. The name of a case is also the name of a member in the audit's file.
  package enum Count: Int, CaseIterable, Sendable {
    /// Turns that the keyboard served.
    case turns
    /// Unicode scalars of text that the host sent to the keyboard in snapshots. If the host sent a scalar twice, the
    /// scalar counts twice.
    case charactersShown
    /// Secure fields that the host withheld although the user chose the keyboard (Behavior.md#secure-fields).
    case secureFieldsWithheld
    /// Phone pads that the host withheld (Behavior.md#phone-pads).
    case phonePadsWithheld
    /// Fields that the host withheld because the application forbids third-party keyboards
    /// (Behavior.md#application-forbids).
    case otherFieldsWithheld
    /// Crashes of the keyboard's process.
    case crashes
    /// Turns that the keyboard did not finish in time.
    case hangs
    /// Protocol violations of the keyboard's process.
    case violations
    /// Limits that the keyboard reached or violated.
    ///
    /// The counter includes refused turns (Behavior.md#turn-limits), processes that the host ended, and files that are
    /// too large. The counter also includes each limit that a process reached in a session.
    case limitsExceeded
    /// Entries of the user's lexicon that the host gave to the keyboard. If the host gave an entry twice, the entry
    /// counts twice.
    case lexiconEntriesGiven
    /// The keyboard's requests that the spell checker answered.
    case spellingAnswers
  }

  /// The number of refused system calls with the same name and the same path.
  package struct RefusedCall: Hashable, Sendable {
    /// The name of the system call.
    package var name: String
    /// The path in the arguments of the call; nil if the call has no path.
    package var path: RefusedPath?
    /// The number of refused calls with this name and path.
    package var count: Int

    /// Creates a count of refused calls.
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

    /// The last calls on one line. If a call or a group of calls repeats, the line contains the call or the group once,
    /// with a count. The line is empty if there are no calls.
    package var callsInWords: String {
      var words: [String] = []
      var rest = calls[...]
      while let call = rest.first {
        // A keyboard in an endless loop makes the same few calls many times, so find repeated groups of up to four
        // calls.
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

  /// The maximum number of kinds of refused calls in one summary, including ``otherCalls``.
  package static let refusedKinds = 64
  /// The maximum number of crash reports in a summary. A further report replaces the oldest report.
  package static let keptReports = 20
  /// The name under which a summary counts a refused call if the summary has no space for another kind of call.
  package static let otherCalls = "other system calls"

  /// The values of all counters. The index of a value is the raw value of its counter's case.
  private var counts = [Int](repeating: 0, count: Count.allCases.count)
  /// The refused calls, with one element for each kind of call.
  package private(set) var refused: [RefusedCall] = []
  /// The crash reports, oldest first.
  package private(set) var crashReports: [CrashReport] = []

  /// Creates an empty summary.
  package init() {}

  /// The value of a counter, from 0 to ``maximumCount``. The setter replaces a value outside this range by the nearest
  /// limit.
  package subscript(count: Count) -> Int {
    get { counts[count.rawValue] }
    set { counts[count.rawValue] = min(max(newValue, 0), Self.maximumCount) }
  }

  /// Whether the summary is empty.
  package var isEmpty: Bool { counts.allSatisfy { $0 == 0 } && refused.isEmpty && crashReports.isEmpty }

  /// The counters of normal use. If only these counters have changed, the host may delay writing the summary to the
  /// file.
  private static let ordinary: Set<Count> = [.turns, .charactersShown, .lexiconEntriesGiven, .spellingAnswers]

  /// Whether the summary contains something other than counts of normal use, such as a crash or a refused call.
  package var isRemarkable: Bool {
    !refused.isEmpty || !crashReports.isEmpty
      || Count.allCases.contains { self[$0] > 0 && !Self.ordinary.contains($0) }
  }

  /// Adds refused calls of one kind.
  package mutating func add(_ call: RefusedCall) {
    guard call.count > 0 else { return }
    var call = call
    if !refused.contains(where: { $0.isSameKind(as: call) }), refused.count >= Self.refusedKinds - 1 {
      (call.name, call.path) = (Self.otherCalls, nil)
    }
    guard let index = refused.firstIndex(where: { $0.isSameKind(as: call) }) else { return refused.append(call) }
    refused[index].count = min(refused[index].count + min(call.count, Self.maximumCount), Self.maximumCount)
  }

  /// Adds a crash report. Drops the oldest report if the summary would have more than ``keptReports`` reports.
  package mutating func add(_ report: CrashReport) {
    crashReports = (crashReports + [report]).suffix(Self.keptReports)
  }

  /// Adds the counts and the reports of another summary.
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

  /// The largest value of a counter, 2^52. Counts in practice are smaller. Every JSON parser can represent 2^52
  /// exactly.
  package static let maximumCount = 1 << 52
}

extension AuditSummary.RefusedCall {
  fileprivate func isSameKind(as other: Self) -> Bool { name == other.name && path == other.path }
}
