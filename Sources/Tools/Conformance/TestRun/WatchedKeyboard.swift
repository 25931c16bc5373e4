internal import KeyboardHost
internal import KeyboardProtocol
internal import SystemSupport

/// A turn that a keyboard handled, or in which the keyboard's process ended.
package struct RecordedTurn: Sendable {
  let event: TurnEvent
  /// The result of the turn; nil if the process ended.
  let result: TurnResult?
  /// How the process ended; nil if the keyboard handled the turn.
  let end: KeyboardEndError?
  let requests: [HostRequest]
  let duration: Duration
  /// The resource use of the keyboard's process after the turn.
  let use: ProcessUse?
  /// The failed calls to the host during the turn, each kind once.
  let failedCalls: [KeyboardJournal.FailedCall]
  /// The first function that changed the document during the callbacks about the keyboard's own edits; nil if there was
  /// none.
  let editForOwnEdits: KeyboardJournal.HostFunction?
  /// The number of steps in the script when the turn ran. The last of these steps caused the turn.
  let step: Int
}

/// A keyboard in the same runner as in a user's session, with a record of its communication with the host.
final class WatchedKeyboard: KeyboardWrapper {
  let keyboard: any KeyboardProcess
  private let record: TestRunRecord
  private let conditions: Conditions
  private var wasWarned = false
  private var hasServed = false

  init(_ keyboard: any KeyboardProcess, record: TestRunRecord, conditions: Conditions) {
    self.keyboard = keyboard
    self.record = record
    self.conditions = conditions
  }

  /// Serves the whole turn without waiting until the user is idle, because no user acts during a test run.
  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    hasServed = true
    var requests: [HostRequest] = []
    let start = ContinuousClock.now
    let conditions = conditions
    let hadEnded = keyboard.hasEnded
    do {
      let result = try keyboard.serve(turn) { request in
        if requests.count < 4_096 { requests.append(request) }
        return conditions.reply(request) ?? answer(request)
      }
      record(turn.event, result, nil, requests, .now - start)
      return result
    } catch {
      record(turn.event, nil, error, requests, .now - start, hadEnded: hadEnded)
      throw error
    }
  }

  private func record(
    _ event: TurnEvent, _ result: TurnResult?, _ end: KeyboardEndError?, _ requests: [HostRequest],
    _ duration: Duration,
    hadEnded: Bool = false
  ) {
    let journal = drainJournal(during: event.kind)
    record.turns.append(
      RecordedTurn(
        event: event, result: result, end: end, requests: requests, duration: duration,
        use: (keyboard as? RunnerKeyboard)?.use, failedCalls: journal.failedCalls,
        editForOwnEdits: journal.editForOwnEdits, step: record.script.count))
    if let end {
      // If the keyboard never began the turn, the turn did not cause the end of the process.
      let isInnocent = hadEnded || keyboard.endedBeforeTurn
      record.end = record.end ?? RecordedEnd(end: end, during: isInnocent ? nil : event.kind, calls: journal.calls)
    }
  }

  /// Never begins a turn, so that the host serves the turns of all keyboards one after the other, and the record has
  /// them in order.
  func begin(_ turn: Turn) -> Bool { false }

  /// Serves the destroy turn with a record, then kills the process.
  func end() {
    if hasServed, !keyboard.hasEnded, record.end == nil {
      do throws(KeyboardEndError) {
        _ = try serve(Turn(serial: .max, event: .destroy)) { _ in .refused(.notNow) }
      } catch {
        // The method `serve` has recorded the end of the process.
        return keyboard.kill()
      }
    }
    keyboard.kill()
  }

  func howItEnded() -> KeyboardEndError {
    let end = keyboard.howItEnded()
    record.end = record.end ?? RecordedEnd(end: end, during: nil, calls: drainJournal().calls)
    return end
  }

  func drainJournal() -> KeyboardJournal { drainJournal(during: nil) }

  private func drainJournal(during kind: TurnEvent.Kind?) -> KeyboardJournal {
    let journal = keyboard.drainJournal()
    record.add(refused: journal.refused, during: kind)
    return journal
  }

  func drainMemoryWarning() -> Bool {
    guard conditions.host.warnsOfMemory, hasServed, !wasWarned else { return keyboard.drainMemoryWarning() }
    wasWarned = true
    return true
  }

  /// The identifier of the keyboard's process; nil after the process has ended.
  var processIdentifier: Int32? { (keyboard as? RunnerKeyboard)?.processIdentifier }
}

extension KeyboardJournal {
  /// The functions that change the document.
  private static let edits: Set<String> = [
    "insert_text", "delete_backward", "adjust_position", "adjust_position_by_characters", "set_marked_text",
    "unmark_text",
  ]

  /// The first function that changed the document during the callbacks about the keyboard's own edits; nil if there was
  /// none.
  fileprivate var editForOwnEdits: HostFunction? {
    guard let start = calls.lastIndex(of: .ownEdits) else { return nil }
    return calls[start...].lazy.compactMap { call in
      guard case .function(let function?) = call, function.table?.hasPrefix("klava.document/") == true,
        Self.edits.contains(function.name)
      else { return nil }
      return function
    }.first
  }
}
