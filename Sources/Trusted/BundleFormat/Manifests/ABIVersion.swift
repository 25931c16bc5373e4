internal import KeyboardABI

/// The number of a version of the plugin ABI, such as the value of `KLVMinimumABI`.
package struct ABIVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The major version. The host loads a keyboard only if the keyboard and the host have the same major version.
  package let major: Int
  /// The minor version, which grows with each addition to the ABI.
  package let minor: Int

  /// Creates a version from its two numbers.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// The version that this host implements, from the header `klava/keyboard.h`.
  package static let host = ABIVersion(major: Int(KLV_ABI_MAJOR), minor: Int(KLV_ABI_MINOR))

  /// Parses a version such as `1` or `1.0`. Returns nil for a text in another format.
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
