/// The result of an installation for one keyboard.
package struct InstalledKeyboard: Hashable, Sendable {
  /// The keyboard, as the registry now lists it.
  package let keyboard: RegisteredKeyboard
  /// Whether the keyboard lost full access because its files changed. The user granted full access to the old files
  /// only.
  package let lostFullAccess: Bool
  /// The fingerprint of the key that signed the earlier version; nil if the earlier version had no signature, or if the
  /// same key signed this version.
  package let replacedSigner: String?
  /// The retention that the installation replaced with the default, because the signer changed; nil if the installation
  /// replaced none.
  package let replacedRetention: Retention?
}
