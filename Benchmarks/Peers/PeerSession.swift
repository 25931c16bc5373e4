internal import Glibc
internal import SystemSupport

/// A private session of a program, with a connection to the program.
///
/// The session ends when this value is destroyed, or when its owner's process ends (`Session/main.c`).
package final class PeerSession {
  /// The process `peer-session`, which stops the session's processes and removes their folder.
  private let child: ChildProcess
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isStopped = false

  /// The timeout in seconds. If the engine hangs, a key waits twice: at the press and at the release. The timeout is
  /// longer than both waits together.
  private static let patience = 60
  /// The maximum size of a line in bytes.
  private static let lineLimit = 1 << 20

  /// Starts a program in a private session.
  ///
  /// - Parameters:
  ///   - tools: The tools that create the session.
  ///   - words: The program and its arguments.
  package init(_ tools: PeerTools, _ words: [String]) throws(PeerError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(operation: "socketpair", errno: errno) }
    let otherEnd = Descriptor(owning: ends[1])
    do throws(SystemError) {
      child = try ChildProcess(
        tools.session, arguments: [tools.session] + words, environment: tools.environment,
        descriptors: [otherEnd.number, otherEnd.number, STDERR_FILENO], hasOwnGroup: true)
    } catch {
      close(ends[0])
      throw .system(operation: tools.session, errno: error.number)
    }
    descriptor = ends[0]
  }

  deinit { stop() }

  /// The identifier of the process `peer-session`.
  package var process: Int32 { child.identifier }

  /// Writes a line.
  package func say(_ line: String) throws(PeerError) {
    guard !isStopped else { throw .ended }
    let bytes = Array((line + "\n").utf8)
    // A client reads each command before it answers. So the socket has room for a short line, and `send` does not
    // block.
    let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard sent == bytes.count else { throw .ended }
  }

  /// Waits for the next line.
  package func line() throws(PeerError) -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard !isStopped, buffer.count < Self.lineLimit else { throw .ended }
      var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&source, 1, Int32(Self.patience * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw .silent(seconds: Self.patience) }
      var bytes = [UInt8](repeating: 0, count: 64 * 1024)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .ended }
      buffer += bytes[..<count]
    }
  }

  /// Ends the session. When this returns, all processes and files are gone.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    close(descriptor)
    child.reap()
  }
}
