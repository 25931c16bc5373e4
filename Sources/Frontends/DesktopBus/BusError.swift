/// The reason why a bus, a name or a command cannot be used.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No bus listens at the address. The second value is the reason.
  case noBus(BusAddress.Kind, reason: String)
  /// The bus ended the connection.
  case disconnected(BusAddress.Kind)
  /// Another program owns the name.
  case nameTaken(BusName, owner: String)
  /// The bus does not allow this user to own the name. The second value is the reason.
  case nameRefused(BusName, reason: String)
  /// No program owns the name `org.klava.Desktop`, so no program can handle a command.
  case notRunning
  /// No reply to a command came in time.
  case noReply
  /// klava-desktop refused a command. The associated value is the reason.
  case refused(String)

  /// The error as a phrase without a final period. Texts of other programs are sanitized.
  package var description: String {
    switch self {
    case .noBus(let kind, let reason): "there is no D-Bus \(kind) bus (\(reason))"
    case .disconnected(let kind): "the D-Bus \(kind) bus ended the connection"
    case .nameTaken(.klava, let owner): "another klava-desktop runs in this session (\(owner))"
    case .nameTaken(let name, let owner): "another on-screen keyboard has the bus name \(name.rawValue) (\(owner))"
    case .nameRefused(let name, let reason): "the bus refuses the name \(name.rawValue) (\(reason))"
    case .notRunning: "no klava-desktop runs in this session"
    case .noReply: "klava-desktop does not reply"
    case .refused(let reason): reason
    }
  }
}

/// A name by which other programs find klava-desktop on the session bus.
package enum BusName: String, Hashable, Sendable, CaseIterable {
  /// Klava's own name. Only one klava-desktop of a session can have Klava's own name.
  case klava = "org.klava.Desktop"
  /// The name by which phosh and other programs find the on-screen keyboard of a session.
  case onScreenKeyboard = "sm.puri.OSK0"
}
