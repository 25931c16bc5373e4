import Glibc

/// A listening socket that records whether a process connected or sent data to the socket.
final class Listener {
  private let number: Int32
  private let isStream: Bool
  /// The port of an internet socket.
  private(set) var port = 0

  struct Failure: Error {
    let operation: String
    let errno: Int32
  }

  /// Listens on a free port of the loopback interface.
  init(internet type: __socket_type) throws {
    isStream = type == SOCK_STREAM
    number = try Self.check("socket", socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return }
      _ = try Self.check("bind", bind(number, pointer, length))
      _ = try Self.check("getsockname", getsockname(number, pointer, &length))
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    if isStream { _ = try Self.check("listen", listen(number, 8)) }
  }

  /// Listens at a path or at an abstract name.
  init(local type: __socket_type, path: String = "", abstract: String = "") throws {
    isStream = type != SOCK_DGRAM
    number = try Self.check("socket", socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.isEmpty ? [0] + Array(abstract.utf8) : Array(path.utf8) + [0]
    guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(operation: "sun_path", errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    try withUnsafeBytes(of: &address) { bytes in
      guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return }
      _ = try Self.check("bind", bind(number, pointer, length))
    }
    if !path.isEmpty { chmod(path, 0o777) }
    if isStream { _ = try Self.check("listen", listen(number, 8)) }
  }

  deinit { close(number) }

  /// Whether a process connected or sent something.
  var wasReached: Bool {
    guard !isStream else {
      // A waiting connection makes the socket readable. The timeout is zero, so that the test does not wait.
      var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, 0) > 0
    }
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_DONTWAIT)) >= 0
  }

  private static func check(_ operation: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure(operation: operation, errno: errno) }
    return result
  }
}
