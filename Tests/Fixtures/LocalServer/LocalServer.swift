// LocalServer: a TCP server for tests of network access.
//
// For:    tests that check whether bytes arrive, whether a connection ends, or that no client connects.
// Never:  is reachable from other machines. The server listens on a loopback address. The kernel chooses the port.
// Start:  `LocalServer.init`, then `await(_:)` with the expected record.

internal import Foundation

/// A server with one thread for each connection. Releasing this value stops the server.
package final class LocalServer: @unchecked Sendable {
  // The type is `@unchecked Sendable`, because the mutable state is only used under the lock.

  /// A record of all connections so far.
  package struct Record: Sendable {
    /// The number of accepted connections.
    package var accepted = 0
    /// The number of connections that the client has closed.
    package var ended = 0
    /// All received bytes of all connections.
    package var received: [UInt8] = []
  }

  /// The server's behavior on a connection.
  package enum ResourceUse: Sendable {
    /// Sends back all received bytes.
    case echo
    /// Only reads.
    case sink
    /// Sends these bytes and closes the connection.
    case greet([UInt8])
  }

  /// A system call that failed.
  package struct Failure: Error {
    /// The `errno` of the call.
    package let number: Int32
  }

  /// The port on which the server listens.
  package let port: UInt16
  private let listener: Int32
  private let condition = NSCondition()
  private var record = Record()
  private let manner: ResourceUse

  /// Listens on 127.0.0.1.
  package init(_ manner: ResourceUse = .echo) throws {
    self.manner = manner
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, length) = (listener, size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      // Only this thread closes the listener, because the kernel may reuse the descriptor's number at once.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        self.serve(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Waits at most 60 seconds for a condition on the record.
  ///
  /// - Returns: Whether the condition holds.
  package func await(_ isReached: (Record) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    condition.lock()
    defer { condition.unlock() }
    while !isReached(record) {
      guard condition.wait(until: deadline) else { return isReached(record) }
    }
    return true
  }

  /// The record of all connections so far.
  package var sofar: Record {
    condition.lock()
    defer { condition.unlock() }
    return record
  }

  private func update(_ change: (inout Record) -> Void) {
    condition.lock()
    change(&record)
    condition.broadcast()
    condition.unlock()
  }

  private func serve(_ connection: Int32) {
    update { $0.accepted += 1 }
    if case .greet(let greeting) = manner {
      _ = send(connection, greeting, greeting.count, Int32(MSG_NOSIGNAL))
      close(connection)
      return
    }
    let echoes = if case .echo = manner { true } else { false }
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        self?.update { $0.received += buffer[..<count] }
        if echoes { _ = send(connection, buffer, count, Int32(MSG_NOSIGNAL)) }
      }
      close(connection)
      self?.update { $0.ended += 1 }
    }
  }
}
