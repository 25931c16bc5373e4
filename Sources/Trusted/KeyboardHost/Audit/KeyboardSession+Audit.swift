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
  func countWithheld(_ field: TextField, _ because: ShownBecause?) {
    let count: AuditTally.Count
    switch because {
    case .secureTextEntry: count = .secureFieldsWithheld
    case .phonePad, .namePhonePad: count = .phonePadsWithheld
    case .appForbids: count = .otherFieldsWithheld
    default: return
    }
    let modes = rules.modes
    // If the chosen keyboard is no longer in the list, the first entry replaces it, as in the rule book.
    guard let mode = modes.first(where: { $0.identifier == modeInUse }) ?? modes.first, !mode.isSystem else { return }
    instance(of: mode.identifier).tally[count] += 1
  }

  /// Records the end of a keyboard's process in the audit and in the keyboard's log.
  ///
  /// Call this before the session releases the process.
  func noteEnd(_ end: KeyboardEndError, of instance: KeyboardInstance, whileUnused: Bool = false) {
    let journal = takeJournal(of: instance)
    let report = AuditTally.CrashReport(time: Self.now, reason: end.reason, calls: journal.calls.map(\.description))
    if let count = end.count {
      instance.tally[count] += 1
      instance.tally.add(report)
    }
    let calls = report.callsInWords
    if !calls.isEmpty { source.note("its last calls: \(calls)", of: instance.identifier) }
    source.note("\(end)\(whileUnused ? " (while idle)" : "")", of: instance.identifier)
  }

  /// Drains the journal of a keyboard's process, and counts its entries.
  ///
  /// - Parameters:
  ///   - instance: The keyboard instance.
  ///   - keyboard: The process, if the instance has already released it.
  @discardableResult
  func takeJournal(of instance: KeyboardInstance, from keyboard: (any Keyboard)? = nil) -> KeyboardJournal {
    guard let journal = (keyboard ?? instance.keyboard)?.takeJournal() else { return KeyboardJournal() }
    instance.add(journal)
    for reached in journal.limitsReached where instance.limitsReached.insert(reached.limit).inserted {
      instance.tally[.limitsExceeded] += 1
      // The report of the end contains the same words.
      guard !reached.isInEnd else { continue }
      instance.tally.add(AuditTally.CrashReport(time: Self.now, reason: reached.words, calls: []))
      source.note(reached.words, of: instance.identifier)
    }
    return journal
  }

  /// Passes a keyboard's counts to the source, if there are any.
  func tellAudit(of instance: KeyboardInstance) {
    takeJournal(of: instance)
    guard !instance.tally.isEmpty else { return }
    let tally = instance.tally
    instance.tally = AuditTally()
    source.audit(tally, of: instance.identifier)
  }

  /// Passes the counts that are due to the source.
  ///
  /// If the session owes audits, this concerns all keyboards except the shown one. It always concerns long counts,
  /// and remarkable ones, because a session may end without another chance to write them.
  func tellDueAudits() {
    for instance in thirdParties {
      takeJournal(of: instance)
      let isDue = owesAudits && instance !== shownInstance || instance.tally[.turns] >= Self.turnsBetweenReports
      if isDue || instance.tally.isRemarkable { tellAudit(of: instance) }
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
    tally[.turns] += 1
    if let document = turn.document { count(document) }
  }

  /// Counts the text that the keyboard is shown.
  func count(_ document: DocumentSnapshot) {
    tally[.charactersShown] += document.buffer.shownCharacters
  }

  /// Counts the refused system calls of a keyboard's process.
  func add(_ journal: KeyboardJournal) {
    for call in journal.refused { tally.add(call) }
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
