internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import KeyboardStore
internal import Scripting
internal import Serving
internal import SystemSupport
internal import Timing

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve keyboards to applications over a line protocol.",
    discussion: """
      The protocol is JSON Lines: one request on each line, and one answer to each request. \
      Documentation/Design/ServeProtocol.md describes the protocol.

      Without --socket and --socket-path, Klava serves one client on standard input and output. With one of these two \
      options, Klava serves a Unix socket to which only you can connect. Each connection has a separate session.

      Example: printf '%s\\n' '{"id": 1, "hello": {"version": 1}}' '{"id": 2, "focus": {}}' \
      '{"id": 3, "keyboard": "system"}' '{"id": 4, "type": "hi"}' | klava serve
      """)

  @Flag(help: "Accept connections on the Unix socket klava/serve.sock in $XDG_RUNTIME_DIR.")
  var socket = false
  @Option(
    help: ArgumentHelp("Accept connections on a Unix socket at this path.", valueName: "path"), completion: .file())
  var socketPath: String?
  @Flag(help: "Let the system keyboard suggest and correct words.")
  var suggestions = false
  @Flag(help: "Assume that applications show the globe key, and let keyboards omit it.")
  var globeKey = false
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard !socket || socketPath == nil else {
      throw ValidationError("Use either '--socket' or '--socket-path', not both")
    }
  }

  func run() throws {
    let makeKeyboards = try common.keyboardFactory(
      unsafeWithout: running.leftOut, suggests: suggestions, showsGlobeKey: globeKey, keepsChoices: true)
    let version = Klava.configuration.version
    guard socket || socketPath != nil else {
      // Report a closed standard input, because the connection would treat a closed input as the end of the input.
      _ = try ScriptInput("-")
      // Without SIGPIPE, a write to a closed pipe fails, and the session can end.
      signal(SIGPIPE, SIG_IGN)
      let signals = try EndingSignals()
      let connection = Connection(
        input: STDIN_FILENO, output: STDOUT_FILENO, endedBy: signals.descriptor, version: version
      ) { makeKeyboards(SystemClock()) }
      connection.run()
      signals.letThrough()
      if let error = connection.inputError {
        throw Diagnostic.inputUnreadable(errno: error.number)
      }
      guard let error = connection.outputError else { return }
      guard error.number != ETIMEDOUT else {
        throw Diagnostic(
          .outputUnwritable, "standard output",
          "The application did not read the answers for \(ServeProtocol.writePatience.components.seconds) s in total.",
          remedy: "Correct the application so that it reads each answer soon.")
      }
      throw Diagnostic(.outputUnwritable, "standard output", "Klava cannot write the output: \(error).")
    }
    Server.raiseDescriptorLimit()
    let signals = try EndingSignals()
    let path: String
    if let socketPath {
      path = absolute(socketPath)
    } else {
      let folder = try common.folders().runtime
      try StateFile.createFolder(folder)
      path = "\(folder)/serve.sock"
    }
    let server = try Server(path: path, version: version) { makeKeyboards(SystemClock()) }
    try Output.write("Serving \(path)")
    server.run(until: signals.descriptor)
    signals.letThrough()
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
