/// What one keyboard saw and tried in some time: numbers, and names that are the machine's own. Never a text.
package struct AuditTally: Hashable, Sendable {
  /// Something that is counted; raw values are members of the audit's file.
  package enum Count: String, CaseIterable, Sendable {
    /// Turns that the keyboard served.
    case turns
    /// Characters of the text around the insertion point that were sent to it, each time they were.
    case charactersShown
    /// Fields of passwords and the like that it did not get although it was chosen (Behavior.md#secure-fields).
    case secureFieldsWithheld
    /// Phone pads that it did not get (Behavior.md#phone-pads).
    case phonePadsWithheld
    /// Fields that it did not get because the application allows no third-party keyboard
    /// (Behavior.md#application-forbids).
    case otherFieldsWithheld
    /// Ends of its process by its own fault.
    case crashes
    /// Turns that it did not answer in time.
    case hangs
    /// Breaks of the protocol.
    case lies
    /// Turns that were undone because they passed a limit (Behavior.md#turn-limits), processes that were ended because
    /// they did, files that were refused for their size, and limits that a process met in a session.
    case limitsExceeded
  }

  /// One kind of system call that was refused.
  package struct RefusedCall: Hashable, Sendable {
    /// The system call's name.
    package var name: String
    /// What is known of the path that it was for; nil where it was for none.
    package var path: RefusedPath?
    /// How often it was refused.
    package var count: Int

    /// A call that was refused so many times.
    package init(name: String, path: RefusedPath? = nil, count: Int) {
      self.name = name
      self.path = path
      self.count = count
    }
  }

  /// How a process ended before its time, or which limit it met.
  package struct CrashReport: Hashable, Sendable {
    /// When, in seconds since 1970.
    package var time: Double
    /// How or which, in the host's own words.
    package var reason: String
    /// The last calls across the ABI, oldest first.
    package var calls: [String]

    /// A report of these parts.
    package init(time: Double, reason: String, calls: [String]) {
      self.time = time
      self.reason = reason
      self.calls = calls
    }

    /// The last calls in one line, those that repeat with how often; empty if there are none.
    package var callsInWords: String {
      var runs: [(call: String, count: Int)] = []
      for call in calls {
        if runs.last?.call == call { runs[runs.count - 1].count += 1 } else { runs.append((call, 1)) }
      }
      return runs.map { $0.count == 1 ? $0.call : "\($0.call) ×\($0.count)" }.joined(separator: ", ")
    }
  }

  /// The most kinds of refused calls that are told apart.
  package static let refusedKinds = 64
  /// The most crash reports that are kept; the newest are.
  package static let keptReports = 20
  /// The name under which further kinds are counted.
  package static let otherCalls = "other system calls"

  private var counts: [Count: Int] = [:]
  /// The refused calls, each kind once.
  package private(set) var refused: [RefusedCall] = []
  /// The crash reports, oldest first.
  package private(set) var crashReports: [CrashReport] = []

  /// Nothing was seen or tried.
  package init() {}

  /// How often something was counted; at most ``maximum``, and never below zero.
  package subscript(count: Count) -> Int {
    get { counts[count] ?? 0 }
    set { counts[count] = newValue == 0 ? nil : min(max(newValue, 0), Self.maximum) }
  }

  /// Whether there is nothing to keep.
  package var isEmpty: Bool { counts.isEmpty && refused.isEmpty && crashReports.isEmpty }

  /// Whether it holds more than the ordinary: anything besides turns and text.
  package var isRemarkable: Bool {
    !refused.isEmpty || !crashReports.isEmpty || counts.keys.contains { $0 != .turns && $0 != .charactersShown }
  }

  /// Adds refused calls.
  package mutating func add(_ call: RefusedCall) {
    guard call.count > 0 else { return }
    var call = call
    if !refused.contains(where: { $0.isSameKind(as: call) }), refused.count >= Self.refusedKinds - 1 {
      (call.name, call.path) = (Self.otherCalls, nil)
    }
    guard let index = refused.firstIndex(where: { $0.isSameKind(as: call) }) else { return refused.append(call) }
    refused[index].count = min(refused[index].count + min(call.count, Self.maximum), Self.maximum)
  }

  /// Adds a crash report.
  package mutating func add(_ report: CrashReport) {
    crashReports = (crashReports + [report]).suffix(Self.keptReports)
  }

  /// Adds all that another tally holds.
  package mutating func add(_ other: AuditTally) {
    for (count, number) in other.counts { self[count] += number }
    for call in other.refused { add(call) }
    for report in other.crashReports { add(report) }
  }

  /// The same without crash reports, which are kept apart from the days.
  var withoutReports: AuditTally {
    var tally = self
    tally.crashReports = []
    return tally
  }

  /// A number that no honest count reaches, and that every JSON reader keeps exact.
  package static let maximum = 1 << 52
}

extension AuditTally.RefusedCall {
  fileprivate func isSameKind(as other: Self) -> Bool { name == other.name && path == other.path }
}
