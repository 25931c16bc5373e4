internal import KeyboardABI

/// A TCP connection that the host made for this keyboard; begun by ``InputViewController/connect(to:port:)``.
///
/// It lasts until it is closed, the process ends, access is withdrawn, or a field gets the focus that this keyboard may not
/// have. No call waits but ``receive(atMost:waiting:)``: look again in a timer (`perform(after:)`).
public struct NetworkConnection {
  /// What a connection is doing.
  public enum State: Hashable, Sendable {
    /// Its name is looked up, or it is being made.
    case connecting
    /// Bytes go both ways.
    case open
    /// The other side ended it, and all that it sent was received.
    case closed
    /// It could not be made, or broke: ``HostError/notFound`` if nothing has the name, ``HostError/noAccess`` if all that
    /// has it may not be reached.
    case failed(HostError)
  }

  /// The most bytes that one call sends or receives.
  public static let callLimit = Int(KLV_NETWORK_CALL_LIMIT)

  private let interfaces: HostInterfaces
  private let network: klv_network
  private let number: UInt64

  fileprivate init(interfaces: HostInterfaces, network: klv_network, number: UInt64) {
    self.interfaces = interfaces
    self.network = network
    self.number = number
  }

  /// What the connection is doing; `failed` with ``HostError/notFound`` once it was closed from here or by the host.
  public var state: State {
    var info = klv_connection_info()
    info.size = UInt32(MemoryLayout<klv_connection_info>.size)
    let result = network.state(interfaces.host, number, &info)
    guard result == KLV_OK else { return .failed(HostError(code: result)) }
    switch info.state {
    case KLV_CONNECTION_CONNECTING: return .connecting
    case KLV_CONNECTION_OPEN: return .open
    case KLV_CONNECTION_CLOSED: return .closed
    default: return .failed(HostError(code: info.failure))
    }
  }

  /// Sends bytes, at most ``callLimit``; answers how many of them were taken. The rest, which may be all, has to be sent
  /// later. Throws ``HostError/failed`` if nothing can be sent any more.
  public func send(_ bytes: [UInt8]) throws(HostError) -> Int {
    var taken: UInt64 = 0
    // One byte more, so that even no bytes have an address.
    let result = (bytes + [0]).withUnsafeBufferPointer {
      network.send(interfaces.host, number, $0.baseAddress, UInt64(bytes.count), &taken)
    }
    try HostError.check(result)
    return Int(clamping: taken)
  }

  /// Receives up to so many bytes (1 to ``callLimit``), and waits for them up to so many seconds (0 to 0.1, all calls of an
  /// event together). None are no error: nothing has come yet, or nothing will (``state``).
  public func receive(
    atMost capacity: Int = NetworkConnection.callLimit, waiting seconds: Double = 0
  ) throws(HostError) -> [UInt8] {
    var bytes = klv_bytes()
    let capacity = UInt64(clamping: capacity)
    try HostError.check(network.receive(interfaces.host, number, capacity, seconds, &bytes))
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// Ends the connection; one that has ended already is no error.
  public func close() {
    _ = network.close(interfaces.host, number)
  }
}

extension InputViewController {
  /// Begins a connection to a name or address and a port, of which the internet has it: this machine and the local network
  /// may be reached only where the person asked for that. Answers at once: its state tells what becomes of it.
  ///
  /// Without the local network no name of one label and no name for private use (`.local`, `.internal`, `.lan` and their
  /// like) is looked up, and a name that leads to local addresses alone fails as one that nothing has.
  ///
  /// Throws ``HostError/noAccess`` without full access, and ``HostError/tooLarge`` beyond 8 connections, or 8 new ones in a
  /// second.
  public func connect(to name: String, port: UInt16) throws(HostError) -> NetworkConnection {
    guard let interfaces, let network = interfaces.network else { throw .notNow }
    var number: UInt64 = 0
    try HostError.check(name.withBytes { network.connect(interfaces.host, $0, $1, UInt64(port), &number) })
    return NetworkConnection(interfaces: interfaces, network: network, number: number)
  }
}
