internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardStore
internal import Measurement

extension Subject {
  /// Finds the first key of a keyboard that always inserts the same text; nil if the keyboard has no such key.
  ///
  /// - Throws: ``WrongWorkError`` if the host does not show the keyboard, or if the keyboard fails.
  init?(finding keyboard: RegisteredKeyboard, _ benchmarkEnvironment: BenchmarkEnvironment) throws {
    let typingSession = try TypingSession(benchmarkEnvironment, [keyboard.identifier])
    typingSession.focus()
    try typingSession.requireShown(keyboard.identifier)
    let keys = (typingSession.session.inputView?.keys ?? []).filter { $0.isEnabled && Self.mayType($0.role) }
    // Try letters first, because other keys may have side effects.
    let ordered = keys.filter { $0.role == .character } + keys.filter { $0.role != .character }
    for key in ordered.prefix(Self.maximumKeys) {
      guard let typed = try Self.typed(by: key.identifier, in: typingSession, of: keyboard.identifier) else { continue }
      self.init(
        keyboard.displayName.sanitized(limit: 40), keyboard.identifier, key: key.identifier, inserts: typed.before,
        typed.after)
      return
    }
    return nil
  }

  private static let maximumKeys = 64

  private static func mayType(_ role: KeyRole) -> Bool {
    switch role {
    case .character, .space, .action: true
    default: false
    }
  }

  /// The text that a key inserts. Nil if three presses do not insert the same text, or if the host no longer shows the
  /// keyboard afterwards.
  private static func typed(
    by key: String, in typingSession: TypingSession, of identifier: String
  ) throws -> (before: String, after: String)? {
    typingSession.focus()
    try typingSession.requireShown(identifier)
    var typed: (before: String, after: String)?
    for press in 1...3 {
      guard typingSession.session.inputView?.key(key)?.isEnabled == true else { return nil }
      try typingSession.session.key(key)
      guard typingSession.session.keyboard == identifier, let document = typingSession.session.field?.document,
        document.hasText
      else {
        return nil
      }
      let (before, after) = (document.before, document.after)
      if press == 1 { typed = (before, after) }
      guard let typed, document.markedText == nil, before == String(repeating: typed.before, count: press),
        after == String(repeating: typed.after, count: press)
      else { return nil }
    }
    return typed
  }
}
