internal import Glibc
internal import KeyboardHost
internal import KlavaHost
package import Measurement
internal import Scripting
internal import SystemSupport
internal import Timing

/// The benchmark of a key press in an application that uses the library KlavaHost or `klava serve`.
package struct ServeBenchmark: Benchmark {
  package let name = "serve"
  package let title = "a key press through KlavaHost and klava serve; sessions of one server"
  package let method = """
    An application presses one key of a keyboard in Swift, and gets the edit of its text: by a call of the library in \
    its own process, or by a line to `klava serve` on a pipe. The row `peers` measures the same for IBus. Then 1, 10 \
    and 100 clients of one server each show a keyboard and press its key in turn. The memory is the private memory of \
    the server without the keyboards.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let counts = [1, 10, 100]
  private static let presses = 200

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let subject = Subject.swift
    let inserted = subject.inserts.before + subject.inserts.after
    let session = InputSession(
      UserKeyboards(
        registry: try benchmarkEnvironment.registry(enabling: [subject.identifier]),
        runnerPath: benchmarkEnvironment.runnerPath, clock: SystemClock(), deadlines: .init()),
      application: "org.klava.bench")
    defer { session.end() }
    let root = "\(benchmarkEnvironment.directory.path)/serve"
    let host = try HostProcess(benchmarkEnvironment, ["serve", "--root", root])
    try begin(subject, in: root) { try host.perform($0) }
    let series = try sampleInTurn(
      effort.samples(40),
      [
        {
          session.becomeFirstResponder(InputField())
          session.selectInputMode(subject.identifier)
          return try (0..<Self.presses).map { _ in
            try seconds(of: {
              let text = session.press(subject.key).edits.first?.text
              try require(text, is: inserted, "the library's edit")
            })
          }
        },
        {
          _ = try host.perform(#"{"id": 1, "focus": {}}"#)
          return try (0..<Self.presses).map { _ in
            try seconds(of: {
              let answer = try host.perform(#"{"id": 2, "press": "\#(subject.key)"}"#)
              guard answer.contains(#""text":"\#(inserted)""#) else { throw WrongWorkError(answer) }
            })
          }
        },
      ])
    var figures = [
      Figure("library, p50", series[0].samples, .seconds), Figure("klava serve, p50", series[1].samples, .seconds),
      Figure("klava serve, p99", series[1].samples, .seconds, at: 0.99),
    ]
    for count in effort == .quick ? [1, 10] : Self.counts { figures += try clients(count, of: subject) }
    return Outcome(figures)
  }

  private func begin(_ subject: Subject, in root: String, _ perform: (String) throws -> String) throws {
    _ = try perform(#"{"id": 0, "hello": {"version": 1}}"#)
    _ = try perform(#"{"id": 1, "focus": {}}"#)
    _ = try perform(#"{"id": 2, "keyboard": "\#(subject.identifier)"}"#)
  }

  /// Measures a server with a number of clients.
  private func clients(_ count: Int, of subject: Subject) throws -> [Figure] {
    let root = "\(benchmarkEnvironment.directory.path)/serve-\(count)"
    let path = "\(benchmarkEnvironment.directory.path)/s\(count)"
    let server = try HostProcess(benchmarkEnvironment, ["serve", "--root", root, "--socket-path", path])
    guard try server.reply().hasPrefix("Serving ") else { throw WrongWorkError("klava serve does not start") }
    let start = Stopwatch()
    let clients = try (0..<count).map { _ in try SocketClient(path) }
    for client in clients { try begin(subject, in: root) { try client.perform($0) } }
    let started = start.seconds / Double(count)
    var times: [Double] = []
    for _ in 0..<max(1_000 / count, 10) {
      for client in clients {
        times.append(try seconds(of: { _ = try client.perform(#"{"id": 3, "press": "\#(subject.key)"}"#) }))
      }
    }
    let name = count == 1 ? "1 client" : "\(count) clients"
    var figures = [
      Figure("\(name), a key, p50", Distribution(times), .seconds), Figure("\(name), start of each", started, .seconds),
    ]
    if let memory = ProcessStatus(server.identifier).memory {
      figures.append(Figure("\(name), private memory of the server", Double(memory.own), .bytes))
    }
    kill(server.identifier, SIGTERM)
    return figures
  }
}

/// A client that sends lines to a Unix socket.
private final class SocketClient {
  private let socket: Descriptor
  private var unread: [UInt8] = []

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    socket = try Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket.number, $0, size) }
    }
    guard result == 0 else { throw WrongWorkError("the server refuses the connection") }
  }

  func perform(_ line: String) throws -> String {
    try socket.write(Array((line + "\n").utf8))
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        if answer.hasPrefix("{\"push\"") { continue }
        guard answer.contains("\"ok\":true") else { throw WrongWorkError("\(line) gets \(answer)") }
        return answer
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(socket.number, &buffer, buffer.count)
      guard count > 0 else { throw WrongWorkError("the server closed the connection") }
      unread += buffer[..<count]
    }
  }
}
