package import BundleFormat
package import Diagnostics

/// A keyboard that Klava knows, with the user's choices for this keyboard.
package struct RegisteredKeyboard: Hashable, Sendable {
  /// The source of a keyboard.
  package enum Origin: String, CaseIterable, Sendable {
    /// The host itself contains the keyboard: the system keyboard or one of its keyboard layouts.
    case system
    /// The keyboard ships with Klava.
    case shipped
    /// The user installed the keyboard's bundle.
    case installed
  }

  /// The `CFBundleIdentifier`; for a bundle that Klava cannot read, the name of its folder without `.keyboard`.
  package var identifier: String
  /// The source of the keyboard.
  package var origin: Origin
  /// The bundle's folder; nil for the system keyboard.
  package var path: String?
  /// For a keyboard layout of the system keyboard, the facts about the keyboard layout; otherwise nil.
  package var layout: KeyboardLayoutRecord?
  /// The manifest; nil for the system keyboard and for a bundle that has a ``diagnostic``.
  package var manifest: Manifest?
  /// The name in the user's language. Sanitize the name before you show it.
  package var displayName: String
  /// The fault because of which Klava cannot use the bundle; nil for a usable bundle.
  package var diagnostic: Diagnostic?
  /// The position among the enabled input modes, from 1; nil if the keyboard is not enabled.
  package var position: Int?
  /// Whether the manifest requests full access and the user granted full access.
  package var hasFullAccess = false
  /// Whether the keyboard has full access and the user allowed connections to this machine and the local network.
  package var reachesLocalNetwork = false
  /// The keyboard's retention.
  package var retention = Retention.application
  /// The quarantine; nil if the host may load the keyboard.
  package var quarantine: Quarantine?
  /// The digest of the bundle's files at the time of the installation; nil for a keyboard that the user did not
  /// install.
  var digest: String?
  /// The fingerprint of the key that signed the installed files. Nil if the files have no signature, or if the user did
  /// not install the keyboard.
  package var signer: String?
  /// The name of the container folder from which the user installed the bundle; nil if the bundle was not in a
  /// container folder.
  package var container: String?

  /// The language of the keyboard as a BCP 47 tag: from the manifest or the keyboard layout.
  package var primaryLanguage: String? { manifest?.primaryLanguage ?? layout?.language }

  /// Whether the keyboard is one of the user's input modes.
  package var isEnabled: Bool { position != nil }

  /// The system keyboard, without a position in the user's keyboard list.
  static let system = RegisteredKeyboard(identifier: KeyboardIdentifier.system, origin: .system, displayName: "System")

  /// The keyboards to enable if Klava cannot read the user's keyboard list: only the system keyboard.
  package static var fallback: [RegisteredKeyboard] {
    var keyboard = system
    keyboard.position = 1
    return [keyboard]
  }
}
