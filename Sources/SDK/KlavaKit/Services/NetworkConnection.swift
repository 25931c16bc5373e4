internal import KeyboardABI

/// A TCP connection that the host makes for this keyboard. ``InputViewController/connect(to:port:)`` starts a
/// connection.
///
/// The connection ends when the keyboard closes it, and when the keyboard's process ends. The host also closes the
/// connection when the user revokes full access, and when a protected field gets the focus. Only the method
/// ``receive(atMost:waiting:)`` can wait. All other methods return without waiting. To find out when the connection is
/// open, read ``state`` in a timer (``InputViewController/perform(after:repeats:action:)``).
public struct NetworkConnection {
  /// The state of a connection.
  public enum State: Hashable, Sendable {
    /// The host is looking up the name or connecting.
    case connecting
    /// The connection is established.
    case open
    /// The peer closed the connection, and the keyboard has received everything that the peer sent.
    case closed
    /// The connection could not be established, or broke.
    ///
    /// The error is ``HostError/notFound`` if the name has no address, and ``HostError/noAccess`` if the keyboard may
    /// not connect to this address or name.
    case failed(HostError)
  }

  /// The maximum number of bytes that one call sends or receives: 262,144.
  public static let callLimit = Int(KLV_NETWORK_CALL_LIMIT)

  private let tables: HostFunctionTables
  private let network: klv_network
  private let number: UInt64

  fileprivate init(tables: HostFunctionTables, network: klv_network, number: UInt64) {
    self.tables = tables
    self.network = network
    self.number = number
  }

  /// The current state. After the keyboard or the host closed the connection, the state is `failed` with
  /// ``HostError/notFound``.
  public var state: State {
    var info = klv_connection_info()
    info.size = UInt32(MemoryLayout<klv_connection_info>.size)
    let result = network.state(tables.host, number, &info)
    guard result == KLV_OK else { return .failed(HostError(code: result)) }
    switch info.state {
    case KLV_CONNECTION_CONNECTING: return .connecting
    case KLV_CONNECTION_OPEN: return .open
    case KLV_CONNECTION_CLOSED: return .closed
    default: return .failed(HostError(code: info.failure))
    }
  }

  /// Sends bytes and returns how many bytes the host accepted. This method never waits.
  ///
  /// If the host accepted only a part of the bytes, or none, send the remaining bytes later.
  ///
  /// - Parameter bytes: At most ``callLimit`` bytes.
  /// - Returns: The number of bytes that the host accepted.
  /// - Throws: ``HostError/failed`` if the connection can send no more bytes.
  public func send(_ bytes: [UInt8]) throws(HostError) -> Int {
    var taken: UInt64 = 0
    // Adds one byte, so that the array has an address even if it is empty.
    let result = (bytes + [0]).withUnsafeBufferPointer {
      network.send(tables.host, number, $0.baseAddress, UInt64(bytes.count), &taken)
    }
    try HostError.check(result)
    return Int(clamping: taken)
  }

  /// Receives bytes, and waits for a short time if no bytes have arrived.
  ///
  /// If the result is empty, no bytes have arrived yet, or the peer closed the connection. ``state`` shows whether the
  /// connection is closed.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of bytes, 1 to ``callLimit``.
  ///   - seconds: The maximum time to wait, 0 to 0.1 seconds. All calls during one event together wait at most 0.1
  ///     seconds.
  /// - Returns: The received bytes.
  /// - Throws: ``HostError/failed`` if the connection failed.
  public func receive(
    atMost capacity: Int = NetworkConnection.callLimit, waiting seconds: Double = 0
  ) throws(HostError) -> [UInt8] {
    var bytes = klv_bytes()
    let capacity = UInt64(clamping: capacity)
    try HostError.check(network.receive(tables.host, number, capacity, seconds, &bytes))
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// Closes the connection. Does nothing if the connection has already ended.
  public func close() {
    _ = network.close(tables.host, number)
  }
}

extension InputViewController {
  /// Starts a TCP connection to a server on the internet. The method returns without waiting for the connection.
  /// ``NetworkConnection/state`` reports the progress.
  ///
  /// The host connects to this machine and to the local network only if the user allowed such connections. Without the
  /// user's permission, the host refuses to look up names without a period, and names in private domains such as
  /// `.local`, `.internal` and `.lan`. If all addresses of a name are local, the error is the same as for a name that
  /// does not exist.
  ///
  /// - Parameters:
  ///   - name: A name or an address, at most 253 bytes.
  ///   - port: The TCP port, from 1.
  /// - Returns: The connection.
  /// - Throws: ``HostError/noAccess`` without full access. ``HostError/tooLarge`` if the keyboard already has 8
  ///   connections, or if it starts more than 8 connections in a second.
  public func connect(to name: String, port: UInt16) throws(HostError) -> NetworkConnection {
    guard let tables, let network = tables.network else { throw .notNow }
    var number: UInt64 = 0
    try HostError.check(name.withBytes { network.connect(tables.host, $0, $1, UInt64(port), &number) })
    return NetworkConnection(tables: tables, network: network, number: number)
  }
}
