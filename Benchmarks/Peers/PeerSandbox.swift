internal import KlavaBenchmarks
internal import Measurement

/// Somebody who types through a peer, the character that a keyboard in C of Klava's types.
final class PeerSandbox {
  let peer: Peer
  private var all: [KeyTimes] = []
  private static let character = Subject.c.inserts.before

  init(_ peer: Peer) { self.peer = peer }

  /// Seconds until the text of each of so many keys had come; the text must be theirs.
  func type(_ keys: Int) throws -> [Double] {
    let text = String(repeating: Self.character, count: keys)
    let times = try peer.type(text)
    try require(times.map(\.typed).joined(), is: text, "the text of \(peer.product.name)")
    all += times
    return times.map(\.text)
  }

  /// What all keys so far took, by one of the times.
  func distribution(_ time: KeyPath<KeyTimes, Double>) -> Distribution {
    Distribution(all.map { $0[keyPath: time] })
  }

  /// Whether the last key's text was the engine's.
  var hasCommittedLast: Bool { all.last?.isCommitted ?? false }
}
