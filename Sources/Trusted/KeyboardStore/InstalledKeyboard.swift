/// The result of an installation for one keyboard.
package struct InstalledKeyboard: Hashable, Sendable {
  /// The keyboard, as the registry now lists it.
  package let keyboard: RegisteredKeyboard
  /// Whether the keyboard lost full access, because the user granted it to different files.
  package let lostFullAccess: Bool
}
