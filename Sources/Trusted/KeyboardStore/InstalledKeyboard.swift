/// The result of an installation for one keyboard.
package struct InstalledKeyboard: Hashable, Sendable {
  /// The keyboard, as the registry now lists it.
  package let keyboard: RegisteredKeyboard
  /// Whether the keyboard lost full access because its files changed. The user granted full access to the old files
  /// only.
  package let lostFullAccess: Bool
  /// The key of the earlier version, if that was signed and another key signed this version, or none.
  package let replacedSigner: String?
}
