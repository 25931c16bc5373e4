package import KeyboardProtocol

/// A keyboard that can get a field. It runs in its own process or, like the system keyboard, in the host's process.
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
}

/// The system keyboard, as the session uses it.
package protocol SystemTyping: Keyboard {
  /// Returns the keys to press, in order, to type a character from the plane that is shown now.
  ///
  /// - Returns: The identifiers of the keys; nil if the keyboard does not have exactly this character.
  func path(to character: Character) -> [String]?
}
