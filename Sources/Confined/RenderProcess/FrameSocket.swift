internal import KeyboardProtocol
internal import RenderProtocol
internal import SystemSupport

/// The process's end of the socket to the host. A message starts with the length of its frame, as four bytes in
/// little-endian order. The frame follows.
struct FrameSocket: ~Copyable {
  private let socket = Descriptor(owning: FrameOrder.socketNumber)

  /// Waits for the next order. Returns nil if the host closed the socket.
  func read() throws -> FrameOrder? {
    let length = try socket.read(limit: 4)
    guard length.count == 4 else { return nil }
    let count = Int(length.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    let message = try socket.read(limit: count)
    return message.count == count ? try FrameOrder(frame: message) : nil
  }

  /// Sends an answer.
  func write(_ answer: PaintedFrame) throws {
    let message = answer.frame
    try socket.write(withUnsafeBytes(of: UInt32(message.count).littleEndian) { Array($0) } + message)
  }
}
