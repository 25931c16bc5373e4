package import KeyboardProtocol
package import KeyboardStore
package import TextModel

/// Provides a session with its keyboards: the user's list of keyboards, and the files, settings and services of each
/// keyboard.
package protocol KeyboardSource: InputModeList, KeyboardFactory, KeyboardGrants, KeyboardRecords, StorageService {}

/// The user's list of input modes.
package protocol InputModeList: AnyObject {
  /// Returns the input modes that the user enabled, in the user's order. The list may contain the system keyboard.
  func modes() -> [InputMode]
  /// The version of the list and of the grants (``KeyboardGrants``). A change of the list or of a grant increases the
  /// version. Nil if the source cannot detect changes. If the version is nil, the session reads the list and the grants
  /// in each call that needs them.
  var choicesVersion: Int? { get }
}

/// Starts the processes of keyboards.
package protocol KeyboardFactory: AnyObject {
  /// Starts a keyboard's process and waits until it is ready. The first turn loads the keyboard.
  ///
  /// Calls `body` while the process starts. If the keyboard runs in the host's process, calls `body` before the start.
  /// Calls `body` again if the source must start another process, for example because a sandbox layer is unavailable.
  ///
  /// - Throws: ``KeyboardEndError`` if the keyboard cannot start, or if `body` throws.
  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess
  /// Returns the launch configuration for the load event of a keyboard.
  ///
  /// - Throws: ``KeyboardEndError`` if the bundle or the settings are unusable, or if the stored files exceed a limit.
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration
  /// Returns the limit violation of a keyboard's stored files; nil if the files are within the limits. The duration of
  /// the call grows with the number of files.
  func endForStorage(of identifier: String) -> KeyboardEndError?
  /// The object that starts processes before the session needs them; nil if the source has no such object.
  var preparation: (any ProcessPreparation)? { get }
}

/// Starts processes before the session needs them, and detects changes that make a started process out of date.
package protocol ProcessPreparation: AnyObject {
  /// Starts a process in which the host can preload a keyboard. Does not wait until the process is ready.
  ///
  /// - Throws: ``KeyboardEndError`` if the process cannot start.
  func prepareKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess
  /// Starts a standby process, unless there is one (Behavior.md#standby-process). The next keyboard takes over the
  /// standby process. Call this method only while the user is idle.
  func prepareStandby()
  /// Ends the standby process, if there is one.
  func discardStandby()
  /// Returns whether the keyboard's files have changed since its last process started, with or without preloading. Also
  /// returns true if the host could not open the keyboard's bundle at the last start, and can now read its files.
  func hasNewFiles(_ identifier: String) -> Bool
  /// Returns the provenance (files, settings and access) of a process that would start now; nil if the host must not
  /// preload this keyboard.
  func provenance(of identifier: String) -> KeyboardProvenance?
}

/// Provides the rights that the user and the manifest give to each keyboard.
package protocol KeyboardGrants: AnyObject {
  /// Returns the rights that a keyboard has now.
  func grant(of identifier: String) -> KeyboardGrant
}

/// The rights of one keyboard.
package struct KeyboardGrant: Hashable, Sendable {
  /// The access of the keyboard's processes.
  package var access: ProcessAccess
  /// The time for which a keyboard's process may live and remember typed text.
  package var retention: Retention
  /// Whether the keyboard's manifest requests full access. A keyboard that requests full access may play key sounds
  /// (Behavior.md#rights).
  package var mayGiveFeedback: Bool

  /// Creates the rights of a keyboard.
  ///
  /// - Parameters:
  ///   - hasFullAccess: Whether the user granted full access.
  ///   - reachesLocalNetwork: Whether the user allows the keyboard to connect to servers on this machine and the local
  ///     network. The value has no effect without full access.
  ///   - retention: The time for which a process may live.
  ///   - mayGiveFeedback: Whether the manifest requests full access.
  package init(
    hasFullAccess: Bool = false, reachesLocalNetwork: Bool = false, retention: Retention = .session,
    mayGiveFeedback: Bool = false
  ) {
    access = hasFullAccess ? ProcessAccess(isFull: true, reachesLocalNetwork: reachesLocalNetwork) : .confined
    self.retention = retention
    self.mayGiveFeedback = mayGiveFeedback
  }
}

/// The log, the audit and the quarantine of each keyboard.
package protocol KeyboardRecords: AnyObject {
  /// Adds lines to a keyboard's log: the lines that the keyboard logged in one turn.
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String)
  /// Adds a message from the host to a keyboard's log, unless the log has reached its limit of bytes.
  func record(_ message: String, of identifier: String)
  /// Adds the report on the end of a keyboard's process to the keyboard's log, even if the log has reached its limit.
  ///
  /// - Parameters:
  ///   - messages: The lines of the report.
  ///   - stack: The stack that the process had when it ended: addresses as offsets in the keyboard's library, the
  ///     innermost call first. Empty if there is no stack.
  ///   - identifier: The keyboard's identifier.
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String)
  /// Quarantines a keyboard until its files change or the user enables it again. This method does not wait for other
  /// processes: ``StorageService/keepEndedFiles(while:)`` later writes the quarantine to the registry.
  func quarantine(_ identifier: String, reason: String)
  /// Adds counts to a keyboard's audit. The session does not call this method while a key press waits for its text.
  func audit(_ summary: AuditSummary, of identifier: String)
}

/// The resources and the stored files of keyboards, and the supplementary lexicon.
package protocol StorageService: AnyObject {
  /// Answers a keyboard's request for a resource of the bundle, a file of the data container, or the paths of the
  /// keyboard's folders.
  func reply(_ request: HostRequest, of identifier: String) -> HostReply
  /// Returns the entries of the user's supplementary lexicon, for a keyboard.
  func lexicon() -> [LexiconEntry]
  /// Saves the quarantines and the files of ended processes, and stops when the idle time ends. If `idle` is nil, saves
  /// all files, and waits a short time if another process has locked the registry.
  func keepEndedFiles(while idle: IdleTime?)
}

extension KeyboardFactory {
  /// Starts a keyboard's process and waits until it is ready.
  ///
  /// - Throws: ``KeyboardEndError`` if the keyboard cannot start.
  package func makeKeyboard(_ identifier: String) throws(KeyboardEndError) -> any KeyboardProcess {
    try makeKeyboard(identifier) {}
  }
}
