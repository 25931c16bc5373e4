import Glibc
import Peers
import Testing

/// Tests that a benchmark leaves no process and no folder of a peer (IBus or Fcitx5), however the benchmark ends.
@Suite struct PeerSessionTests {
  private let directory: PeerDirectory

  init() throws { directory = try PeerDirectory() }

  /// Starts a session whose shell runs the script, prints `ready` and waits. The home folder of the shell contains a
  /// file.
  private func start(_ script: String) throws -> PeerSession {
    let session = try PeerSession(
      directory.tools(), ["sh", "-c", "echo mine > \"$HOME/file\"; \(script)\necho ready\nread rest"])
    try #require(try session.line() == "ready")
    #expect(try directory.files.count == 1)
    #expect(!directory.processes.isEmpty)
    return session
  }

  private func expectNothingLeft() throws {
    #expect(directory.processes == [])
    #expect(try directory.files == [])
  }

  static let scripts = [
    "sleep 1000 &",
    "setsid sleep 1000 &",
    "(sleep 1000 & setsid sleep 1000 &)",
    "(trap '' TERM HUP INT; setsid sh -c 'sleep 1000; sleep 1000' &)",
    "mkdir -p \"$XDG_CACHE_HOME/a/b\"; ln -s / \"$XDG_CACHE_HOME/a/root\"; chmod 500 \"$XDG_RUNTIME_DIR\"; sleep 1000 &",
  ]

  @Test("Stopping the session of a peer (IBus or Fcitx5) leaves no process and no folder", arguments: scripts)
  func letGo(script: String) throws {
    try start(script).stop()
    try expectNothingLeft()
  }

  @Test(
    "If a signal interrupts the session of a peer, no process and no folder remains",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    let session = try start("setsid sleep 1000 &")
    kill(session.process, signal)
    #expect(throws: PeerError.ended) { try session.line() }
    session.stop()
    try expectNothingLeft()
  }

  @Test("If a step of a peer's session fails, no process and no folder remains")
  func failedStep() throws {
    let script = "set -e; sleep 1000 & echo begun; false; echo ready"
    let session = try PeerSession(directory.tools(), ["sh", "-c", script])
    #expect(try session.line() == "begun")
    #expect(throws: PeerError.ended) { try session.line() }
    session.stop()
    try expectNothingLeft()
  }

  @Test("The error for a missing program names the program")
  func noProgram() throws {
    let session = try PeerSession(directory.tools(), ["no-such-program"])
    #expect(try session.line() == "failed no-such-program: No such file or directory")
    session.stop()
    try expectNothingLeft()
  }

  @Test("A running peer session does not delay the end of another peer session")
  func twoAtOnce() throws {
    let first = try start("sleep 1000 &")
    let second = try PeerSession(directory.tools(), ["sh", "-c", "read word; echo \"$word\""])
    first.stop()
    try second.say("there")
    #expect(try second.line() == "there")
    second.stop()
    try expectNothingLeft()
  }

  @Test("A peer's session has a private environment and private folders")
  func environment() throws {
    // Leave out the variables that the shell itself sets.
    let script = """
      stat -c %a . "$XDG_RUNTIME_DIR"; env | grep -vE '^(PWD|OLDPWD|SHLVL|_)=' | sort | sed "s,$(pwd),.,"
      """
    let session = try PeerSession(directory.tools(searchPath: "/usr/bin:/bin"), ["sh", "-c", script])
    let lines = try (0..<9).map { _ in try session.line() }
    #expect(
      lines == [
        "700", "700", "HOME=./home", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "XDG_CACHE_HOME=./cache",
        "XDG_CONFIG_HOME=./config", "XDG_DATA_HOME=./data", "XDG_RUNTIME_DIR=./run",
      ])
    session.stop()
    try expectNothingLeft()
  }
}
