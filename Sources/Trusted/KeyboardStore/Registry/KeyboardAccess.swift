internal import BundleFormat

/// A keyboard's level of access (Behavior.md#rights). The level depends on two facts: whether the manifest requests
/// full access, and whether the user granted full access.
package enum KeyboardAccess: String, CaseIterable, Sendable {
  /// The manifest does not request full access.
  case none
  /// The manifest requests full access, but the user has not granted full access.
  case requested
  /// The user granted full access.
  case full

  /// One row of the table of rights in Behavior.md#rights.
  package struct Right: Hashable, Sendable {
    /// The right, as the end of a sentence that begins with "The keyboard may" or "The keyboard may not".
    package let text: String
    /// Whether the keyboard has the right.
    package let isAllowed: Bool
  }

  /// Returns the rows of the table in Behavior.md#rights for this level of access, in the order of the table.
  ///
  /// - Parameter reachesLocalNetwork: Whether the user allowed the keyboard to connect to this machine and the local
  ///   network.
  package func rights(reachingLocalNetwork reachesLocalNetwork: Bool = false) -> [Right] {
    [
      Right(
        text: "type, and read its settings, its resources and the text around the insertion point", isAllowed: true),
      Right(
        text: self == .full
          ? "keep up to 64 MB in a data container, separate from the one that it uses without full access"
          : "keep up to 64 MB in its own data container",
        isAllowed: true),
      Right(text: "play key sounds", isAllowed: self != .none),
      Right(text: "use the network and the pasteboard", isAllowed: self == .full),
      Right(
        text: "connect to this machine and your local network (--local-network)",
        isAllowed: self == .full && reachesLocalNetwork),
      Right(
        text: "use the microphone, the camera, the screen, other processes or input devices", isAllowed: false),
    ]
  }
}

extension RegisteredKeyboard {
  /// The keyboard's level of access.
  package var access: KeyboardAccess {
    if hasFullAccess { return .full }
    return manifest?.requestsOpenAccess == true ? .requested : .none
  }

  /// All rights in Behavior.md#rights. Each element says whether this keyboard has the right.
  package var rights: [KeyboardAccess.Right] { access.rights(reachingLocalNetwork: reachesLocalNetwork) }
}
