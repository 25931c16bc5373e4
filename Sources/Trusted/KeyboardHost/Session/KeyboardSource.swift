package import Bundles
package import TextInput

/// Where a session's keyboards come from: the person's list, and everything that a keyboard is made of.
package protocol KeyboardSource: AnyObject {
  /// The person's enabled list in its order, the system keyboard included where it is on.
  func modes() -> [InputMode]
  /// A keyboard that is not loaded yet, ready to be.
  func makeKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard
  /// The same, and what `body` answers, which is called while it starts, once or more often.
  func makeKeyboard<Value>(
    _ identifier: String, while body: () throws(KeyboardEnd) -> Value
  ) throws(KeyboardEnd) -> (keyboard: any Keyboard, value: Value)
  /// The same, without waiting until it is ready: for one that is not needed yet.
  func prepareKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard
  /// What a process of the keyboard would be started from and loaded with now; nil where none is to be prepared before it is needed.
  func provenance(of identifier: String) -> KeyboardProvenance?
  /// What a keyboard is loaded with.
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEnd) -> LaunchConfiguration
  /// Whether the person gave a keyboard full access.
  func hasFullAccess(_ identifier: String) -> Bool
  /// Whether a keyboard's manifest requests open access, so that its keys may click (Behavior.md#rights).
  func mayGiveFeedback(_ identifier: String) -> Bool
  /// Whether the person asked that a keyboard with full access may connect to this machine and the local network.
  func reachesLocalNetwork(_ identifier: String) -> Bool
  /// How long a keyboard's process may remember.
  func memoryBoundary(of identifier: String) -> Retention
  /// Answers what a keyboard asks for, but for documents, the pasteboard and the network.
  func answer(_ request: HostRequest, of identifier: String) -> HostReply
  /// Keeps lines that a keyboard logged in one turn.
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String)
  /// Keeps what the host has to say of a keyboard, in the same log.
  func note(_ message: String, of identifier: String)
  /// Why a keyboard may not go on, by what it has stored itself; nil where it may. Takes as long as there are files.
  func endForStorage(of identifier: String) -> KeyboardEnd?
  /// Keeps the files of processes that have ended, for as long as nobody waits for the host; all of them without a limit.
  func keepEndedFiles(while idle: IdleTime?)
  /// Keeps a keyboard from being loaded until its files change or the person retries it.
  func quarantine(_ identifier: String, because reason: String)
  /// Adds to what is kept of what a keyboard saw and tried. Never called while a key press waits for its text.
  func audit(_ tally: AuditTally, of identifier: String)
}

extension KeyboardSource {
  /// Keeps no audit.
  package func audit(_ tally: AuditTally, of identifier: String) {}
  /// Its keys are silent.
  package func mayGiveFeedback(_ identifier: String) -> Bool { false }
  /// Nobody asked for that.
  package func reachesLocalNetwork(_ identifier: String) -> Bool { false }
  package func prepareKeyboard(_ identifier: String) throws(KeyboardEnd) -> any Keyboard {
    try makeKeyboard(identifier)
  }
  /// What does not start by itself has no meanwhile.
  package func makeKeyboard<Value>(
    _ identifier: String, while body: () throws(KeyboardEnd) -> Value
  ) throws(KeyboardEnd) -> (keyboard: any Keyboard, value: Value) {
    let value = try body()
    return (try makeKeyboard(identifier), value)
  }
  /// Files are kept where they are written.
  package func keepEndedFiles(while idle: IdleTime?) {}
  /// No process is prepared.
  package func provenance(of identifier: String) -> KeyboardProvenance? { nil }
  /// What goes through the host is counted when it is stored.
  package func endForStorage(of identifier: String) -> KeyboardEnd? { nil }
}
