import HostBenchmarks
import Measurement
import Peers
import Testing

@Suite struct PeerTests {
  private let directory: PeerDirectory

  init() throws { directory = try PeerDirectory() }

  static var installed: [PeerProduct] {
    get throws {
      let directory = try PeerDirectory()
      return PeerProduct.allCases.filter { $0.obstacle(directory.tools()) == nil }
    }
  }

  @Test("The error for a missing peer (IBus or Fcitx5) names the packages to install", arguments: PeerProduct.allCases)
  func notInstalled(product: PeerProduct) throws {
    let reason = "not installed: apt-get install \(product.packages.joined(separator: " "))"
    #expect(throws: PeerError.notInstalled(reason)) { try Peer(product, with: directory.tools(searchPath: "/nowhere")) }
    #expect(try directory.files == [])
  }

  @Test("Without IBus and Fcitx5, the benchmark reports that their figures are missing, and gives the reason")
  func rowWithoutPeers() throws {
    let environment = try BenchmarkEnvironment(runnerPath: "/nowhere/klava-runner", libraries: [])
    let figures = try PeersBenchmark(environment, directory.tools(searchPath: "/nowhere")).run(.full).figures
    #expect(figures.allSatisfy { $0.value == nil && $0.isMet == nil })
    for product in PeerProduct.allCases {
      #expect(
        figures.contains { figure in
          guard case .missing(let reason) = figure.finding else { return false }
          return figure.label == "Klava over \(product.name)" && figure.goal != nil
            && reason.hasPrefix("not installed: apt-get install")
        })
    }
  }

  @Test("A peer types text with and without its engine and leaves no process or folder", arguments: try installed)
  func types(product: PeerProduct) throws {
    let peer = try Peer(product, with: directory.tools())
    let text = "quick wizards, 10 fjords, b p k v l h y m x 2345678 9"
    let committed = try peer.type(text)
    #expect(committed.map(\.typed).joined() == text)
    #expect(committed.allSatisfy { $0.isCommitted && 0 < $0.reply && $0.reply <= $0.text && $0.text <= $0.release })
    #expect(try peer.ping() > 0)
    try peer.choose(product.layout)
    let passed = try peer.type(text)
    #expect(passed.map(\.typed).joined() == text)
    #expect(passed.allSatisfy { !$0.isCommitted })
    #expect(try #require(peer.privateMemory(of: product.processes)) > 100_000)
    peer.stop()
    #expect(directory.processes == [])
    #expect(try directory.files == [])
  }

  @Test("The client program of a peer reports the reason of its failure", arguments: try installed)
  func failure(product: PeerProduct) throws {
    let peer = try Peer(product, with: directory.tools())
    #expect(throws: PeerError.unexpected("failed no key for the character 195", product)) { try peer.press("é") }
    peer.stop()
    #expect(directory.processes == [])
  }

  @Test(
    "The parser rejects a peer's output line without the times of a key press",
    arguments: [
      "", "ready", "key", "key committed 1 2 a", "key sent 1 2 3 a", "key passed 1 x 3 a", "keys passed 1 2 3 a",
    ])
  func noKeyTimes(line: String) {
    #expect(KeyTimes(line: line) == nil)
  }

  @Test("The parser reads the times of a key press from a peer's output line, even if the key typed a space")
  func keyTimes() throws {
    let times = try #require(KeyTimes(line: "key passed 1000 2000 3000000000  "))
    #expect((times.reply, times.text, times.release) == (1e-6, 2e-6, 3))
    #expect(!times.isCommitted)
    #expect(times.typed == " ")
  }
}
