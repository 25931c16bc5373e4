package import HostBenchmarks
package import Measurement

/// The benchmark that types the same keys through Klava, IBus and Fcitx5.
package struct PeersBenchmark: Benchmark {
  package let name = "peers"
  package let title = "the same keys through Klava, IBus and Fcitx5"
  package let method = """
    Measures the time from the press of a key until the application has its text, for keys without pauses ("burst") \
    and for keys every 100 ms ("at typing pace"). Klava, IBus and Fcitx5 take turns. In each of them, an engine commits \
    one character for each key, and the client waits for the reply. Klava's engine is a keyboard in C in a confined \
    process, and Klava's host is in the application's process. IBus's engine is in C and uses libibus. It runs in an \
    unconfined process behind the daemon. Fcitx5's engine is an addon in C++ in the process of the server. The keyboard \
    HabrTags, in Swift, makes two calls for each key. The applications for IBus and Fcitx5 are in C, and use libibus \
    and Fcitx5's library for GLib. The figures do not include the release of a key, which Klava does not send, or the \
    transfer of key and text between window and application. A ping takes the same path over the same bus as a key, \
    but no engine handles a key.
    """
  private static let subjects = [Subject.c, .swift]
  private let benchmarkEnvironment: BenchmarkEnvironment
  private let tools: PeerTools

  /// Creates the benchmark. By default, the benchmark uses the tools in the build folder of this program.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment, _ tools: PeerTools? = nil) {
    self.benchmarkEnvironment = benchmarkEnvironment
    self.tools = tools ?? PeerTools(buildFolder: benchmarkEnvironment.buildFolder)
  }

  package func run(_ effort: Effort) throws -> Outcome {
    var figures: [Figure] = []
    var peers: [PeerTypingSession] = []
    for product in PeerProduct.allCases {
      if let obstacle = product.obstacle(tools) {
        figures.append(
          .missing("Klava over \(product.name)", .ratio, reason: obstacle, goal: .atMost(product.goal)))
      } else {
        peers.append(PeerTypingSession(try Peer(product, with: tools)))
      }
    }
    defer { peers.forEach { $0.peer.stop() } }
    guard !peers.isEmpty else { return Outcome(figures) }
    let keySessions = try Self.subjects.map { try RepeatedKeySession($0, benchmarkEnvironment) }
    figures += try burst(keySessions, peers, effort)
    figures += try atTypingPace(keySessions, peers, effort)
    figures += try shipped(peers, effort)
    figures += peers.compactMap { session in
      let product = session.peer.product
      return session.peer.privateMemory(of: product.processes).map { memory in
        Figure(
          "\(product.name), private memory", memory, .bytes, note: product.processes.sorted().joined(separator: " and ")
        )
      }
    }
    figures += try hung(effort)
    return Outcome(figures)
  }

  // MARK: - Keys

  private func burst(_ keySessions: [RepeatedKeySession], _ peers: [PeerTypingSession], _ effort: Effort) throws
    -> [Figure]
  {
    let keys = 50
    let series = try sampleInTurn(
      effort.samples(100),
      keySessions.map { keySession in { try keySession.type(keys) } }
        + peers.map { session in { try session.type(keys) } }
        + peers.map { session in { try (0..<keys).map { _ in try session.peer.ping() } } })
    let pings = series.suffix(peers.count)
    return compare(series, peers, "burst")
      + zip(peers, pings).map { session, ping in
        Figure("\(session.peer.product.name), a ping", ping.samples, .seconds)
      }
      + peers.flatMap { session in
        let name = session.peer.product.name
        return [
          Figure("\(name), until the reply to the press", session.distribution(\.reply), .seconds),
          Figure("\(name), with the reply to the release", session.distribution(\.release), .seconds),
        ]
      }
  }

  private func atTypingPace(_ keySessions: [RepeatedKeySession], _ peers: [PeerTypingSession], _ effort: Effort) throws
    -> [Figure]
  {
    let pace = 0.1
    for keySession in keySessions { keySession.begin() }
    let series = try sampleInTurn(
      effort.samples(100, quick: 12),
      keySessions.map { keySession in
        {
          keySession.rest(seconds: pace)
          return [try keySession.press()]
        }
      }
        + peers.map { session in
          {
            pause(seconds: pace)
            return try session.type(1)
          }
        })
    for keySession in keySessions { try keySession.check() }
    return compare(series, peers, "at typing pace")
  }

  /// Returns the figures for one typing pace. `series` contains the times of Klava's keyboards, and then the times of
  /// IBus and Fcitx5.
  private func compare(_ series: [Series], _ peers: [PeerTypingSession], _ pace: String) -> [Figure] {
    let own = Array(zip(Self.subjects, series))
    let others = Array(zip(peers.map(\.peer.product), series.dropFirst(own.count)))
    let named = own.map { ("Klava, \($0.name)", $1) } + others.map { ($0.name, $1) }
    let times = named.flatMap { name, series in
      [
        Figure("\(name), \(pace) p50", series.samples, .seconds),
        Figure("\(name), \(pace) p99", series.samples, .seconds, at: 0.99),
      ]
    }
    let ratios = own.flatMap { subject, mine in
      others.map { product, theirs in
        Figure.ratio(
          "Klava, \(subject.name) over \(product.name), \(pace)", of: mine, to: theirs, goal: .atMost(product.goal))
      }
    }
    return times + ratios
  }

  /// Returns the figures for the engines of IBus and Fcitx5 for a US keyboard. These engines do less than the engines
  /// of this benchmark: they inspect a key, and then the application handles the key.
  private func shipped(_ peers: [PeerTypingSession], _ effort: Effort) throws -> [Figure] {
    for session in peers { try session.peer.choose(session.peer.product.layout) }
    let series = try sampleInTurn(effort.samples(50), peers.map { session in { try session.type(50) } })
    return zip(peers, series).map { session, series in
      Figure(
        "\(session.peer.product.name), \(session.peer.product.layout)", series.samples, .seconds,
        note: session.hasCommittedLast
          ? "commits the character" : "does not handle the key: the application inserts the text")
    }
  }

  // MARK: - An engine that hangs

  private func hung(_ effort: Effort) throws -> [Figure] {
    let recovery = RecoveryBenchmark(benchmarkEnvironment)
    let own = try sample(effort.samples(10, quick: 3), warmUps: 0) { [try recovery.timeOfHang()] }
    return [
      Figure(
        "Klava, its keyboard hangs: until the next letter is typed", own, .seconds, goal: RecoveryBenchmark.goalOfHang)
    ] + (try PeerProduct.allCases.map { try hung($0, effort) })
  }

  private func hung(_ product: PeerProduct, _ effort: Effort) throws -> Figure {
    let label = "\(product.name), its engine hangs: until a key's reply"
    let obstacle = product.obstacle(tools) ?? (effort == .quick ? "not measured in a quick run" : nil)
    if let obstacle { return .missing(label, .seconds, reason: obstacle) }
    let peer = try Peer(product, with: tools, conduct: .hang)
    defer { peer.stop() }
    return Figure(label, try peer.hold("0").reply, .seconds, note: "each later key takes as long")
  }
}

extension PeerProduct {
  /// The goal for Klava's time divided by the time of this framework (Benchmarks.md#peers).
  var goal: Double {
    switch self {
    case .ibus: 1.0 / 8
    case .fcitx5: 1.0 / 5
    }
  }
}
