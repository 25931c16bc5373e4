package import KeyboardProtocol

/// The process of a keyboard, with the operations that ``ProcessPool`` needs to control the process.
///
/// The requirements have no default implementations, so the compiler reports each requirement that ``KeyboardWrapper``
/// does not forward.
package protocol KeyboardProcess: Keyboard {
  /// Waits until the keyboard can serve turns. Without a call of this method, the keyboard's first turn waits for the
  /// process.
  ///
  /// - Throws: ``KeyboardEndError``, as ``Keyboard/serve(_:while:answering:)``.
  func becomeReady() throws(KeyboardEndError)

  /// Sends a turn and does not wait for its result. The next call of ``Keyboard/serve(_:while:answering:)`` must pass
  /// the same turn, and waits for the result. The deadline of a disappear event counts from the moment when this method
  /// sends the event. The deadline of any other turn counts from the moment when `serve` begins to wait.
  ///
  /// - Returns: Whether this method sent the turn. The result is false for a keyboard in the host's process, which
  ///   cannot run while the host does other work.
  func begin(_ turn: Turn) -> Bool

  /// Sends a destroy event, and then ends the keyboard's process. After this call, the keyboard serves no turns.
  func end()

  /// Ends the keyboard without a destroy event. The keyboard gets no more processor time.
  func kill()

  /// Makes an unresponsive process record the stack of its running code (``KeyboardJournal/stack``), waits at most
  /// 20 ms, and kills the process. Does not wait for the end of the killed process, because the user waits. When
  /// ``hasEnded`` is true, or when the user is idle, call ``kill()`` to remove the process.
  func killUnresponsive()

  /// Whether the keyboard's process has ended since the last turn, or after ``killUnresponsive()``.
  var hasEnded: Bool { get }

  /// Whether a thread of the keyboard's process is running between turns.
  var isBusy: Bool { get }

  /// Whether the keyboard has a main queue (PluginABI.md#main-queue).
  var hasMainQueue: Bool { get }

  /// Whether the process had more than one thread after its last turn.
  var hasThreads: Bool { get }

  /// The descriptor that becomes readable when the keyboard itself requests a turn; nil if the keyboard cannot request
  /// turns.
  ///
  /// The process can also make the descriptor readable without a request. Before each wait for this descriptor, call
  /// ``readTurnRequest()``.
  var turnRequestDescriptor: Int32? { get }

  /// The descriptor that becomes readable when the process ends; nil for a keyboard in the host's process.
  var endDescriptor: Int32? { get }

  /// Returns whether the keyboard requests a turn, and drains ``turnRequestDescriptor``.
  func readTurnRequest() -> TurnRequest

  /// Marks all of the keyboard's requests for a turn as handled. Call this method before the requested turn begins.
  func handleTurnRequests()

  /// Returns how the keyboard's process ended, and releases the process. Call this method only if ``hasEnded`` is true.
  func howItEnded() -> KeyboardEndError

  /// Whether the process ended before it received its last turn, so that the turn did not cause the end.
  ///
  /// The process can forge this value. If the value is true, the host has applied no edits or requests of the turn, and
  /// another process may serve the turn.
  var endedBeforeTurn: Bool { get }

  /// Returns the entries of the process's journal since the last call of this method. The caller may also call this
  /// method after the process has ended.
  func drainJournal() -> KeyboardJournal

  /// The private memory of the process after its last turn, in bytes; 0 if the host cannot measure the memory. If the
  /// process has its data container in memory, the value includes the size of the data container.
  var memory: UInt64 { get }

  /// The maximum time that the host itself may work for the keyboard in one turn.
  var hostTime: Duration { get }

  /// The deadline of one turn.
  var patience: Duration { get }

  /// The time that a turn may still take after the user's next action, if the turn began while the user was idle.
  var grace: Duration { get }

  /// The maximum time that the host may spend on the result of the last turn. The maximum depends on the time that the
  /// turn has left.
  var timeForResult: Duration { get }

  /// Stops the keyboard, so that it gets no processor time until its next turn (Behavior.md#stopped-processes).
  func stop()

  /// Waits until the kernel reports every thread of a stopped process as stopped, at most for
  /// ``RunnerKeyboard/Deadlines/end``.
  ///
  /// - Returns: Whether every thread has stopped.
  func waitUntilStopped() -> Bool

  /// Lets a stopped keyboard run again. Call this method when a turn is about to begin.
  func wake()

  /// Does the work that the host postpones after turns. Call this method when no key press waits. The method measures
  /// the process if the host did not measure it after its latest turn, and copies the files of the keyboard's data
  /// container from memory to disk.
  ///
  /// - Parameter idle: The time in which the user is idle. If the time ends before the method has saved all files, a
  ///   later call saves the rest. If `idle` is nil, this method saves all files.
  /// - Throws: ``KeyboardEndError`` if the process exceeds a limit, or if the files exceed the limits of a data
  ///   container. After this error, the caller must end the keyboard's process.
  func finishTurns(while idle: IdleTime?) throws(KeyboardEndError)

  /// Returns whether a memory warning is due, and marks the warning as sent (Behavior.md#memory-warning).
  ///
  /// A warning is due when the memory reaches three quarters of the limit. The next warning is due only after the
  /// memory has fallen below three quarters of the limit and has reached three quarters again.
  func drainMemoryWarning() -> Bool
}

/// The result of ``KeyboardProcess/readTurnRequest()``.
package enum TurnRequest {
  /// The keyboard requests no turn.
  case none
  /// The keyboard requests a turn.
  case pending
  /// The process made the descriptor readable, but requests no turn.
  case falseAlarm
}
