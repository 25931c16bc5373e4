internal import Bundles
internal import KeyboardHost
internal import TextInput

/// One turn that a keyboard served, or ended in.
package struct RecordedTurn: Sendable {
  /// What it was told.
  let event: TurnEvent
  /// What came of it; nil where it ended.
  let result: TurnResult?
  /// How it ended; nil where it served.
  let end: KeyboardEnd?
  /// What it asked its host for.
  let requests: [HostRequest]
  /// How long it took.
  let duration: Duration
  /// What its process used afterwards.
  let use: ProcessUse?
  /// The calls of host functions that were not done, each kind once.
  let complaints: [KeyboardJournal.Complaint]
  /// How much of the script was done, this step with it.
  let step: Int
}

/// A keyboard in its production runner, with everything noted that passes between it and its host.
final class WatchedKeyboard: Keyboard {
  private let keyboard: any Keyboard
  private let record: TestRunRecord
  private let conditions: Conditions
  private var wasWarned = false
  private var hasServed = false

  init(_ keyboard: any Keyboard, record: TestRunRecord, conditions: Conditions) {
    self.keyboard = keyboard
    self.record = record
    self.conditions = conditions
  }

  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
    hasServed = true
    var requests: [HostRequest] = []
    let start = ContinuousClock.now
    let conditions = conditions
    let hadEnded = keyboard.hasEnded
    do {
      let result = try keyboard.serve(turn) { request in
        if requests.count < 4_096 { requests.append(request) }
        return conditions.answer(request) ?? answer(request)
      }
      note(turn.event, result, nil, requests, .now - start)
      return result
    } catch {
      note(turn.event, nil, error, requests, .now - start, hadEnded: hadEnded)
      throw error
    }
  }

  private func note(
    _ event: TurnEvent, _ result: TurnResult?, _ end: KeyboardEnd?, _ requests: [HostRequest], _ duration: Duration,
    hadEnded: Bool = false
  ) {
    let journal = takeJournal(during: event.kind)
    record.turns.append(
      RecordedTurn(
        event: event, result: result, end: end, requests: requests, duration: duration,
        use: (keyboard as? RunnerKeyboard)?.use, complaints: journal.complaints, step: record.script.count))
    if let end {
      // A turn that it was told of and never took is none that ended it.
      let isInnocent = hadEnded || keyboard.endedBeforeTurn
      record.end = record.end ?? RecordedEnd(end: end, during: isInnocent ? nil : event.kind, calls: journal.calls)
    }
  }

  func becomeReady() throws(KeyboardEnd) { try keyboard.becomeReady() }

  /// Its last turn, destroy, is looked at like any other.
  func end() {
    if hasServed, !keyboard.hasEnded, record.end == nil {
      do throws(KeyboardEnd) {
        _ = try serve(Turn(serial: .max, event: .destroy)) { _ in .refused(.notNow) }
      } catch {
        // It is in the record.
        return keyboard.kill()
      }
    }
    keyboard.kill()
  }

  func keepFiles(while idle: IdleTime?) throws(KeyboardEnd) { try keyboard.keepFiles(while: idle) }
  func kill() { keyboard.kill() }
  var hasEnded: Bool { keyboard.hasEnded }
  var isBusy: Bool { keyboard.isBusy }

  func howItEnded() -> KeyboardEnd {
    let end = keyboard.howItEnded()
    record.end = record.end ?? RecordedEnd(end: end, during: nil, calls: takeJournal().calls)
    return end
  }

  func takeJournal() -> KeyboardJournal { takeJournal(during: nil) }

  private func takeJournal(during kind: TurnEvent.Kind?) -> KeyboardJournal {
    let journal = keyboard.takeJournal()
    record.add(refused: journal.refused, during: kind)
    return journal
  }

  func stop() { keyboard.stop() }
  func waitUntilStopped() -> Bool { keyboard.waitUntilStopped() }
  var hostTime: Duration { keyboard.hostTime }
  var grace: Duration { keyboard.grace }
  var timeForResult: Duration { keyboard.timeForResult }

  func takeMemoryWarning() -> Bool {
    guard conditions.host.warnsOfMemory, hasServed, !wasWarned else { return keyboard.takeMemoryWarning() }
    wasWarned = true
    return true
  }

  /// The process that the host started for it; nil once it has ended.
  var processIdentifier: Int32? { (keyboard as? RunnerKeyboard)?.processIdentifier }
}
