/// The address of a message bus, such as `unix:path=/run/user/1000/bus`.
package struct BusAddress: Hashable, Sendable {
  /// The kind of a message bus.
  package enum Kind: String, Hashable, Sendable {
    /// The bus of a user's session.
    case session
    /// The system bus, which all sessions of the machine share.
    case system
  }

  /// The address in the format of D-Bus.
  package let text: String
  /// Whether the address belongs to the session bus or to the system bus.
  package let kind: Kind

  /// Creates an address of a session bus or the system bus.
  package init(_ text: String, of kind: Kind) {
    self.text = text
    self.kind = kind
  }

  /// Returns the address of the user's session bus.
  ///
  /// - Parameter environment: This process's environment variables.
  /// - Throws: ``BusError/noBus(_:reason:)`` if the variables name no bus.
  package static func session(in environment: [String: String]) throws(BusError) -> BusAddress {
    if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty { return BusAddress(text, of: .session) }
    guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
      throw .noBus(.session, reason: "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    return BusAddress("unix:path=\(escaped(folder))/bus", of: .session)
  }

  /// Checks whether a bus listens at the address.
  ///
  /// - Throws: ``BusError/noBus(_:reason:)`` if no bus listens at the address.
  package func check() throws(BusError) { _ = try BusConnection(self) }

  /// Returns whether a program with the name runs, or the bus can start such a program. Starts no program.
  ///
  /// - Parameters:
  ///   - name: The bus name of the program.
  ///   - limit: The maximum time to wait for each reply of the bus.
  package func offers(_ name: String, within limit: Duration = DesktopCommand.patience) -> Bool {
    func ask(_ member: String, _ arguments: [BusValue], _ answer: @escaping (borrowing BusMessage) -> Bool) -> Bool {
      var result = false
      _ = try? BusMethod.ofBus(member).call(arguments, at: self, within: limit) { result = answer($0) }
      return result
    }
    return ask("NameHasOwner", [.text(name)]) { $0.readBoolean() ?? false }
      || ask("ListActivatableNames", []) { $0.readTexts().contains(name) }
  }

  /// Returns the address of the system bus.
  ///
  /// - Parameter environment: This process's environment variables.
  package static func system(in environment: [String: String]) -> BusAddress {
    let text = environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
    return BusAddress(text ?? "unix:path=/run/dbus/system_bus_socket", of: .system)
  }

  /// Escapes each byte of a path that can have a special meaning in an address.
  private static func escaped(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "0"..."9", "A"..."Z", "a"..."z", "-", "_", "/", ".": result.unicodeScalars.append(scalar)
      default:
        let digits = String(byte, radix: 16)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
