import DesktopBus
import Testing

@Suite("The addresses of the buses")
struct BusAddressTests {
  static let sessions: [(environment: [String: String], address: String?)] = [
    (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/b"], "unix:path=/a"),
    (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/1000"], "unix:path=/run/user/1000/bus"),
    (["XDG_RUNTIME_DIR": "/a b;c,d=é/\u{7}"], "unix:path=/a%20b%3bc%2cd%3d%c3%a9/%07/bus"),
    (["XDG_RUNTIME_DIR": ""], nil),
    ([:], nil),
  ]

  @Test(
    "The session bus is at the address in its environment variable, or in the user's runtime folder",
    arguments: sessions.indices)
  func session(index: Int) throws {
    let (environment, address) = Self.sessions[index]
    if let address {
      #expect(try BusAddress.session(in: environment) == BusAddress(address, of: .session))
    } else {
      #expect(throws: BusError.self) { try BusAddress.session(in: environment) }
    }
  }

  @Test("The system bus is at the address in its environment variable, or at the usual path")
  func system() {
    let usual = BusAddress("unix:path=/run/dbus/system_bus_socket", of: .system)
    #expect(BusAddress.system(in: [:]) == usual)
    #expect(BusAddress.system(in: ["DBUS_SYSTEM_BUS_ADDRESS": ""]) == usual)
    #expect(BusAddress.system(in: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a"]).text == "unix:path=/a")
  }
}
