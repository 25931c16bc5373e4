internal import KeyboardProtocol

// The consequences of the end of a keyboard's process (Behavior.md#failures). The consequences are whether a fresh
// process may serve the turn, why the session shows the system keyboard, and whether the host quarantines the keyboard.

extension KeyboardEndError {
  /// Whether something other than the turn ended the process, so that a fresh process may serve the turn.
  var isNotOfTheTurn: Bool {
    switch self {
    case .killed, .heldUp: true
    default: false
    }
  }

  /// Whether the end is a failure of the keyboard even between two turns. Threads of a keyboard can use up the
  /// processor time of the process between two turns. If the host started the keyboard again, its threads would use up
  /// the processor time of the fresh process too.
  var isFailureBetweenTurns: Bool { if case .exceeded = self { true } else { false } }

  /// The reason to show the system keyboard instead of the keyboard that ended.
  var shownBecause: ShownBecause {
    switch self {
    case .hung, .heldUp, .loadedTooLate: .hung
    case .crashed, .killed, .exceeded, .forbidden, .protocolViolation, .notStarted, .withoutMainThread, .unconfined:
      .crashed
    case .refused: .quarantined
    }
  }

  /// Returns the reason to quarantine the keyboard; nil if the host does not quarantine the keyboard.
  func quarantineReason(whileLoading: Bool) -> String? {
    switch self {
    case .refused(let failure): failure.message
    case .notStarted, .withoutMainThread, .unconfined, .loadedTooLate: nil
    default: whileLoading ? "during loading, \(self)" : nil
    }
  }
}
