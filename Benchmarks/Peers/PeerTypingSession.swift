internal import HostBenchmarks
internal import Measurement

/// A user who types through IBus or Fcitx5. The keys type the same character as the key of Klava's keyboard in C.
final class PeerTypingSession {
  let peer: Peer
  private var all: [KeyTimes] = []
  private static let character = Subject.c.inserts.before

  init(_ peer: Peer) { self.peer = peer }

  /// Types a number of keys and checks the text.
  ///
  /// - Returns: The seconds until the text of each key arrived.
  func type(_ keys: Int) throws -> [Double] {
    let text = String(repeating: Self.character, count: keys)
    let times = try peer.type(text)
    try require(times.map(\.typed).joined(), is: text, "the text of \(peer.product.name)")
    all += times
    return times.map(\.text)
  }

  /// The distribution of one of the durations over all keys so far.
  func distribution(_ time: KeyPath<KeyTimes, Double>) -> Distribution {
    Distribution(all.map { $0[keyPath: time] })
  }

  /// Whether the engine committed the last key's text.
  var hasCommittedLast: Bool { all.last?.isCommitted ?? false }
}
