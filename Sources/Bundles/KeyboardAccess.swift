/// What a keyboard may reach, by what its manifest requests and the person granted (Behavior.md#rights).
package enum KeyboardAccess: String, CaseIterable, Sendable {
  /// It requests nothing and has nothing.
  case none
  /// Its manifest requests full access; the person did not grant it.
  case requested
  /// The person granted full access.
  case full

  /// One thing that some keyboards may do and others may not.
  package struct Right: Hashable, Sendable {
    /// What it is, as the end of a sentence that begins with "It may" or "It may not".
    package let deed: String
    /// Whether a keyboard with this access may.
    package let isAllowed: Bool
  }

  /// Every row of the table in Behavior.md#rights, in its order, for this access, and below the network's how far it
  /// reaches.
  package func rights(reachingLocalNetwork reachesLocalNetwork: Bool = false) -> [Right] {
    let container =
      self == .full
      ? "keep up to 64 MB in a container of its own, another one than without full access"
      : "keep up to 64 MB in a container of its own"
    let shared =
      switch self {
      case .none: Right(deed: "read or write the container that it shares with its app", isAllowed: false)
      case .requested: Right(deed: "read, but not write, the container that it shares with its app", isAllowed: true)
      case .full: Right(deed: "read and write the container that it shares with its app", isAllowed: true)
      }
    return [
      Right(deed: "type, and read the text around the insertion point", isAllowed: true),
      Right(deed: "use the lexicon, the spell checker and its own settings", isAllowed: true),
      Right(deed: container, isAllowed: true),
      shared,
      Right(deed: "click and give feedback when a key is pressed", isAllowed: self != .none),
      Right(deed: "use the network and the pasteboard, and open URLs of its own app", isAllowed: self == .full),
      Right(
        deed: "reach this machine and your local network through it (--local-network)",
        isAllowed: self == .full && reachesLocalNetwork),
      Right(
        deed: "learn where you are or read your contacts, each once you allow it", isAllowed: self == .full),
      Right(
        deed: "reach the microphone, the camera, the screen, other processes or input devices", isAllowed: false),
    ]
  }
}

extension RegisteredKeyboard {
  /// What it may reach.
  package var access: KeyboardAccess {
    if hasFullAccess { return .full }
    return manifest?.requestsOpenAccess == true ? .requested : .none
  }

  /// What it may do, and what not.
  package var rights: [KeyboardAccess.Right] { access.rights(reachingLocalNetwork: reachesLocalNetwork) }
}
