@testable import HostNetwork
import Testing

/// Tests how the host classifies addresses. The class decides whether a keyboard may connect to an address.
@Suite struct NetworkAddressTests {
  @Test(
    "Loopback, private, shared and link-local addresses are in the local network",
    arguments: [
      "127.0.0.1", "127.255.255.254", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.1",
      "192.168.255.255", "169.254.169.254", "100.64.0.1", "100.127.255.255", "198.18.0.1", "198.19.255.255", "::1",
      "fe80::1", "febf::1", "fec0::1", "feff::1", "fc00::1", "fdff::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
      "::ffff:169.254.169.254", "::127.0.0.1", "::ffff:0:192.168.1.1", "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1",
      "64:ff9b:1::8.8.8.8", "2002:7f00:1::1", "2002:a00:1::", "2002:c0a8:101::1",
      "2001:0:4136:e378:8000:63bf:80ff:fffe",
      "2001:0:a00:1:8000:63bf:f7f7:f7f7",
      // Resolvers also accept these notations.
      "127.1", "2130706433", "0x7f000001", "017700000001", "0x7f.1", "10.1",
    ])
  func local(text: String) throws {
    #expect(try address(text).reach == .localNetwork)
  }

  @Test(
    "Unspecified, multicast, reserved and documentation addresses are refused",
    arguments: [
      "0.0.0.0", "0.255.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.51.100.1", "203.0.113.255",
      "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::2", "ff02::1", "ff0e::1",
      "::ffff:0.0.0.0",
      "::ffff:224.0.0.1", "64:ff9b::0.0.0.0", "2002::1", "2002:e000:1::1", "100::1", "2001:db8::1", "4000::1",
      "e000::1",
      "64:ff9b:2::1", "1fff::1", "fe00::1", "0",
    ])
  func nowhere(text: String) throws {
    #expect(try address(text).reach == .nowhere)
  }

  @Test(
    "All addresses outside the local and the refused ranges are internet addresses, even the neighbors of a range",
    arguments: [
      "8.8.8.8", "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.0",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255", "198.20.0.0", "223.255.255.255", "2000::1", "2606:4700::1111", "3fff:ffff::1", "2001:db9::1",
      "2001:1::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ])
  func internet(text: String) throws {
    #expect(try address(text).reach == .internet)
  }

  @Test("An IPv4-mapped IPv6 address has the class of its IPv4 address")
  func mapped() throws {
    #expect(try address("::ffff:1.2.3.4") == .v4(0x0102_0304))
  }

  @Test("An address in one of this machine's networks is local, even if it is a public address")
  func neighbors() throws {
    let networks = LocalNetworks([
      .init(address: try address("8.8.8.8"), length: 24), .init(address: try address("2606:4700::1"), length: 64),
      .init(address: try address("9.9.9.9"), length: 128),
    ])
    for text in ["8.8.8.8", "8.8.8.255", "2606:4700::ffff", "9.9.9.9", "::ffff:8.8.8.1"] {
      #expect(try networks.contains(address(text)), "\(text)")
    }
    for text in ["8.8.9.8", "2606:4700:0:1::1", "9.9.9.8", "::808:808"] {
      #expect(try !networks.contains(address(text)), "\(text)")
    }
    let own = try #require(LocalNetworks.current())
    #expect(try own.contains(address("127.0.0.1")))
  }

  private func address(_ text: String) throws -> NetworkAddress {
    try #require(NameLookup.numeric(text)?.first)
  }
}
