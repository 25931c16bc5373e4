package import WaylandClient

/// The reason why the on-screen keyboard cannot run under a compositor.
package enum DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compositor lacks an interface.
  case missing(String)
  /// libxkbcommon has no US keyboard map for the virtual keyboard.
  case missingKeyboardMap
  /// The compositor ended the connection.
  case lost(WaylandError)

  /// The reason, without a final period.
  package var description: String {
    switch self {
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .missingKeyboardMap: "there is no US keyboard map"
    case .lost(let error): "\(error)"
    }
  }
}
