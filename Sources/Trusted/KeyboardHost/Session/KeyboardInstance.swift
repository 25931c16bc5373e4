internal import Bundles
internal import TextInput

/// One keyboard in a session, through all the processes that serve it.
final class KeyboardInstance {
  let identifier: String
  /// Nil while there is no process.
  var keyboard: (any Keyboard)?
  /// The serial of the last turn of the present process.
  var serial: UInt64 = 0
  /// What the keyboard shows.
  var interface: Interface?
  /// The controller's own language, if it set one.
  var primaryLanguage: String?
  /// The revision of the document that it knows.
  var knownRevision: UInt64?
  /// The document that it last had.
  var knownDocument: DocumentIdentifier?
  /// The revision of the document that its own last edits made.
  var lastOwnRevision: UInt64?
  /// The traits of the field that it last had, for the proxy probe, which is never shown.
  var fieldTraits: TextInputTraits?
  /// The application whose text it may remember.
  var application: String?
  /// What its present process may.
  var access = ProcessAccess.confined
  /// The connections of its present process.
  private(set) lazy var network = KeyboardNetwork()
  /// What is true of the input mode, as it was last told.
  var standing = InputModeStanding()
  /// Settings that changed while it could be told nothing.
  var untoldSettings: [String: SettingValue]?
  /// Whether nothing that its process was to do ended it, and no other has been started since.
  var lastEndWasBlameless = false
  /// Whether its last process was killed from outside while it loaded.
  var wasKilledWhileLoading = false
  /// How long its processes took to start since one of them last served anything else.
  var timeOfStarts: Duration = .zero
  /// Whether the user has waited too long for its processes to start: no other one is started in place of one that ended.
  var startsTooSlowly: Bool { timeOfStarts > .seconds(1) }
  /// What it saw and tried since its source was last told.
  var tally = AuditTally()
  /// What it had all of that it may have, in words; each is said once in a session.
  var shortages: Set<String> = []
  /// When its processes ended before their time.
  private var deaths: [Duration] = []
  /// How it last ended before its time.
  private(set) var lastDeath: ShownBecause?

  /// A keyboard is started again at most so often in ``deathWindow``.
  private static let restartLimit = 3
  private static let deathWindow: Duration = .seconds(60)

  init(_ identifier: String) {
    self.identifier = identifier
  }

  /// The process is gone before its time.
  func died(at time: Duration, because reason: ShownBecause) {
    forgetProcess()
    deaths.append(time)
    lastDeath = reason
  }

  /// Ends the process, and forgets what belonged to it.
  func end() {
    keyboard?.end()
    forgetProcess()
  }

  /// Why no process is started for it now, if it has died too often of late.
  func barredBecause(at time: Duration) -> ShownBecause? {
    deaths.removeAll { time - $0 >= Self.deathWindow }
    return deaths.count > Self.restartLimit ? lastDeath : nil
  }

  /// How long no process is started for it, because it has died too often of late.
  func timeBarred(at time: Duration) -> Duration {
    guard barredBecause(at: time) != nil else { return .zero }
    return deaths[deaths.count - Self.restartLimit - 1] + Self.deathWindow - time
  }

  private func forgetProcess() {
    keyboard = nil
    access = .confined
    network.closeAll()
    interface = nil
    primaryLanguage = nil
    knownRevision = nil
    knownDocument = nil
    lastOwnRevision = nil
    serial = 0
    untoldSettings = nil
  }
}
