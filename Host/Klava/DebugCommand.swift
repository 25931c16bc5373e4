internal import ArgumentParser
internal import BundleFiles
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import JSON
internal import KeyboardHost
internal import KeyboardStore
internal import Scripting
internal import SystemSupport
internal import Timing

struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug", abstract: "Run a keyboard in gdb, without a sandbox and without time limits.",
    discussion: """
      Klava installs a copy of the bundle in a temporary folder or in the folder of --root, focuses an empty field, \
      chooses the keyboard and presses the keys. gdb stops at each breakpoint, and at a crash of the keyboard. Without \
      --break, gdb waits for your commands before the keyboard starts. Set breakpoints, then enter "run".

      The keyboard runs with all rights of your user account. Debug only keyboards that you trust.

      Example: klava debug .build/MyKeyboard.keyboard hello --break KeyboardViewController.viewDidLoad
      """)

  @Argument(help: "The bundle.", completion: .directory)
  var bundle: String
  @Argument(help: "The keys to press, named by title or identifier.")
  var keys: [String] = []
  @Option(
    name: .customLong("break"),
    help: ArgumentHelp(
      "Stop at this function, such as Phrase.text, or at this line, such as Phrase.swift:12.",
      discussion: "Repeatable.", valueName: "place"))
  var breakpoints: [String] = []
  @Option(
    help: ArgumentHelp("Play this `klava play` script instead of pressing keys.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var script: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard script == nil || keys.isEmpty else { throw ValidationError("Use either keys or --script.") }
  }

  func run() throws {
    guard let debugger = ChildProcess.programs(named: "gdb").first else {
      throw Diagnostic(
        .usageWrong, "gdb", "The program is not in $PATH.", remedy: "Install gdb, for example with: apt install gdb")
    }
    let folder = try LockedTemporaryDirectory()
    defer { folder.remove() }
    let isTemporary = common.root == nil
    var common = common
    let root = common.root ?? "\(folder.path)/klava"
    common.root = root
    let registry = try common.registry()
    guard let installed = try registry.install([bundle]).first?.keyboard, let path = installed.path else {
      throw Diagnostic(.usageWrong, bundle, "The folder contains no keyboard.", remedy: "Give the path of a bundle.")
    }
    // Installed bundles are read-only, so uninstall the copy before you remove the folder.
    defer { if isTemporary { Self.remove(installed.identifier, from: registry) } }
    try registry.enable(installed.identifier, at: 1)
    // gdb follows the first process that klava starts. This process must be the runner, so read all bundles before gdb
    // starts. For a bundle without a saved record, klava would first start a bundle reader.
    try common.keyboards(VirtualClock(), unsafeWithout: []).session.end()
    let script = try script.map { URL(filePath: $0).path } ?? write(choosing: installed.identifier, in: folder.path)
    let places = try places(in: KeyboardBundle(path).libraryPath)
    let klava = try CommonOptions.executable()
    let played =
      [klava, "play", script, "--transcript", "--root", root]
      + ["seccomp", "landlock", "namespaces"].flatMap { ["--unsafe-without", $0] }
    let commands =
      // The host sends SIGSTOP to the process of a keyboard that is not in use. gdb must not stop at this signal.
      ["handle SIGCONT SIGSTOP nostop noprint pass", "set follow-fork-mode child", "set breakpoint pending on"]
      + places.map { "break \($0)" } + (places.isEmpty ? [] : ["run"])
    try debug(debugger, ["-q"] + commands.flatMap { ["-ex", $0] } + ["--args"] + played)
  }

  private static func remove(_ identifier: String, from registry: KeyboardRegistry) {
    do throws(Diagnostic) {
      try registry.uninstall(identifier)
    } catch {
      Output.warn("Klava could not remove its copy of the keyboard: \(error)")
    }
  }

  /// Runs the debugger in this terminal. If the debugger fails, exits with status 2.
  private func debug(_ debugger: String, _ arguments: [String]) throws {
    var environment = CommonOptions.environment
    environment["KLAVA_PATIENCE"] = "10000"
    // Ignore Ctrl-C in this process, because the debugger in the same terminal handles Ctrl-C.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    do throws(SystemError) {
      // gdb and the program under gdb inherit the writing end of the pipe. Wait until both processes have closed this
      // end, because the program may end after gdb.
      let pipe = try PipeEnds()
      let process = try ChildProcess(
        debugger, arguments: ["gdb"] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
        descriptors: [0, 1, 2, pipe.writing.number])
      let ending = pipe.closeWriting()
      let status = process.end(within: .seconds(Int64(Int32.max)))
      var descriptor = pollfd(fd: ending.number, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 5_000)
      if status == .exit(0) { return }
    } catch {
      throw Diagnostic.system(.systemCallFailed, debugger, errno: error.number)
    }
    throw ExitCode(2)
  }

  /// Writes a script that presses the keys, and returns its path.
  private func write(choosing identifier: String, in folder: String) throws -> String {
    let steps: [JSONValue] =
      [.object(["focus": .object([:])]), .object(["keyboard": .string(identifier)])]
      + keys.map { .object(["press": .string($0)]) }
    let path = "\(folder)/debug.jsonl"
    try Data(steps.map { "\($0.json)\n" }.joined().utf8).write(to: URL(filePath: path))
    return path
  }

  /// Returns the user's breakpoints in the syntax of gdb. For a function, the breakpoint contains the symbol of the
  /// function.
  private func places(in library: String) throws -> [String] {
    let names = breakpoints.filter { !$0.contains(":") }
    guard !names.isEmpty else { return breakpoints }
    let found = Dictionary(zip(names, try BundleReader.symbols(of: names, inLibrary: library))) { first, _ in first }
    return try breakpoints.flatMap { place throws(Diagnostic) in
      guard let symbols = found[place] else { return [place] }
      guard !symbols.isEmpty else {
        throw Diagnostic(
          .usageWrong, "--break \(place)", "The library has no function with this name.",
          remedy: "Write the name as in the source, with its type: Type.function.")
      }
      // Without the quotes, gdb would parse the symbol of a Swift function as an expression.
      return symbols.map { "'\($0)'" }
    }
  }
}
