import DesktopBus
import TestSupport
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

  @Test("A bus offers the programs that own a name, and the programs that the bus can start")
  func offers() throws {
    let bus = try PrivateBus(activatable: ["org.klava.Activatable"])
    let peer = try BusPeer(bus.address, name: "org.klava.Running")
    #expect(bus.address.offers("org.klava.Running") && bus.address.offers("org.klava.Activatable"))
    #expect(!bus.address.offers("org.klava.Missing"))
    try peer.releaseName("org.klava.Running")
    #expect(!bus.address.offers("org.klava.Running"))
    bus.end()
    #expect(waitUntil { !bus.address.offers("org.klava.Activatable") })
  }

  @Test("A bus that does not answer offers no program, and no logind")
  func silence() throws {
    let silent = try SilentBus()
    #expect(!silent.address.offers("org.klava.Running", within: .milliseconds(10)))
    #expect(ScreenLockMonitor.state(at: silent.address, within: .milliseconds(10)) == .asked)
    #expect(try ScreenLockMonitor.state(at: PrivateBus(.system).address) == .unknown)
  }

  @Test("The system bus is at the address in its environment variable, or at the usual path")
  func system() {
    let usual = BusAddress("unix:path=/run/dbus/system_bus_socket", of: .system)
    #expect(BusAddress.system(in: [:]) == usual)
    #expect(BusAddress.system(in: ["DBUS_SYSTEM_BUS_ADDRESS": ""]) == usual)
    #expect(BusAddress.system(in: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a"]).text == "unix:path=/a")
  }
}
