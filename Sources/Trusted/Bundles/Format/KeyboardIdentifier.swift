package import Diagnostics

/// The rules for `CFBundleIdentifier`, which names a keyboard everywhere: in the registry, in paths, on screens.
package enum KeyboardIdentifier {
  /// The host's own keyboard; no bundle may claim it.
  package static let system = "org.klava.system"

  /// The keyboards that ship with Klava, in the order in which they are enabled before anybody chose
  /// (Behavior.md#input-mode-list).
  package static let shipped = ["org.klava.habr-tags", "org.klava.calculator", "org.klava.pet-phrases"]

  /// The most characters that one may have (Sandbox.md#identifiers).
  package static let maximumLength = 128

  /// Identifiers that are equal here are one: they are compared without case, as some file systems do.
  package static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

  /// What is wrong with an identifier from a manifest, as the code for it; nil if nothing is.
  package static func fault(in identifier: String) -> DiagnosticCode? {
    if identifier.isEmpty { return .identifierEmpty }
    if identifier.utf8.count > maximumLength { return .identifierTooLong }
    // Between full stops there is something, so that no identifier is a path to elsewhere or a hidden file.
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
