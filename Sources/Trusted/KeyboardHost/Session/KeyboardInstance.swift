internal import HostNetwork
internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// One keyboard in a session, over all processes that serve it.
final class KeyboardInstance {
  let identifier: String
  /// The keyboard's process; nil if none runs.
  var keyboard: (any Keyboard)?
  /// The serial of the last turn of the current process.
  var serial: UInt64 = 0
  /// The input view of the keyboard.
  var inputView: InputViewTree?
  /// The language that the controller set; nil if it set none.
  var primaryLanguage: String?
  /// The revision of the last document snapshot that the keyboard received.
  var knownRevision: UInt64?
  /// The identifier of the document that the keyboard last received.
  var knownDocument: DocumentIdentifier?
  /// The revision of the document after the keyboard's own last edits.
  var lastOwnRevision: UInt64?
  /// The traits of the last field of the probe, which is never shown.
  var fieldTraits: TextInputTraits?
  /// The application whose text the process may remember.
  var application: String?
  /// The access of the current process.
  var access = ProcessAccess.confined
  /// The connections of the current process.
  private(set) lazy var network = KeyboardNetwork()
  /// The standing that the keyboard last received.
  var standing = InputModeStanding()
  /// The settings that changed while the host could not send events to the keyboard.
  var untoldSettings: [String: SettingValue]?
  /// Whether the last process ended through no fault of its turn, and no other process has started since.
  var lastEndWasBlameless = false
  /// Whether another process killed the last process while it loaded.
  var wasKilledWhileLoading = false
  /// The time that starts have taken since a process last served another event than load.
  var timeOfStarts: Duration = .zero
  /// Whether the user has waited more than a second for processes to start. The host then starts no replacement.
  var startsTooSlowly: Bool { timeOfStarts > .seconds(1) }
  /// The audit counts since the source last received them.
  var summary = AuditSummary()
  /// The limits that the keyboard reached. The host reports each once in a session.
  var limitsReached: Set<LimitReached> = []
  /// The times at which processes failed.
  private var deaths: [Duration] = []
  /// The reason for which the last process failed.
  private(set) var lastDeath: ShownBecause?

  /// The number of restarts that the host allows within ``deathWindow``.
  private static let restartLimit = 3
  private static let deathWindow: Duration = .seconds(60)

  init(_ identifier: String) {
    self.identifier = identifier
  }

  /// Records a failed process.
  func died(at time: Duration, reason: ShownBecause) {
    forgetProcess()
    deaths.append(time)
    lastDeath = reason
  }

  /// Ends the process and resets its state.
  func end() {
    keyboard?.end()
    forgetProcess()
  }

  /// Returns why the host starts no process now; nil unless processes failed too often.
  func barredBecause(at time: Duration) -> ShownBecause? {
    deaths.removeAll { time - $0 >= Self.deathWindow }
    return deaths.count > Self.restartLimit ? lastDeath : nil
  }

  /// Returns how long the host starts no process, because processes failed too often.
  func timeBarred(at time: Duration) -> Duration {
    guard barredBecause(at: time) != nil else { return .zero }
    return deaths[deaths.count - Self.restartLimit - 1] + Self.deathWindow - time
  }

  private func forgetProcess() {
    keyboard = nil
    access = .confined
    network.closeAll()
    inputView = nil
    primaryLanguage = nil
    knownRevision = nil
    knownDocument = nil
    lastOwnRevision = nil
    serial = 0
    untoldSettings = nil
  }
}
