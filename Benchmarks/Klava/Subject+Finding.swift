internal import Bundles
internal import Diagnostics
internal import KeyboardHost
internal import Measurement
internal import TextInput

extension Subject {
  /// A keyboard of which nothing is known: the first of its keys that inserts the same text each time.
  ///
  /// - Returns: Nil where no key of it does.
  /// - Throws: ``WrongWork`` where it is not shown, or fails.
  init?(finding keyboard: RegisteredKeyboard, _ ground: BenchmarkEnvironment) throws {
    let seat = try TypingSession(ground, [keyboard.identifier])
    seat.focus()
    try seat.requireShown(keyboard.identifier)
    let keys = (seat.session.interface?.keys ?? []).filter { $0.isEnabled && Self.mayType($0.role) }
    // Letters first: who presses anything else may start something.
    let ordered = keys.filter { $0.role == .character } + keys.filter { $0.role != .character }
    for key in ordered.prefix(Self.mostKeys) {
      guard let typed = try Self.typed(by: key.identifier, in: seat, of: keyboard.identifier) else { continue }
      self.init(
        keyboard.displayName.sanitized(limit: 40), keyboard.identifier, key: key.identifier, inserts: typed.before,
        typed.after)
      return
    }
    return nil
  }

  private static let mostKeys = 64

  private static func mayType(_ role: KeyRole) -> Bool {
    switch role {
    case .character, .space, .action: true
    default: false
    }
  }

  /// What a key inserts, if it is the same three times and the keyboard stays.
  private static func typed(
    by key: String, in seat: TypingSession, of identifier: String
  ) throws -> (before: String, after: String)? {
    seat.focus()
    try seat.requireShown(identifier)
    var typed: (before: String, after: String)?
    for press in 1...3 {
      guard seat.session.interface?.key(key)?.isEnabled == true else { return nil }
      try seat.session.key(key)
      guard seat.session.keyboard == identifier, let document = seat.session.field?.document, document.hasText else {
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
