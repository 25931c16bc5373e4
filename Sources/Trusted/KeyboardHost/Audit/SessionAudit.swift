internal import Glibc
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// A fact about a session that the host counts for the audit.
enum AuditFact {
  /// A keyboard served a turn, or failed to serve it. `shownCharacters` is the number of Unicode scalars of the
  /// document that the host sent to the keyboard.
  case served(shownCharacters: Int)
  /// The host replied to a request of a keyboard.
  case replied(HostReply, to: HostRequest)
  /// The host withheld a protected field from a keyboard.
  case withheld(ShownBecause)
  /// A keyboard exceeded one of the limits that apply to each turn.
  case limitReached
  /// A keyboard's process failed. If `whileUnused` is true, the process ended between turns.
  indirect case ended(KeyboardEndError, whileUnused: Bool)
  /// The host ended a keyboard's process.
  case released
  /// The field lost the focus.
  case fieldLeft
  /// The user chose a keyboard.
  case keyboardChosen
  /// The session ended.
  case sessionEnded
}

/// The counts that `klava audit` shows. This type counts the facts of a session in memory. While the user pauses, this
/// type adds the counts that are due to the audit of each keyboard (``KeyboardRecords``).
///
/// The counts of a keyboard that the host does not show become due after each of these facts:
///
/// - A field lost the focus.
/// - The user chose a keyboard.
/// - A process ended.
/// - The session ended.
///
/// The counts of any keyboard, hidden or shown, become due after 256 turns of this keyboard. Counts with a failure or a
/// refused call (``KeyboardStore/AuditSummary/isRemarkable``) are due immediately, because the session may end before
/// the next report.
final class SessionAudit {
  private let source: any KeyboardRecords
  /// The counts of each keyboard.
  @exclusivity(unchecked) private var records: [Record] = []
  /// Whether the host must add the counts of all hidden keyboards to their audits when the user next pauses.
  private var isDue = false

  private struct Record {
    /// The counts that are not in the audit yet.
    var summary = AuditSummary()
    /// The limits that the keyboard reached. The host reports each limit once in a session.
    var limitsReached: Set<LimitReached> = []
  }

  /// The number of turns after which the host must add the counts to the audit. A crash of the host loses the counts of
  /// at most this many turns.
  private static let turnsBetweenReports = 256

  init(source: any KeyboardRecords) {
    self.source = source
  }

  /// Counts a fact, and decides whether the counts are due.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - keyboard: The process of the keyboard that the fact concerns; nil if there is no process.
  ///   - identifier: The identifier of the keyboard that the fact concerns.
  func observe(
    _ fact: AuditFact, of instance: SessionState.Instance, _ keyboard: @autoclosure () -> (any KeyboardProcess)?,
    _ identifier: @autoclosure () -> String
  ) {
    while records.count <= instance { records.append(Record()) }
    switch fact {
    case .served(let shownCharacters):
      records[instance].summary[.turns] += 1
      if shownCharacters > 0 { records[instance].summary[.charactersShown] += shownCharacters }
    case .replied(.names(let lines), to: .lexicon):
      records[instance].summary[.lexiconEntriesGiven] += lines.count / 2
    case .replied(.names, to: .spelling), .replied(.offsets, to: .spelling):
      records[instance].summary[.spellingAnswers] += 1
    case .replied(.refused(.tooLarge), to: let request) where request.isForFiles:
      records[instance].summary[.limitsExceeded] += 1
    case .replied: break
    case .withheld(let because):
      if let count = because.count { records[instance].summary[count] += 1 }
    case .limitReached: records[instance].summary[.limitsExceeded] += 1
    case .fieldLeft, .keyboardChosen, .sessionEnded: isDue = true
    case .released:
      isDue = true
      drainJournal(of: instance, keyboard(), identifier())
    case .ended(let end, let whileUnused):
      isDue = true
      let (keyboard, identifier) = (keyboard(), identifier())
      let journal = drainJournal(of: instance, keyboard, identifier)
      let report = AuditSummary.CrashReport(time: Self.now, reason: end.reason, calls: journal.calls.map(\.description))
      if let count = end.count {
        records[instance].summary[count] += 1
        records[instance].summary.add(report)
      }
      let calls = report.callsInWords
      source.recordEnd(
        (calls.isEmpty ? [] : ["its last calls: \(calls)"]) + ["\(end)\(whileUnused ? " (while idle)" : "")"],
        stack: journal.stack, of: identifier)
    }
  }

  /// Drains the journal of a keyboard's process, and counts its entries.
  @discardableResult
  private func drainJournal(
    of instance: SessionState.Instance, _ keyboard: (any KeyboardProcess)?, _ identifier: String
  ) -> KeyboardJournal {
    guard let journal = keyboard?.drainJournal() else { return KeyboardJournal() }
    var record = records[instance]
    for call in journal.refused { record.summary.add(call) }
    for reached in journal.limitsReached where record.limitsReached.insert(reached.limit).inserted {
      record.summary[.limitsExceeded] += 1
      // The report about the end of the process already names this limit.
      guard !reached.isInEnd else { continue }
      record.summary.add(AuditSummary.CrashReport(time: Self.now, reason: reached.words, calls: []))
      source.record(reached.words, of: identifier)
    }
    records[instance] = record
    return journal
  }

  /// Adds the due counts of the third-party keyboards to their audits. Call this method when no key press waits.
  ///
  /// - Parameters:
  ///   - display: The keyboards of the session.
  ///   - pool: The processes of the keyboards.
  func report(_ display: DisplayState, _ pool: ProcessPool) {
    for instance in display.thirdParties {
      report(instance, pool[instance], display.instances[instance].identifier, isShown: instance == display.shown)
    }
    isDue = false
  }

  private func report(
    _ instance: SessionState.Instance, _ keyboard: (any KeyboardProcess)?, _ identifier: String, isShown: Bool
  ) {
    while records.count <= instance { records.append(Record()) }
    drainJournal(of: instance, keyboard, identifier)
    let summary = records[instance].summary
    guard !summary.isEmpty else { return }
    guard isDue && !isShown || summary[.turns] >= Self.turnsBetweenReports || summary.isRemarkable else { return }
    records[instance].summary = AuditSummary()
    source.audit(summary, of: identifier)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1_000
  }
}

extension ShownBecause {
  /// The count of the fields that the host withheld for this reason; nil if the host withholds no fields for this
  /// reason.
  fileprivate var count: AuditSummary.Count? {
    switch self {
    case .secureTextEntry: .secureFieldsWithheld
    case .phonePad, .namePhonePad: .phonePadsWithheld
    case .appForbids, .screenLocked: .otherFieldsWithheld
    default: nil
    }
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
