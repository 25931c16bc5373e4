internal import Glibc
internal import KeyboardLink
internal import LinuxShims

/// A private session of a program, with a connection to it.
///
/// The session ends when this value is destroyed, or when its owner's process ends (`Session/main.c`).
package final class PeerSession {
  /// The process that stops and removes everything.
  package let process: Int32
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isStopped = false

  /// The timeout in seconds. For a hung engine, it allows two waits of a key: for the press and for the release.
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
    defer { close(ends[1]) }
    // Use a descriptor above the standard ones. Otherwise `dup2` could overwrite the descriptor before copying it.
    let given = fcntl(ends[1], F_DUPFD_CLOEXEC, 16)
    defer { close(given) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, given, 0)
    posix_spawn_file_actions_adddup2(&actions, given, 1)
    klv_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var identifier: pid_t = 0
    let error = withCStrings([tools.session] + words) { words in
      withCStrings(tools.environment) { posix_spawn(&identifier, tools.session, &actions, &attributes, words, $0) }
    }
    guard error == 0 else {
      close(ends[0])
      throw .system(operation: tools.session, errno: error)
    }
    process = identifier
    descriptor = ends[0]
  }

  deinit { stop() }

  /// Writes a line.
  package func say(_ line: String) throws(PeerError) {
    guard !isStopped else { throw .ended }
    let bytes = Array((line + "\n").utf8)
    // A client reads a command before it answers, so a short line is sent without blocking.
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
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
