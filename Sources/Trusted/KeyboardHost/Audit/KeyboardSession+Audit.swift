internal import Bundles
internal import Glibc
internal import TextInput

/// What `klava audit` shows is counted here, in memory, and told to the source when nobody waits: before waiting for the person,
/// where a field lost the focus, another keyboard was picked or a process ended, else now and then; and at the end.
extension KeyboardSession {
  /// So many turns may be lost from an audit if the host itself dies in a field that never loses the focus.
  private static let turnsBetweenReports = 256

  /// Counts a field that no third party gets for the keyboard that was chosen.
  func countWithheld(_ field: TextField, _ because: ShownBecause?) {
    let count: AuditTally.Count
    switch because {
    case .secureTextEntry: count = .secureFieldsWithheld
    case .phonePad, .namePhonePad: count = .phonePadsWithheld
    case .appForbids: count = .otherFieldsWithheld
    default: return
    }
    let modes = rules.modes
    // One that is not in the list any more leaves its place to the first, as in the rule book.
    guard let mode = modes.first(where: { $0.identifier == modeInUse }) ?? modes.first, !mode.isSystem else { return }
    life(of: mode.identifier).tally[count] += 1
  }

  /// Notes how a keyboard ended before its time: in the audit, and for whoever reads its log. Call it while the keyboard
  /// is still there.
  func noteEnd(_ end: KeyboardEnd, of life: KeyboardInstance, whileUnused: Bool = false) {
    let journal = takeJournal(of: life, saidIn: end.reason)
    let report = AuditTally.CrashReport(time: Self.now, reason: end.reason, calls: journal.calls)
    if let count = end.count {
      life.tally[count] += 1
      life.tally.add(report)
    }
    let calls = report.callsInWords
    if !calls.isEmpty { source.note("its last calls: \(calls)", of: life.identifier) }
    source.note("\(end)\(whileUnused ? " (while idle)" : "")", of: life.identifier)
  }

  /// Takes what a keyboard's process noted of itself, and counts it.
  ///
  /// - Parameters:
  ///   - life: The keyboard.
  ///   - keyboard: Its process, where it is not the keyboard's any more.
  ///   - reason: What is about to be said, and need not be said twice.
  @discardableResult
  func takeJournal(of life: KeyboardInstance, from keyboard: (any Keyboard)? = nil, saidIn reason: String = "")
    -> KeyboardJournal
  {
    guard let journal = (keyboard ?? life.keyboard)?.takeJournal() else { return KeyboardJournal() }
    life.add(journal)
    for shortage in journal.shortages where life.shortages.insert(shortage).inserted {
      life.tally[.limitsExceeded] += 1
      guard !reason.contains(shortage) else { continue }
      life.tally.add(AuditTally.CrashReport(time: Self.now, reason: shortage, calls: []))
      source.note(shortage, of: life.identifier)
    }
    return journal
  }

  /// Tells the source of a keyboard's tally, if there is anything in it.
  func tellAudit(of life: KeyboardInstance) {
    takeJournal(of: life)
    guard !life.tally.isEmpty else { return }
    let tally = life.tally
    life.tally = AuditTally()
    source.audit(tally, of: life.identifier)
  }

  /// Tells the source of the tallies that are due: of all keyboards but the one shown where that is owed, of those that have
  /// grown long, and of what a person would want to know at once, for a session may end without a chance to tell it.
  func tellDueAudits() {
    for life in thirdParties {
      takeJournal(of: life)
      let isDue = owesAudits && life !== shownLife || life.tally[.turns] >= Self.turnsBetweenReports
      if isDue || life.tally.isRemarkable { tellAudit(of: life) }
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
  /// Counts a turn, and the text that it brings.
  func count(_ turn: Turn) {
    tally[.turns] += 1
    if let document = turn.document { count(document) }
  }

  /// Counts text that the keyboard is shown.
  func count(_ document: DocumentSnapshot) {
    tally[.charactersShown] += document.buffer.shownCharacters
  }

  /// Counts what the keyboard's process was refused.
  func add(_ journal: KeyboardJournal) {
    for call in journal.refused { tally.add(call) }
  }
}

extension SessionFailure.Kind {
  /// Whether it is a limit of a turn that was passed (Behavior.md#turn-limits).
  var isLimit: Bool {
    switch self {
    case .ended, .foundEnded: false
    case .turn(let failure): failure.step == .limit
    case .edits(let refusal): refusal.isLimit
    }
  }
}
