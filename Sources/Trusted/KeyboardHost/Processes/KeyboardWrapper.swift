package import KeyboardProtocol

/// A keyboard process that forwards its operations to another keyboard process. A wrapper implements `serve` and
/// `drainMemoryWarning`, and the operations that it changes.
package protocol KeyboardWrapper: KeyboardProcess {
  /// The keyboard process that performs the operations.
  var keyboard: any KeyboardProcess { get }
}

extension KeyboardWrapper {
  package func begin(_ turn: Turn) -> Bool { keyboard.begin(turn) }
  package func becomeReady() throws(KeyboardEndError) { try keyboard.becomeReady() }
  package func finishTurns(while idle: IdleTime?) throws(KeyboardEndError) { try keyboard.finishTurns(while: idle) }
  package func end() { keyboard.end() }
  package func kill() { keyboard.kill() }
  package func killUnresponsive() { keyboard.killUnresponsive() }
  package var hasEnded: Bool { keyboard.hasEnded }
  package func howItEnded() -> KeyboardEndError { keyboard.howItEnded() }
  package var endedBeforeTurn: Bool { keyboard.endedBeforeTurn }
  package func drainJournal() -> KeyboardJournal { keyboard.drainJournal() }
  package func stop() { keyboard.stop() }
  package func waitUntilStopped() -> Bool { keyboard.waitUntilStopped() }
  package var hostTime: Duration { keyboard.hostTime }
  package var grace: Duration { keyboard.grace }
  package var patience: Duration { keyboard.patience }
  package var timeForResult: Duration { keyboard.timeForResult }
  package func wake() { keyboard.wake() }
  package var isBusy: Bool { keyboard.isBusy }
  package var hasMainQueue: Bool { keyboard.hasMainQueue }
  package var hasThreads: Bool { keyboard.hasThreads }
  package var turnRequestDescriptor: Int32? { keyboard.turnRequestDescriptor }
  package var endDescriptor: Int32? { keyboard.endDescriptor }
  package func readTurnRequest() -> TurnRequest { keyboard.readTurnRequest() }
  package func handleTurnRequests() { keyboard.handleTurnRequests() }
  package var memory: UInt64 { keyboard.memory }
}
