internal import HostFiles
package import KeyboardHost
package import KeyboardProtocol
package import KeyboardStore
package import SystemKeyboard
package import TextModel
package import Timing

/// A user's list of keyboards in the test's process.
package final class FakeKeyboardSource: KeyboardSource, ProcessPreparation {
  package var listed: [InputMode]
  /// The identifiers of the keyboards with full access.
  package var access: Set<String> = []
  /// The changes of the standby process, in order: true if a standby process existed after the change.
  package private(set) var standbys: [Bool] = []
  /// The keyboards that the source made, in order.
  package private(set) var made: [(identifier: String, keyboard: any KeyboardProcess)] = []
  /// The messages that the host wrote to the logs.
  package private(set) var notes: [String] = []
  /// The sum of all counts that the host reported for the audits.
  package private(set) var audited = AuditSummary()
  /// The identifiers of the keyboards in quarantine.
  package private(set) var quarantined: [String] = []
  /// Whether a session with this list preloads keyboards.
  package var preloads = false
  private let retention: Retention
  private let services: KeyboardServices?
  private let make: (String) -> (any KeyboardProcess)?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - listed: The input modes; nil for a list with only the system keyboard.
  ///   - services: The services that reply to requests; nil if the source refuses all requests.
  ///   - make: Makes the keyboard with an identifier, or returns nil if there is none.
  package init(
    _ listed: [InputMode]? = nil, retention: Retention = .session, services: KeyboardServices? = nil,
    make: @escaping (String) -> (any KeyboardProcess)? = { _ in nil }
  ) {
    self.listed = listed ?? [Self.system]
    self.retention = retention
    self.services = services
    self.make = make
  }

  /// Creates a list with one keyboard, and the system keyboard. A keyboard with services has full access.
  package convenience init(
    _ identifier: String, _ keyboard: @autoclosure @escaping () -> any KeyboardProcess,
    services: KeyboardServices? = nil
  ) {
    self.init([InputMode(identifier), Self.system], services: services) { _ in keyboard() }
    if services != nil { access = [identifier] }
  }

  private static let system = InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)

  /// The fake keyboards among ``made``.
  package var fakes: [FakeKeyboard] { made.compactMap { $0.keyboard as? FakeKeyboard } }

  /// A session with this list.
  package func makeSession(
    clock: any SessionClock = VirtualClock(), system: SystemKeyboard = SystemKeyboard()
  ) -> KeyboardSession {
    KeyboardSession(
      source: self, system: system, systemIdentifier: SystemKeyboard.identifier, clock: clock)
  }

  package var choicesVersion: Int? { nil }

  package func modes() -> [InputMode] { listed }

  package var preparation: (any ProcessPreparation)? { self }

  package func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    guard let keyboard = make(identifier) else { throw .notStarted("there is no keyboard \(identifier)") }
    made.append((identifier, keyboard))
    return keyboard
  }

  package func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    try makeKeyboard(identifier)
  }

  package func hasNewFiles(_ identifier: String) -> Bool { false }
  package func provenance(of identifier: String) -> KeyboardProvenance? {
    preloads ? KeyboardProvenance(hasFullAccess: false) : nil
  }
  package func prepareStandby() { if standbys.last != true { standbys.append(true) } }
  package func discardStandby() { if standbys.last == true { standbys.append(false) } }

  package func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "/lib.so", principalClass: "")
  }

  package func grant(of identifier: String) -> KeyboardGrant {
    KeyboardGrant(hasFullAccess: access.contains(identifier), retention: retention)
  }
  package func reply(_ request: HostRequest, of identifier: String) -> HostReply {
    services?.reply(request) ?? .refused(.notFound)
  }
  package func endForStorage(of identifier: String) -> KeyboardEndError? { nil }
  package func keepEndedFiles(while idle: IdleTime?) {}
  package func lexicon() -> [LexiconEntry] { [] }
  package func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
  package func record(_ message: String, of identifier: String) { notes.append(message) }
  package func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) { notes += messages }
  package func quarantine(_ identifier: String, reason: String) { quarantined.append(identifier) }
  package func audit(_ summary: AuditSummary, of identifier: String) { audited.add(summary) }
}
