// Peers: IBus and Fcitx5, started privately and typed through, for the row that sets Klava beside them.
//
// For:    `klava-bench`. What a person of this machine types through is neither asked nor disturbed.
// Never:  guesses how long something takes to start; leaves a process or a folder behind, also when it is killed; gives a
//         number for what is not installed.
// Start:  `Peer`; `PeerProduct`, what each needs; `Clients/client.h`, how a client is spoken to; `Session/main.c`, which
//         stops and removes everything; `PeersBenchmark`, the row.

/// A peer that runs, with an application that has the focus and takes text from it.
package final class Peer {
  /// What its engine does with a key.
  package enum Conduct: String, Sendable {
    /// Commits the key's character.
    case commit
    /// Never answers.
    case hang
  }

  /// Which it is.
  package let product: PeerProduct
  private let session: PeerSession

  /// Starts one, and waits until a key would reach its engine.
  package init(_ product: PeerProduct, with tools: PeerTools, conduct: Conduct = .commit) throws(PeerError) {
    if let obstacle = product.obstacle(tools) { throw .notInstalled(obstacle) }
    self.product = product
    session = try PeerSession(
      tools, ["dbus-run-session", "--", "sh", tools.client(product.script), tools.clients, conduct.rawValue])
    let line = try session.line()
    guard line == "ready" else { throw .unexpected(line, product) }
  }

  /// Presses a key and releases it, and says what that took.
  package func press(_ character: Character) throws(PeerError) -> KeyTimes {
    try session.say("key \(character)")
    return try times()
  }

  /// Presses a key and does not release it.
  package func hold(_ character: Character) throws(PeerError) -> KeyTimes {
    try session.say("hold \(character)")
    return try times()
  }

  /// Presses the keys of a text straight one after the other, and says what each took.
  package func type(_ text: String) throws(PeerError) -> [KeyTimes] {
    try session.say("type \(text)")
    var all: [KeyTimes] = []
    for _ in text { all.append(try times()) }
    return all
  }

  /// Seconds that it takes to ask the process of the engine for nothing, over the same bus as keys.
  package func ping() throws(PeerError) -> Double {
    try session.say("ping")
    return try seconds(of: "ping")
  }

  /// Has another engine take the keys, one that the peer knows.
  package func choose(_ engine: String) throws(PeerError) {
    try session.say("engine \(engine)")
    _ = try seconds(of: "engine")
  }

  /// The private memory of those of its processes that have one of these names, in bytes; nil where there is none.
  package func privateMemory(of names: Set<String>) -> Double? {
    let sizes = ProcessTree(below: session.process).processes.filter { names.contains($0.name) }.map(\.privateMemory)
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  /// Stops every process, and removes what they left.
  package func stop() { session.stop() }

  private func times() throws(PeerError) -> KeyTimes {
    let line = try session.line()
    guard let times = KeyTimes(line: line) else { throw .unexpected(line, product) }
    return times
  }

  private func seconds(of order: String) throws(PeerError) -> Double {
    let line = try session.line()
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == order, let nanoseconds = Double(words[1]) else {
      throw .unexpected(line, product)
    }
    return nanoseconds / 1e9
  }
}
