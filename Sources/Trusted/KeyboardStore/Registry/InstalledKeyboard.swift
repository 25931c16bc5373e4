/// The result of an installation for one keyboard.
package struct InstalledKeyboard: Hashable, Sendable {
  /// The keyboard as the registry lists it after the installation.
  package let keyboard: RegisteredKeyboard
  /// Whether the same files were already installed.
  package let isUnchanged: Bool
  /// Whether the host revoked full access because the keyboard's files changed. The user's grant applied only to the
  /// earlier files.
  package let lostFullAccess: Bool
  /// The fingerprint of the key that signed the earlier version. Nil if the earlier version had no signature, or if the
  /// same key signed the new version.
  package let replacedSigner: String?
  /// The user's earlier choice of the retention, if the installation reset the retention because the signer changed;
  /// otherwise nil.
  package let replacedRetention: Retention?
}
