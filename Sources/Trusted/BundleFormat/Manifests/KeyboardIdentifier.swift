package import Diagnostics
internal import KeyboardProtocol
internal import TextModel

/// The rules for `CFBundleIdentifier`, which identifies a keyboard in the registry, in paths and for the user.
package enum KeyboardIdentifier {
  /// The identifier of the system keyboard. No bundle may have the identifier of the system keyboard.
  package static let system = "org.klava.system"

  /// The identifier of the probe, which ships with Klava and is not in the user's list of keyboards. The host does not
  /// show a keyboard with this identifier, so no other keyboard may have it.
  package static let probe = "org.klava.proxy-probe"

  /// The end of the identifier of a custom input view from a bundle (Behavior.md#custom-input-views).
  package static let inputViewSuffix = ".input-view"

  /// The identifiers of the keyboards that ship with Klava.
  package static let shipped = ["org.klava.habr-tags", "org.klava.calculator", "org.klava.pet-phrases"]

  /// The initial list of input modes, which the user can change (Behavior.md#input-mode-list). The system keyboard is
  /// first, because a new user expects a keyboard with letters.
  package static let initialModes = [system] + shipped

  /// Whether two identifiers name the same keyboard. The comparison ignores the case of letters, as some file systems
  /// do.
  package static func isSame(_ one: some StringProtocol, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }

  /// Whether only a bundle that ships with Klava may have this identifier. A shipped keyboard also owns the last part of
  /// its identifier, because users name the keyboard by this part.
  package static func isShipped(_ identifier: String) -> Bool {
    (shipped + [probe]).contains { isSame($0, identifier) || isSame($0.split(separator: ".").last ?? "", identifier) }
  }

  /// Returns the diagnostic code for an invalid identifier of a manifest; nil for a valid identifier.
  package static func fault(in identifier: String) -> DiagnosticCode? {
    if identifier.isEmpty { return .identifierEmpty }
    if identifier.utf8.count > BundleLimit.identifierBytes { return .identifierTooLong }
    // Refuse an empty part. An identifier such as ".a" would be the name of a hidden file, and ".." would lead to a
    // parent folder.
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) }) else { return .identifierMalformed }
    return isReserved(identifier.lowercased()) ? .identifierReserved : nil
  }

  /// Whether the host itself uses an identifier, which is in lower case. A bundle with such an identifier would share
  /// its files or its render process with another keyboard or with a view of the host.
  private static func isReserved(_ identifier: String) -> Bool {
    // In commands, `system` is the system keyboard.
    identifier == system || identifier == "system" || identifier.hasSuffix(inputViewSuffix)
      || "\(identifier).".hasPrefix("org.klava.desktop.")
  }

  private static func isAllowed(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") }
}
