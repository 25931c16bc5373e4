import DesktopBus
import Glibc
import TestSupport

/// A fake bus: a socket that accepts connections and sends nothing.
final class SilentBus {
  let address: BusAddress
  private let descriptor: Int32
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory("bus")
    let path = "\(directory.path)/socket"
    address = BusAddress("unix:path=\(path)", of: .session)
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 8) == 0 else { throw BusPeer.Failure(number: errno) }
  }

  deinit { close(descriptor) }

  /// Ends the connections that have begun since the last call.
  ///
  /// - Returns: The number of these connections.
  func endConnections() -> Int {
    var count = 0
    while case let connection = accept(descriptor, nil, nil), connection >= 0 {
      close(connection)
      count += 1
    }
    return count
  }
}
