package import KeyboardProtocol

/// A keyboard that can have a field: in its own process, in the host's process, or the system keyboard.
package protocol Keyboard: AnyObject {
  /// Serves one turn: sends the event to the keyboard and returns the result.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - answer: Answers the keyboard's requests during the turn.
  /// - Returns: The result.
  /// - Throws: ``KeyboardEndError`` if the keyboard no longer serves. The keyboard has already ended then, and the caller
  ///   must not apply anything of the turn.
  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEndError) -> TurnResult

  /// Begins a turn, or continues the turn that it began, while the user waits for nothing.
  ///
  /// An unfinished turn gets processor time only in this function and in ``serve(_:answering:)``, which also
  /// continues it.
  ///
  /// - Returns: The result; nil if the idle time ended before the turn did.
  /// - Throws: ``KeyboardEndError``, as ``serve(_:answering:)``.
  func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult?

  /// Waits until the keyboard can serve. Without this call, its first turn waits.
  ///
  /// - Throws: ``KeyboardEndError``, as ``serve(_:answering:)``.
  func becomeReady() throws(KeyboardEndError)

  /// Ends the keyboard. It does not serve again.
  func end()

  /// Ends the keyboard without a destroy event and without more processor time.
  func kill()

  /// Whether the keyboard's process has ended since the last turn.
  var hasEnded: Bool { get }

  /// Whether a thread of the keyboard's process is running between turns.
  var isBusy: Bool { get }

  /// Returns how the keyboard's process ended, and releases the process. Call this only if ``hasEnded`` is true.
  func howItEnded() -> KeyboardEndError

  /// Whether the process ended before it received its last turn, so that the turn did not cause the end.
  ///
  /// A process may falsely claim this. Another process then gets the turn, as after a kill: the host applied nothing
  /// of it.
  var endedBeforeTurn: Bool { get }

  /// Returns the journal of the keyboard's process since the last call. Works after the process has ended too.
  func drainJournal() -> KeyboardJournal

  /// Private memory of the process after its last turn plus its data container in memory, in bytes; 0 if the host
  /// cannot measure it.
  var memory: UInt64 { get }

  /// The limit of host time for one turn.
  var hostTime: Duration { get }

  /// The deadline of one turn.
  var patience: Duration { get }

  /// The time that a turn in the user's pause has left when the user does something.
  var grace: Duration { get }

  /// The limit of host time for the result of the last turn: the time that the turn's deadline leaves, or a small
  /// minimum.
  var timeForResult: Duration { get }

  /// Stops the keyboard: it gets no processor time until its next turn (Behavior.md#stopped-processes).
  func stop()

  /// Waits until the kernel reports every thread of a stopped process as stopped, at most as long as the end of a
  /// keyboard may take.
  ///
  /// - Returns: Whether every thread has stopped.
  func waitUntilStopped() -> Bool

  /// Lets a stopped keyboard run before its turn, because a turn follows at once.
  func wake()

  /// Saves the files of the keyboard's data container in memory. Call this when no key press waits.
  ///
  /// - Parameter idle: The pause of the user. The host saves the rest in another pause; nil saves all files now.
  /// - Throws: ``KeyboardEndError`` if the files exceed the limits of a data container. The caller must end the keyboard
  ///   then.
  func keepFiles(while idle: IdleTime?) throws(KeyboardEndError)

  /// Returns whether a memory warning is due, and marks it as sent (Behavior.md#memory-warning).
  ///
  /// A warning is due once when the memory passes three quarters of the limit, and again only after the memory fell
  /// below.
  func drainMemoryWarning() -> Bool
}

/// A keyboard in the host's process: the system keyboard, an application's own input view, or a keyboard in a test.
///
/// It has no process to control. Types that start or forward to a process conform to ``Keyboard`` itself, so that the
/// compiler sees that they forget nothing.
package protocol ProcesslessKeyboard: Keyboard {}

extension ProcesslessKeyboard {
  /// False: a keyboard in the host's process has no threads that the host measures.
  package var isBusy: Bool { false }

  /// Serves the whole turn: a call of a keyboard in the host's process cannot be interrupted.
  package func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    try serve(turn, answering: answer)
  }
  /// Ends the keyboard as ``end()`` does: a keyboard in the host's process has no process to kill.
  package func kill() { end() }
  /// Does nothing: a keyboard in the host's process is always ready.
  package func becomeReady() {}
  /// False: a keyboard in the host's process ends only with the host.
  package var hasEnded: Bool { false }
  /// `crashed`: the host has no record of the end of a keyboard in its own process.
  package func howItEnded() -> KeyboardEndError { .crashed("it exited") }
  /// False: a keyboard in the host's process receives each turn at once.
  package var endedBeforeTurn: Bool { false }
  /// An empty journal: a keyboard in the host's process keeps none.
  package func drainJournal() -> KeyboardJournal { KeyboardJournal() }
  /// 0: the host does not measure keyboards in its own process.
  package var memory: UInt64 { 0 }
  /// Does nothing: a keyboard in the host's process cannot be stopped.
  package func stop() {}
  /// True: a keyboard in the host's process runs only while the host calls it.
  package func waitUntilStopped() -> Bool { true }
  /// The default limit of host time.
  package var hostTime: Duration { KeyboardLimits.hostTime }
  /// One hour: the host does not interrupt a turn in its own process.
  package var patience: Duration { .seconds(3_600) }
  /// Zero: a turn in the host's process is over when its call returns.
  package var grace: Duration { .zero }
  /// The whole limit of host time.
  package var timeForResult: Duration { hostTime }
  /// Does nothing: a keyboard in the host's process is never stopped.
  package func wake() {}
  /// Does nothing: a keyboard in the host's process stores files only through the host.
  package func keepFiles(while idle: IdleTime?) {}
  /// False: the host does not measure keyboards in its own process.
  package func drainMemoryWarning() -> Bool { false }
}

/// The system keyboard, as the session uses it.
package protocol SystemTyping: ProcesslessKeyboard {
  /// Returns the keys to press, in order, to type a character from the plane that is shown now.
  ///
  /// - Returns: The identifiers of the keys; nil if the keyboard does not have exactly this character.
  func path(to character: Character) -> [String]?
}
