/// The major and minor number of a version of Swift (PluginABI.md#swift-version).
///
/// The Swift runtime on Linux has no stable binary interface, so a keyboard must be built with the same version
/// of Swift as Klava.
package struct SwiftVersion: Hashable, Sendable, CustomStringConvertible {
  /// The major version.
  package let major: Int
  /// The minor version.
  package let minor: Int

  /// Reads a version such as `6.3` or `6.3.1`. Returns nil if the text is not a version.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count), let major = parts[0], let minor = parts[1], major > 0, minor >= 0 else {
      return nil
    }
    (self.major, self.minor) = (major, minor)
  }

  /// The version, such as `6.3`.
  package var description: String { "\(major).\(minor)" }

  /// The version of Swift that built this program; nil if the list below does not contain the version of the compiler.
  /// The Swift runtime that Klava installs has the same version.
  package static let runtime: SwiftVersion? = {
    #if compiler(>=7.0)
      nil
    #elseif compiler(>=6.5)
      SwiftVersion("6.5")
    #elseif compiler(>=6.4)
      SwiftVersion("6.4")
    #elseif compiler(>=6.3)
      SwiftVersion("6.3")
    #else
      nil
    #endif
  }()
}
