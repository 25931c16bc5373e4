/// What a keyboard's process asks of the network, which only full access brings.
public enum NetworkRequest: Hashable, Sendable {
  /// Begin a TCP connection.
  case connect(name: String, port: UInt64)
  /// What a connection is doing.
  case state(connection: UInt64)
  /// Send bytes, as many as go out now.
  case send(connection: UInt64, bytes: [UInt8])
  /// What has come, at most so many bytes; waits for the first up to so many seconds.
  case receive(connection: UInt64, capacity: UInt64, seconds: Double)
  /// End a connection.
  case close(connection: UInt64)

  /// What the host holds these requests to.
  public enum Limit {
    /// Connections of one keyboard; the ABI's `KLV_CONNECTION_LIMIT`.
    public static let connections = 8
    /// New connections in a second.
    public static let connectionsPerSecond = 8
    /// Bytes that one request may send or receive; the ABI's `KLV_NETWORK_CALL_LIMIT`.
    public static let callBytes = 256 * 1024
    /// Bytes in a second, of all connections and both directions together.
    public static let bytesPerSecond = 4 * 1024 * 1024
    /// Seconds that all requests of a turn together may wait.
    public static let waitSeconds = 0.1
    /// Bytes of a name, as many as the domain name system allows.
    public static let nameBytes = 253
  }
}

/// What a connection is doing.
public enum ConnectionState: Hashable, Sendable {
  /// Its name is looked up, or it is being made.
  case connecting
  /// Bytes go both ways.
  case open
  /// The other side ended it, and all that it sent was received.
  case closed
  /// It could not be made, or broke: `notFound` if nothing has its name, `noAccess` if all that has may not be reached.
  case failed(HostReply.Refusal)
}
