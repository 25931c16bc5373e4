internal import Glibc
internal import LinuxShims
package import Sandbox
internal import SystemSupport

/// A confined process that answers many messages, and the host's end of the socket to this process.
///
/// A message begins with four bytes in little-endian order: the number of bytes that follow. No method waits until a
/// message arrives.
package struct HelperConnection: ~Copyable {
  private let helper: ConfinedHelper
  private let socket: Descriptor
  /// The bytes of the messages to send, of which the socket has already accepted the first ``sent`` bytes.
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var incoming: [UInt8] = []

  /// The maximum number of bytes in the queue of messages to send.
  package static let maximumOutgoingBytes = 48 * 1_024 * 1_024
  /// The maximum length of an answer in bytes.
  package static let maximumAnswerBytes = 1_024 * 1_024

  /// The time for which a process may continue to run after it has closed its socket.
  private static let timeToEnd = Duration.milliseconds(100)

  /// Starts a confined process and connects it to a socket.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - layers: The sandbox layers that the process enters.
  ///   - files: Descriptors that the process gets as numbers 4, 5 and so on. Descriptor 3 is the socket.
  /// - Throws: ``HelperError/notStarted(_:)``.
  package init(
    _ program: ConfinedHelper.Program, under layers: Set<Layer>, files: [Int32]
  ) throws(HelperError) {
    var ends: [Int32] = [-1, -1]
    guard klv_stream_pair(&ends) == 0 else { throw .notStarted("socketpair: \(SystemError.last)") }
    let own = Descriptor(owning: ends[0])
    let other = Descriptor(owning: ends[1])
    // Copy the descriptors to numbers above 15, because the start of the process replaces descriptors with low numbers.
    let copies = ([other.number] + files).map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { for file in copies where file >= 0 { close(file) } }
    guard copies.allSatisfy({ $0 >= 0 }) else { throw .notStarted("fcntl(F_DUPFD_CLOEXEC): \(SystemError.last)") }
    let helper = try ConfinedHelper(program, under: layers, order: [], files: copies)
    self.init(helper, own)
  }

  private init(_ helper: consuming ConfinedHelper, _ socket: consuming Descriptor) {
    self.helper = helper
    self.socket = socket
  }

  /// The descriptor of the socket, to wait for with poll(2).
  package var descriptor: Int32 { socket.number }
  /// The process ID, which is valid until this value is destroyed.
  package var processIdentifier: Int32 { helper.identifier }
  /// Whether the queue contains bytes that the socket has not accepted yet.
  package var isSending: Bool { sent < outgoing.count }

  /// Sends a signal to the process.
  package func signal(_ number: Int32) { helper.signal(number) }

  /// Limits the processor time that the process may use after this call. If the process uses more time, the kernel ends
  /// the process with SIGXCPU.
  ///
  /// Call this method before each order, so that each order has the same limit.
  ///
  /// The method has no effect on a process that has ended.
  ///
  /// - Parameter time: The processor time. The kernel counts whole seconds, and may allow two seconds more.
  package func limitProcessorTime(to time: Duration) {
    let seconds = time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)
    _ = klv_limit_processor_time(processIdentifier, UInt32(clamping: seconds))
  }

  /// Kills the process without waiting. After the end of the process, the socket is readable, and ``receive()`` throws
  /// an error.
  package func kill() { helper.kill() }

  /// Kills the process if it is still running. Returns the reason why the process ended.
  package func end() -> HelperError { helper.end() }

  /// Queues a message, and sends as much of the queue as the socket accepts.
  ///
  /// - Throws: `ended` if the process does not read its messages.
  package mutating func send(_ message: [UInt8]) throws(HelperError) {
    guard outgoing.count - sent + message.count <= Self.maximumOutgoingBytes else {
      throw .ended("it does not read its orders")
    }
    withUnsafeBytes(of: UInt32(message.count).littleEndian) { outgoing += $0 }
    outgoing += message
    flush()
  }

  /// Sends as much of the queue as the socket accepts. Returns whether the socket accepted any byte.
  @discardableResult
  package mutating func flush() -> Bool {
    var hasSent = false
    while isSending {
      let count = outgoing.withUnsafeBytes { bytes in
        Glibc.send(
          socket.number, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        // EAGAIN means that the socket has no space for more bytes at the moment. Any error other than EAGAIN means
        // that the process has ended, which `receive` reports.
        return hasSent
      }
      sent += count
      hasSent = hasSent || count > 0
    }
    outgoing = []
    sent = 0
    return hasSent
  }

  /// Returns the next message that has arrived; nil if no message has arrived.
  ///
  /// - Throws: An error with the reason, if the process has ended or has sent a message that is too long.
  package mutating func receive() throws(HelperError) -> [UInt8]? {
    while true {
      if incoming.count >= 4 {
        let length = Int(incoming[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        guard length <= Self.maximumAnswerBytes else { throw .ended("its reply of \(length) bytes is too long") }
        if incoming.count >= 4 + length {
          defer { incoming.removeFirst(4 + length) }
          return Array(incoming[4..<4 + length])
        }
      }
      let (count, error) = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
        let count = recv(socket.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { incoming += buffer[..<count] }
        return (count, errno)
      }
      if count > 0 || (count < 0 && error == EINTR) { continue }
      if count < 0 && error == EAGAIN { return nil }
      // When a process ends, the kernel first closes its socket. Wait for the exit status, which the kernel provides
      // shortly after the end.
      throw helper.end(within: Self.timeToEnd)
    }
  }
}
