// Peers: IBus and Fcitx5 in private sessions, for the benchmark that compares Klava with them.
//
// For: `klava-bench`. A private session does not use or disturb the user's input method.
// Never:  assumes how long the start of a program takes, or reports a number for a program that is not installed. Even
//         if the benchmark is killed, it leaves no process and no folder behind.
// Start:  `Peer` below; `PeersBenchmark` for the benchmark, `PeerProduct` for the requirements,
//         `ClientsAndEngines/client.h` for the protocol of the clients, `Session/main.c` for the private session.

internal import SystemSupport

/// IBus or Fcitx5 in a private session, and a client: an application that has the focus and receives text.
package final class Peer {
  /// The behavior of the engine for each key.
  package enum Conduct: String, Sendable {
    /// The engine commits the character of the key.
    case commit
    /// The engine never answers.
    case hang
  }

  /// The input method framework that runs.
  package let product: PeerProduct
  private let session: PeerSession

  /// Starts IBus or Fcitx5 and waits until its engine is ready for keys.
  package init(_ product: PeerProduct, with tools: PeerTools, conduct: Conduct = .commit) throws(PeerError) {
    if let obstacle = product.obstacle(tools) { throw .notInstalled(obstacle) }
    self.product = product
    session = try PeerSession(
      tools, ["dbus-run-session", "--", "sh", tools.client(product.script), tools.clients, conduct.rawValue])
    let line = try session.line()
    guard line == "ready" else { throw .unexpected(line, product) }
  }

  /// Presses and releases a key.
  package func press(_ character: Character) throws(PeerError) -> KeyTimes {
    try session.say("key \(character)")
    return try times()
  }

  /// Presses a key without releasing it.
  package func hold(_ character: Character) throws(PeerError) -> KeyTimes {
    try session.say("hold \(character)")
    return try times()
  }

  /// Presses the keys of a text without pauses.
  package func type(_ text: String) throws(PeerError) -> [KeyTimes] {
    try session.say("type \(text)")
    var all: [KeyTimes] = []
    for _ in text { all.append(try times()) }
    return all
  }

  /// Returns the seconds of a round trip to the engine's process over the same bus as a key, without handling a key.
  package func ping() throws(PeerError) -> Double {
    try session.say("ping")
    return try seconds(of: "ping")
  }

  /// Chooses an engine of IBus or Fcitx5 by its name.
  package func choose(_ engine: String) throws(PeerError) {
    try session.say("engine \(engine)")
    _ = try seconds(of: "engine")
  }

  /// Returns the private memory, in bytes, of all processes of the session with one of these names. Returns nil if the
  /// session has no process with one of the names.
  package func privateMemory(of names: Set<String>) -> Double? {
    let processes = ProcessStatus(session.process).descendants.filter { names.contains($0.name) }
    // If the system does not let this user read the memory use of a process, count 0 for the process.
    return processes.isEmpty ? nil : processes.reduce(0) { $0 + Double($1.memory?.own ?? 0) }
  }

  /// Stops all processes and removes their files.
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
