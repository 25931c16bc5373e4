package import Sandbox
package import TextInput

/// Something that can have a field: a keyboard in a process of its own, one in this process, or the system keyboard.
package protocol Keyboard: AnyObject {
  /// Serves one turn: tells the keyboard of the event and returns everything that came of it.
  ///
  /// `answer` is asked for what the keyboard needs meanwhile. Throws when the keyboard will not serve again; then it has
  /// already been ended, and nothing of the turn may be applied.
  func serve(_ turn: Turn, answering answer: (HostRequest) -> HostReply) throws(KeyboardEnd) -> TurnResult

  /// Ends the keyboard; afterwards it does not serve again.
  func end()

  /// Whether it has ended by itself since the last turn.
  var hasEnded: Bool { get }

  /// Takes all processor time from it until its next turn (BEHAVIOUR §1.1).
  func stop()
}

extension Keyboard {
  /// What shares the host's process ends with it.
  package var hasEnded: Bool { false }
  /// What shares the host's process cannot be stopped.
  package func stop() {}
}

/// The host's own keyboard, as far as the session needs more of it than of any other.
package protocol SystemTyping: Keyboard {
  /// The keys to press, in order and from what is shown now, to type exactly this character; nil if it has none.
  func path(to character: Character) -> [String]?
}

/// Why a keyboard no longer serves.
package enum KeyboardEnd: Error, Hashable, Sendable {
  /// Its process ended by itself or by a signal; the text says how.
  case crashed(String)
  /// Somebody killed its process (SIGKILL), which no fault of its own does.
  case killed
  /// It did not answer within the turn's deadline, and was killed.
  case hung
  /// It could not be loaded.
  case refused(KeyboardFailure)
  /// It broke the protocol, and was killed; the text says how.
  case lied(String)
  /// The host could not start it; the text says why.
  case notStarted(String)
  /// Its process could not be held by a layer of the sandbox, and loaded nothing; the text says why.
  case unconfined(Layer, String)
}
