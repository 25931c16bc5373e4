import KeyboardStore
import KeyboardHost
import Timing
import SystemKeyboard
import KeyboardProtocol

/// A person's list of two: a keyboard that a test plays itself, and the system keyboard.
final class OneKeyboardSource: KeyboardSource {
  private let identifier: String
  private let keyboard: () -> any Keyboard
  private let services: KeyboardServices?
  /// What the host had to say of the keyboard.
  private(set) var notes: [String] = []
  /// What was counted of it.
  private(set) var audited = AuditTally()
  /// Why it was quarantined.
  private(set) var quarantines: [String] = []

  /// A list with this keyboard, which is asked for whenever a process would be started. Its services answer it where it has full access; without them all that it asks for is
  /// refused.
  init(_ identifier: String, _ keyboard: @autoclosure @escaping () -> any Keyboard, services: KeyboardServices? = nil) {
    self.identifier = identifier
    self.keyboard = keyboard
    self.services = services
  }

  /// A session with this list and nothing else.
  func makeSession() -> KeyboardSession {
    KeyboardSession(
      source: self, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier, clock: VirtualClock())
  }

  func modes() -> [InputMode] {
    [InputMode(identifier), InputMode(SystemKeyboard.identifier, isSystem: true, isASCIICapable: true)]
  }
  func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard { keyboard() }
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEnd) -> LaunchConfiguration {
    LaunchConfiguration(bundleIdentifier: identifier, libraryPath: "", principalClass: "")
  }
  func hasFullAccess(_ identifier: String) -> Bool { services != nil }
  func memoryBoundary(of identifier: String) -> Retention { .session }
  func answer(_ request: HostRequest, of identifier: String) -> HostReply {
    services?.answer(request) ?? .refused(.notFound)
  }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {}
  func note(_ message: String, of identifier: String) { notes.append(message) }
  func quarantine(_ identifier: String, because reason: String) { quarantines.append(reason) }
  func audit(_ tally: AuditTally, of identifier: String) { audited.add(tally) }
}
