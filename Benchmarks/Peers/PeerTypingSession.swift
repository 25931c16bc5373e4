internal import HostBenchmarks
internal import Measurement

/// A simulated user who types through IBus or Fcitx5. Each key types the same character as the measured key of Klava's
/// keyboard in C.
final class PeerTypingSession {
  let peer: Peer
  private var all: [KeyTimes] = []
  private static let character = Subject.c.inserts.before

  init(_ peer: Peer) { self.peer = peer }

  /// Presses a number of keys and checks the text that arrives.
  ///
  /// - Returns: For each key, the seconds until its text arrived.
  func type(_ keys: Int) throws -> [Double] {
    let text = String(repeating: Self.character, count: keys)
    let times = try peer.type(text)
    try require(times.map(\.typed).joined(), is: text, "the text of \(peer.product.name)")
    all += times
    return times.map(\.text)
  }

  /// Returns the distribution of one duration over all keys that the user has typed so far.
  func distribution(_ time: KeyPath<KeyTimes, Double>) -> Distribution {
    Distribution(all.map { $0[keyPath: time] })
  }

  /// Whether the engine committed the text of the last key.
  var hasCommittedLast: Bool { all.last?.isCommitted ?? false }
}
