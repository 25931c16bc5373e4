// FakeKeyboards: a keyboard and a user's list of keyboards in the test's process.
//
// For:    tests of the host's modules and of frontends. These tests need a session, but no keyboard's process.
// Never:  is part of a shipped program, opens a library, or starts a process.
// Start:  `FakeKeyboard` below, then `FakeKeyboardSource` for the list.

package import InputViewModel
package import KeyboardHost
package import KeyboardProtocol
internal import TextModel

/// A keyboard in the test's process. The keyboard has an input view, and a function that handles its events.
package final class FakeKeyboard: KeyboardProcess {
  /// Handles an event and returns the result; nil means an empty result. The host ignores the serial in the result.
  package typealias Handler =
    (_ event: TurnEvent, _ ask: (HostRequest) -> HostReply) throws(KeyboardEndError) -> TurnResult?

  private let inputView: InputViewTree?
  private let handle: Handler
  /// The turns that the keyboard received, in order.
  package private(set) var turns: [Turn] = []
  package var hasEnded = false
  /// Whether the process still exists after ``killUnresponsive()``.
  package var endsLate = false
  /// Whether the host has called ``kill()``.
  package private(set) var isRemoved = false
  /// Whether the host has stopped the keyboard at least once.
  package private(set) var isStopped = false
  /// How the keyboard ends in its next turn; nil if the keyboard handles that turn.
  package var nextEnd: KeyboardEndError?
  /// Whether the kernel reports the keyboard's process as stopped.
  package var stops = true
  package var hostTime = KeyboardLimits.hostTime
  /// The deadline that the host set for each turn, in the order of ``turns``; nil for the usual deadline.
  package private(set) var deadlines: [ContinuousClock.Instant?] = []
  /// The kind of event that the keyboard does not finish before the deadline or the end of the idle time; nil for none.
  package var slowEvent: TurnEvent.Kind?
  package let patience: Duration = .seconds(60)

  /// Creates a keyboard. When the host loads the keyboard, it shows this input view; nil for no input view.
  package init(_ inputView: InputViewTree?, handling handle: @escaping Handler = { _, _ in nil }) {
    self.inputView = inputView
    self.handle = handle
  }

  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    turns.append(turn)
    deadlines.append(idle?.end)
    if idle != nil, turn.event.kind == slowEvent {
      _ = try handle(turn.event, answer)
      return nil
    }
    if let nextEnd { throw nextEnd }
    var result = try handle(turn.event, answer) ?? TurnResult(serial: turn.serial)
    result.serial = turn.serial
    if case .load = turn.event, let inputView { result.requests.insert(.setInputView(inputView), at: 0) }
    if result.callbacks.isEmpty { result.callbacks = Self.callbacks(of: turn.event) }
    return result
  }

  /// The callbacks that KlavaKit reports for an event.
  private static func callbacks(of event: TurnEvent) -> [KeyboardCallback] {
    switch event {
    case .load: [.viewDidLoad]
    case .appear: [.viewWillAppear, .viewDidAppear]
    case .disappear: [.viewWillDisappear, .viewDidDisappear]
    case .documentChanged(let change, let cause): KeyboardCallback.callbacks(for: change, cause)
    case .traitsChanged: [.traitsDidChange, .textDidChange]
    case .environmentChanged: [.environmentDidChange]
    case .settingsChanged: [.settingsDidChange]
    case .standingChanged: [.standingDidChange]
    case .key, .timer, .memoryWarning, .destroy: []
    }
  }

  package func begin(_ turn: Turn) -> Bool { false }
  package func becomeReady() {}
  package func howItEnded() -> KeyboardEndError { .crashed("it exited") }
  package var endedBeforeTurn: Bool { false }
  package func drainJournal() -> KeyboardJournal { KeyboardJournal() }
  package var isBusy: Bool { false }
  package var hasMainQueue: Bool { false }
  package var hasThreads: Bool { false }
  /// A descriptor that is never readable; nil if the keyboard requests no turns.
  package var turnRequestDescriptor: Int32?
  package var endDescriptor: Int32? { nil }
  /// The result of ``readTurnRequest()``.
  package var turnRequest = TurnRequest.none
  package func readTurnRequest() -> TurnRequest { turnRequest }
  package func handleTurnRequests() {}
  package var memory: UInt64 { 0 }
  package func drainMemoryWarning() -> Bool { false }
  package var grace: Duration { .zero }
  package var timeForResult: Duration { hostTime }
  package func wake() {}
  package func finishTurns(while idle: IdleTime?) {}
  package func waitUntilStopped() -> Bool { stops }
  package func stop() { isStopped = true }
  package func kill() { (hasEnded, isRemoved) = (true, true) }
  package func killUnresponsive() { hasEnded = !endsLate }
  package func end() { hasEnded = true }
}
