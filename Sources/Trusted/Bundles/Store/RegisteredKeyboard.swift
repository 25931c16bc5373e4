package import Diagnostics

/// One keyboard that there is, with what the person decided about it.
package struct RegisteredKeyboard: Hashable, Sendable {
  /// Where a keyboard comes from.
  package enum Origin: String, CaseIterable, Sendable {
    /// The host itself.
    case system
    /// Klava's library folder.
    case shipped
    /// The person installed it.
    case installed
  }

  /// `CFBundleIdentifier`; for a bundle whose manifest cannot be read, what its folder is called.
  package var identifier: String
  /// Where it comes from.
  package var origin: Origin
  /// The bundle's folder; nil for the system keyboard.
  package var path: String?
  /// The manifest; nil for the system keyboard and for a bundle with a ``problem``.
  package var manifest: Manifest?
  /// The name in the person's language; as it came, so it is made harmless before it is shown.
  package var displayName: String
  /// Why the bundle cannot be used; nil if it can.
  package var problem: Diagnostic?
  /// Its place among the enabled input modes, counted from 1; nil if it is not enabled.
  package var position: Int?
  /// Whether it has full access: the manifest requests it and the person granted it.
  package var hasFullAccess = false
  /// Whether its connections may lead to this machine and the local network: it has full access and the person asked for it.
  package var reachesLocalNetwork = false
  /// How long its process may remember.
  package var memory = Retention.application
  /// Why it is not loaded; nil if it is.
  package var quarantine: Quarantine?
  /// What was noted of its files when it was installed.
  var digest: String?
  /// The container folder that it came with.
  package var container: String?

  /// Whether it is one of the person's input modes.
  package var isEnabled: Bool { position != nil }
}
