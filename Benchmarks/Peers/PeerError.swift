internal import Glibc

/// Why nothing can be typed through a peer.
package enum PeerError: Error, Hashable, CustomStringConvertible {
  /// Something is missing on this machine; says what to do.
  case notInstalled(String)
  /// The system would not do something.
  case system(operation: String, errno: Int32)
  /// A client said something that it should not have, or why it cannot go on.
  case unexpected(String, PeerProduct)
  /// Everything ended while something was awaited.
  case ended
  /// Nothing came for so many seconds.
  case silent(seconds: Int)

  /// The reason, in a sentence.
  package var description: String {
    switch self {
    case .notInstalled(let what): what
    case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
    case .unexpected(let line, let product):
      line.hasPrefix("failed ") ? "\(product.name): \(line.dropFirst(7))" : "\(product.name) answered: \(line)"
    case .ended: "its processes ended"
    case .silent(let seconds): "nothing came for \(seconds) seconds"
    }
  }
}
