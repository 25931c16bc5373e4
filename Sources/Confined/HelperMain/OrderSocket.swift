package import KeyboardProtocol
internal import SystemSupport

/// A confined process's end of the socket over which it exchanges many messages with the host.
///
/// On the socket, four bytes precede the frame of each message: the frame's length in little-endian order.
package struct OrderSocket: ~Copyable {
  private let socket = Descriptor(owning: 3)

  /// Takes over descriptor 3, the process's end of the socket. Create at most one `OrderSocket` in a process.
  package init() {}

  /// Waits for the next order. Returns nil if the host closed the socket.
  ///
  /// - Throws: ``SystemError`` if the socket fails, or ``WireError`` if the message is malformed.
  package func read<Order: WireMessage>() throws -> Order? {
    let length = try socket.read(limit: 4)
    guard length.count == 4 else { return nil }
    let count = Int(length.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    let message = try socket.read(limit: count)
    return message.count == count ? try Order(frame: message) : nil
  }

  /// Sends an answer.
  ///
  /// - Throws: ``SystemError`` if the socket fails.
  package func write(_ answer: some WireMessage) throws {
    let message = answer.frame
    try socket.write(withUnsafeBytes(of: UInt32(message.count).littleEndian) { Array($0) } + message)
  }
}
