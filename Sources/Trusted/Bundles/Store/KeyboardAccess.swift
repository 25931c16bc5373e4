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
    [
      Right(
        deed: "type, and read the text around the insertion point, its settings and its resources", isAllowed: true),
      Right(
        deed: self == .full
          ? "keep up to 64 MB in a data container, separate from the one without full access"
          : "keep up to 64 MB in its own data container",
        isAllowed: true),
      Right(deed: "play key sounds", isAllowed: self != .none),
      Right(deed: "use the network and the pasteboard", isAllowed: self == .full),
      Right(
        deed: "connect to this machine and your local network (--local-network)",
        isAllowed: self == .full && reachesLocalNetwork),
      Right(
        deed: "use the microphone, the camera, the screen, other processes or input devices", isAllowed: false),
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
