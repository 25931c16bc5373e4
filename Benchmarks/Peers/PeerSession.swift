internal import Glibc
internal import SystemSupport

/// A separate D-Bus session in which a program runs, with a connection to the program's standard input and output.
///
/// The session ends when this object is destroyed, or when the process that created it ends (`Session/main.c`).
package final class PeerSession {
  /// The process `peer-session`, which stops the session's processes and removes their folder.
  private let child: ChildProcess
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isStopped = false

  /// The time limit for a line of the client, in seconds. If the engine hangs, a client waits twice for each key: after
  /// the press and after the release. The limit is longer than both waits together.
  private static let patience = 60
  /// The maximum size of a line in bytes.
  private static let maximumLineBytes = 1 << 20

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
        descriptors: [otherEnd.number, otherEnd.number, STDERR_FILENO], hasOwnSession: true)
    } catch {
      close(ends[0])
      throw .system(operation: tools.session, errno: error.number)
    }
    descriptor = ends[0]
  }

  deinit { stop() }

  /// The process ID of the process `peer-session`.
  package var process: Int32 { child.identifier }

  /// Sends a line to the program.
  package func say(_ line: String) throws(PeerError) {
    guard !isStopped else { throw .ended }
    let bytes = Array((line + "\n").utf8)
    // `send` does not block: a client reads each command before it answers, so the socket always has space for a short
    // line.
    let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard sent == bytes.count else { throw .ended }
  }

  /// Waits for the next line from the program.
  package func line() throws(PeerError) -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard !isStopped, buffer.count < Self.maximumLineBytes else { throw .ended }
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

  /// Ends the session. When this method returns, all processes of the session have ended and its files are removed.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    close(descriptor)
    child.reap()
  }
}
