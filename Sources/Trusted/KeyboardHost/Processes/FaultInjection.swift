internal import KeyboardLoader
package import TextInput

/// What a host lacks or refuses: every keyboard must live with that (PluginABI.md#null-function-table), and whoever
/// examines one brings it about.
package struct FaultInjection: Hashable, Sendable {
  /// The interfaces of its host that a keyboard does not get, by name.
  package var withheld: Set<String> = []
  /// Why everything that a keyboard asks for is refused; nil where it is answered.
  package var refusal: HostReply.Refusal?
  /// Whether a keyboard gets its settings.
  package var hasSettings = true
  /// Whether each process of a keyboard is warned of memory, once it has served a turn (Behavior.md#memory-warning).
  package var warnsOfMemory = false

  /// Nothing is lacking.
  package init() {}

  /// The names of the interfaces that a host has.
  package static let interfaces = Set(
    LoadedKeyboard.hostFunctionNames.map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) }
  ).sorted()

  /// The answer to a request in place of the usual one; nil for that one.
  package func answer(_ request: HostRequest) -> HostReply? {
    switch request {
    // What is no wish of the keyboard's, but how its process sees the text and its folders.
    case .document, .paths: nil
    case .network, .pasteboard, .resource, .resourceNames, .localizedStrings, .containerRead, .containerWrite,
      .containerRemove, .containerNames:
      refusal.map { .refused($0) }
    }
  }

  /// Changes what a keyboard is loaded with.
  package func apply(to configuration: inout LaunchConfiguration) {
    configuration.withheldInterfaces = withheld.sorted()
    if !hasSettings { configuration.settings = [:] }
  }
}

/// A keyboard whose host has faultInjection.
final class FaultInjectingKeyboard: Keyboard {
  private let keyboard: any Keyboard
  private let faultInjection: FaultInjection
  private var mayBeWarned = false

  init(_ keyboard: any Keyboard, _ faultInjection: FaultInjection) {
    self.keyboard = keyboard
    self.faultInjection = faultInjection
    mayBeWarned = faultInjection.warnsOfMemory
  }

  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult {
    let faultInjection = faultInjection
    return try keyboard.serve(turn) { faultInjection.answer($0) ?? answer($0) }
  }

  func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult? {
    let faultInjection = faultInjection
    return try keyboard.serve(turn, while: idle) { faultInjection.answer($0) ?? answer($0) }
  }

  func takeMemoryWarning() -> Bool {
    defer { mayBeWarned = false }
    return mayBeWarned || keyboard.takeMemoryWarning()
  }

  func becomeReady() throws(KeyboardEnd) { try keyboard.becomeReady() }
  func keepFiles(while idle: IdleTime?) throws(KeyboardEnd) { try keyboard.keepFiles(while: idle) }
  func end() { keyboard.end() }
  func kill() { keyboard.kill() }
  var hasEnded: Bool { keyboard.hasEnded }
  func howItEnded() -> KeyboardEnd { keyboard.howItEnded() }
  var endedBeforeTurn: Bool { keyboard.endedBeforeTurn }
  func takeJournal() -> KeyboardJournal { keyboard.takeJournal() }
  func stop() { keyboard.stop() }
  func waitUntilStopped() -> Bool { keyboard.waitUntilStopped() }
  var hostTime: Duration { keyboard.hostTime }
  var grace: Duration { keyboard.grace }
  var patience: Duration { keyboard.patience }
  var timeForResult: Duration { keyboard.timeForResult }
  func wake() { keyboard.wake() }
  var memory: UInt64 { keyboard.memory }
}
