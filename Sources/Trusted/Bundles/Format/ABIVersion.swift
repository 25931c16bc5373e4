/// A version of the plugin interface `klava/keyboard.h`, as `KLVMinimumABI` states it.
package struct ABIVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A keyboard of another major version cannot be loaded.
  package let major: Int
  /// Grows with what is added.
  package let minor: Int

  /// A version of these parts.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// The version that this host speaks.
  package static let host = ABIVersion(major: 1, minor: 2)

  /// The version that this text states, as `1` or `1.0`; nil for other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let major = Int(parts[0])
    else { return nil }
    self.init(major: major, minor: parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
  }

  package var description: String { "\(major).\(minor)" }

  package static func < (one: ABIVersion, other: ABIVersion) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }
}
