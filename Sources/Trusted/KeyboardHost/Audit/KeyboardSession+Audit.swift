internal import Glibc
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// The counts for `klava audit`. The session counts in memory and passes due counts to the source when the user pauses.
///
/// Counts become due when a field loses the focus, the user chooses a keyboard, a process ends, or a keyboard has had
/// 256 turns. At its end, the session passes all counts.
extension KeyboardSession {
  /// The number of turns whose counts may be lost if the host ends while one field keeps the focus.
  private static let turnsBetweenReports = 256

  /// Counts a protected field as withheld from the chosen keyboard.
  func countWithheld(_ field: TextField, _ reason: ShownBecause?) {
    let count: AuditSummary.Count
    switch reason {
    case .secureTextEntry: count = .secureFieldsWithheld
    case .phonePad, .namePhonePad: count = .phonePadsWithheld
    case .appForbids: count = .otherFieldsWithheld
    default: return
    }
    let modes = rules.modes
    // If the chosen keyboard is no longer in the list, the first entry replaces it, as in the rule book.
    guard let mode = modes.first(where: { $0.identifier == modeInUse }) ?? modes.first, !mode.isSystem else { return }
    instance(of: mode.identifier).summary[count] += 1
  }

  /// Records the end of a keyboard's process in the audit and in the keyboard's log.
  ///
  /// Call this before the session releases the process.
  func recordEnd(_ end: KeyboardEndError, of instance: KeyboardInstance, whileUnused: Bool = false) {
    let journal = drainJournal(of: instance)
    let report = AuditSummary.CrashReport(time: Self.now, reason: end.reason, calls: journal.calls.map(\.description))
    if let count = end.count {
      instance.summary[count] += 1
      instance.summary.add(report)
    }
    let calls = report.callsInWords
    if !calls.isEmpty { source.record("its last calls: \(calls)", of: instance.identifier) }
    source.record("\(end)\(whileUnused ? " (while idle)" : "")", of: instance.identifier)
  }

  /// Drains the journal of a keyboard's process, and counts its entries.
  ///
  /// - Parameters:
  ///   - instance: The keyboard instance.
  ///   - keyboard: The process, if the instance has already released it.
  @discardableResult
  func drainJournal(of instance: KeyboardInstance, from keyboard: (any Keyboard)? = nil) -> KeyboardJournal {
    guard let journal = (keyboard ?? instance.keyboard)?.drainJournal() else { return KeyboardJournal() }
    instance.add(journal)
    for reached in journal.limitsReached where instance.limitsReached.insert(reached.limit).inserted {
      instance.summary[.limitsExceeded] += 1
      // The report of the end contains the same words.
      guard !reached.isInEnd else { continue }
      instance.summary.add(AuditSummary.CrashReport(time: Self.now, reason: reached.words, calls: []))
      source.record(reached.words, of: instance.identifier)
    }
    return journal
  }

  /// Passes a keyboard's counts to the source, if there are any.
  func reportAudit(of instance: KeyboardInstance) {
    drainJournal(of: instance)
    guard !instance.summary.isEmpty else { return }
    let summary = instance.summary
    instance.summary = AuditSummary()
    source.audit(summary, of: instance.identifier)
  }

  /// Passes the counts that are due to the source.
  ///
  /// If the session owes audits, this concerns all keyboards except the shown one. It always concerns long counts,
  /// and remarkable ones, because a session may end without another chance to write them.
  func reportDueAudits() {
    for instance in thirdParties {
      drainJournal(of: instance)
      let isDue = owesAudits && instance !== shownInstance || instance.summary[.turns] >= Self.turnsBetweenReports
      if isDue || instance.summary.isRemarkable { reportAudit(of: instance) }
    }
    owesAudits = false
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1_000
  }
}

extension KeyboardInstance {
  /// Counts a turn and the text that it shows.
  func count(_ turn: Turn) {
    summary[.turns] += 1
    if let document = turn.document { count(document) }
  }

  /// Counts the text that the keyboard is shown.
  func count(_ document: DocumentSnapshot) {
    summary[.charactersShown] += document.buffer.shownCharacters
  }

  /// Counts the refused system calls of a keyboard's process.
  func add(_ journal: KeyboardJournal) {
    for call in journal.refused { summary.add(call) }
  }
}

extension SessionFailure.Kind {
  /// Whether the turn exceeded one of its limits (Behavior.md#turn-limits).
  var isLimit: Bool {
    switch self {
    case .ended, .foundEnded: false
    case .turn(let failure): failure.step == .limit
    case .edits(let refusal): refusal.isLimit
    }
  }
}
