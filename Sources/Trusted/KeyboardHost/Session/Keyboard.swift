package import TextInput

/// Something that can have a field: a keyboard in a process of its own, one in this process, or the system keyboard.
package protocol Keyboard: AnyObject {
  /// Serves one turn: tells the keyboard of the event and returns everything that came of it.
  ///
  /// `answer` is asked for what the keyboard needs meanwhile. Throws when the keyboard will not serve again; then it has
  /// already been ended, and nothing of the turn may be applied.
  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult

  /// Begins a turn, or goes on with the one that it began, for as long as nobody waits for the host; nil if the turn is not
  /// over then. Until it is, the keyboard gets no time but here and in ``serve(_:answering:)``, which also goes on with it.
  func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult?

  /// Waits until it can serve, as its first turn does otherwise. Throws as ``serve(_:answering:)`` does.
  func becomeReady() throws(KeyboardEnd)

  /// Ends the keyboard; afterwards it does not serve again.
  func end()

  /// Ends the keyboard without telling it, and without giving it any more time.
  func kill()

  /// Whether it has ended by itself since the last turn.
  var hasEnded: Bool { get }

  /// Whether a thread of its process, in which no turn is served now, has something to do.
  var isBusy: Bool { get }

  /// How it ended, where it has ended by itself; nothing of its process is left afterwards.
  func howItEnded() -> KeyboardEnd

  /// Whether it had ended before it took the last turn that it was to serve, so that nothing in that turn ended it.
  ///
  /// A process may lie about it, and then another one is given the turn, as after a kill: nothing of it was done.
  var endedBeforeTurn: Bool { get }

  /// What its process noted of itself since this was last called; also after it has ended.
  func takeJournal() -> KeyboardJournal

  /// Bytes of memory that its process shares with no other after its last turn, and those of its container in memory now; 0
  /// if the host cannot know.
  var memory: UInt64 { get }

  /// The host's own time for one turn.
  var hostTime: Duration { get }

  /// How long it may take for a turn.
  var patience: Duration { get }

  /// How long a turn that nobody waits for may go on when somebody waits after all.
  var grace: Duration { get }

  /// The host's own time that the result of the last turn may take: what the turn's deadline leaves, and little where it
  /// leaves nothing.
  var timeForResult: Duration { get }

  /// Takes all processor time from it until its next turn (Behavior.md#stopped-processes).
  func stop()

  /// Waits until the kernel reports that every thread of a stopped process has stopped, for as long as the end of a keyboard
  /// may take; returns whether that is so.
  func waitUntilStopped() -> Bool

  /// Lets it go on though its turn is not there yet: it has one at once.
  func wake()

  /// Keeps what its process has stored in its container in memory. Throws where that is more than a container may hold; its
  /// end is then for the caller to bring about. Called when no key press waits.
  ///
  /// - Parameter idle: When nobody waits for the host: what is not kept by then is kept another time. Nil for all of it now.
  func keepFiles(while idle: IdleTime?) throws(KeyboardEnd)

  /// Whether it is due a memory warning (Behavior.md#memory-warning): once when its memory has passed three quarters of
  /// the limit, and again only after that was over.
  func takeMemoryWarning() -> Bool
}

extension Keyboard {
  /// What shares the host's process has no threads that anybody knows of.
  package var isBusy: Bool { false }

  /// What shares the host's process takes no time of its own.
  package func serve(
    _ turn: Turn, while idle: IdleTime, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEnd) -> TurnResult? {
    try serve(turn, answering: answer)
  }
  /// What shares the host's process cannot be kept from hearing of its end.
  package func kill() { end() }
  /// What shares the host's process is ready from the start.
  package func becomeReady() {}
  /// What shares the host's process ends with it.
  package var hasEnded: Bool { false }
  /// What shares the host's process leaves nothing to ask.
  package func howItEnded() -> KeyboardEnd { .crashed("it exited") }
  /// What shares the host's process takes each turn at once.
  package var endedBeforeTurn: Bool { false }
  /// What shares the host's process keeps no journal.
  package func takeJournal() -> KeyboardJournal { KeyboardJournal() }
  /// Nobody looks at the memory of what shares the host's process.
  package var memory: UInt64 { 0 }
  /// What shares the host's process cannot be stopped.
  package func stop() {}
  /// A keyboard in the host's process runs only while it is called.
  package func waitUntilStopped() -> Bool { true }
  /// The usual time.
  package var hostTime: Duration { KeyboardLimits.hostTime }
  /// Nothing ends a turn in the host's process.
  package var patience: Duration { .seconds(3_600) }
  /// A turn in the host's process is over when its call returns.
  package var grace: Duration { .zero }
  /// All of the host's time.
  package var timeForResult: Duration { hostTime }
  /// What cannot be stopped is awake.
  package func wake() {}
  /// What shares the host's process stores nothing but through the host.
  package func keepFiles(while idle: IdleTime?) {}
  /// Nobody looks at the memory of what shares the host's process.
  package func takeMemoryWarning() -> Bool { false }
}

/// The host's own keyboard, as far as the session needs more of it than of any other.
package protocol SystemTyping: Keyboard {
  /// The keys to press, in order and from what is shown now, to type exactly this character; nil if it has none.
  func path(to character: Character) -> [String]?
}
