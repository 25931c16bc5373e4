/// A request to the network, from a keyboard with full access.
package enum NetworkRequest: Hashable, Sendable {
  /// Starts a TCP connection.
  case connect(name: String, port: UInt64)
  /// Reads the state of a connection.
  case state(connection: UInt64)
  /// Sends as many of the bytes as possible without waiting.
  case send(connection: UInt64, bytes: [UInt8])
  /// Receives at most `capacity` bytes. Waits at most `seconds` for the first byte.
  case receive(connection: UInt64, capacity: UInt64, seconds: Double)
  /// Closes a connection.
  case close(connection: UInt64)

  /// The limits of network requests.
  package enum Limit {
    /// The maximum number of connections of one keyboard: the ABI's `KLV_CONNECTION_LIMIT`.
    package static let connections = 8
    /// The maximum number of new connections per second.
    package static let connectionsPerSecond = 8
    /// The maximum number of bytes that one request sends or receives: the ABI's `KLV_NETWORK_CALL_LIMIT`.
    package static let callBytes = 256 * 1024
    /// The maximum number of bytes per second, for all connections and both directions together.
    package static let bytesPerSecond = 4 * 1024 * 1024
    /// The maximum time in seconds that all requests of one turn together wait.
    package static let waitSeconds = 0.1
    /// The maximum size of a host name in bytes, as in the domain name system.
    package static let nameBytes = 253
  }
}

/// The state of a connection.
package enum ConnectionState: Hashable, Sendable {
  /// The host is resolving the name or connecting.
  case connecting
  /// The connection can send and receive.
  case open
  /// The peer closed the connection, and the keyboard has received everything that the peer sent.
  case closed
  /// The connection failed or broke. The refusal is `notFound` if the name has no address, and `noAccess` if the
  /// keyboard may not connect to any address of the name.
  case failed(HostReply.Refusal)
}
