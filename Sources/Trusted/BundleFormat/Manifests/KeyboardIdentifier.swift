package import Diagnostics
internal import KeyboardProtocol

/// The rules for `CFBundleIdentifier`, which identifies a keyboard in the registry, in paths and for the user.
package enum KeyboardIdentifier {
  /// The identifier of the system keyboard. No bundle may have the identifier of the system keyboard.
  package static let system = "org.klava.system"

  /// The identifiers of the keyboards that ship with Klava.
  package static let shipped = ["org.klava.habr-tags", "org.klava.calculator", "org.klava.pet-phrases"]

  /// The initial list of input modes, which the user can change (Behavior.md#input-mode-list). The system keyboard is
  /// first, because a new user expects a keyboard with letters.
  package static let initialModes = [system] + shipped

  /// Whether two identifiers name the same keyboard. The comparison ignores the case of letters, as some file systems
  /// do.
  package static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  /// Returns the diagnostic code for an invalid identifier of a manifest; nil for a valid identifier.
  package static func fault(in identifier: String) -> DiagnosticCode? {
    if identifier.isEmpty { return .identifierEmpty }
    if identifier.utf8.count > BundleLimit.identifierBytes { return .identifierTooLong }
    // Refuse an empty part. An identifier such as ".a" would be the name of a hidden file, and ".." would lead to a
    // parent folder.
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) }) else { return .identifierMalformed }
    return isSame(identifier, system) ? .identifierReserved : nil
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
