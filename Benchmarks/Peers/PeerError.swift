internal import Glibc

/// The reason why the benchmark cannot use IBus or Fcitx5.
package enum PeerError: Error, Hashable, CustomStringConvertible {
  /// A program or library is missing. The text contains the remedy.
  case notInstalled(String)
  /// A system call failed.
  case system(operation: String, errno: Int32)
  /// The client printed an unexpected line, or reported a failure.
  case unexpected(String, PeerProduct)
  /// All processes of the session ended.
  case ended
  /// The client printed no line for a number of seconds.
  case silent(seconds: Int)

  /// The reason, without a final period.
  package var description: String {
    switch self {
    case .notInstalled(let what): what
    case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
    case .unexpected(let line, let product):
      line.hasPrefix("failed ") ? "\(product.name): \(line.dropFirst(7))" : "\(product.name) answered: \(line)"
    case .ended: "its processes ended"
    case .silent(let seconds): "it printed no line for \(seconds) seconds"
    }
  }
}
