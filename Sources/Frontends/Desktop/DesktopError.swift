package import WaylandClient

/// The reason why the on-screen keyboard cannot run under a compositor.
package enum DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compositor does not offer the Wayland interface with this name.
  case missing(String)
  /// libxkbcommon has no US keyboard map for the virtual keyboard.
  case missingKeyboardMap
  /// The compositor ended the connection.
  case lost(WaylandError)

  /// The error as a clause without a final period.
  package var description: String {
    switch self {
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .missingKeyboardMap: "there is no US keyboard map"
    case .lost(let error): "\(error)"
    }
  }
}
