internal import BundleFiles
package import Diagnostics
internal import Glibc
internal import HostFiles
internal import JSON
internal import LinuxShims
internal import SystemSupport

/// The debugger gdb, which runs a keyboard in `klava play`.
package struct Debugger {
  private let path: String
  private let environment: [String: String]

  /// Finds gdb in `$PATH`.
  ///
  /// - Parameter environment: The environment variables of this process.
  /// - Throws: ``Diagnostic`` if the machine has no gdb.
  package init(environment: [String: String]) throws(Diagnostic) {
    guard let path = ChildProcess.programs(named: "gdb").first else {
      throw Diagnostic(
        .usageWrong, "gdb", "The program is not in $PATH.", remedy: "Install gdb, for example with: apt install gdb")
    }
    self.path = path
    self.environment = environment
  }

  /// Returns the text of a script that chooses a keyboard and presses keys, for `klava play`.
  package static func script(choosing identifier: String, pressing keys: [String]) -> String {
    let steps: [JSONValue] =
      [.object(["focus": .object([:])]), .object(["keyboard": .string(identifier)])]
      + keys.map { .object(["press": .string($0)]) }
    return steps.map { "\($0.json)\n" }.joined()
  }

  /// The commands of gdb after `run`. If the keyboard's process ended before gdb stopped, the commands print the reason
  /// and the breakpoints. Without this text, gdb shows only the end of the process and asks for the next command.
  package static let commandsAfterRun = """
    if !$_isvoid($_exitcode) || !$_isvoid($_exitsignal)
    echo \\nThe keyboard's process ended, and gdb did not stop at a breakpoint.\\n
    echo At the end of the script, Klava kills the keyboard with SIGKILL.\\n
    echo <PENDING> means that the library has no such line, or no debug information.\\n\\n
    info breakpoints
    end

    """

  /// Plays a script under gdb in this terminal, without a sandbox and without time limits.
  ///
  /// - Parameters:
  ///   - script: The path of the script.
  ///   - klava: The path of `klava`.
  ///   - root: The folder with Klava's files.
  ///   - library: The path of the keyboard's library.
  ///   - breakpoints: The functions and lines at which gdb stops.
  ///   - commandsAfterRun: The path of a file with ``commandsAfterRun``.
  /// - Returns: Whether gdb ended without an error.
  package func play(
    _ script: String, with klava: String, in root: String, library: String, stoppingAt breakpoints: [String],
    commandsAfterRun: String
  ) throws(Diagnostic) -> Bool {
    let places = try Self.places(of: breakpoints, in: library)
    let played =
      ["play", script, "--transcript", "--debugging", "--root", root]
      + ["seccomp", "landlock", "namespaces"].flatMap { ["--unsafe-without", $0] }
    let commands =
      // The host suspends the process of a hidden keyboard with SIGSTOP. gdb must not stop at SIGSTOP and SIGCONT.
      ["handle SIGCONT SIGSTOP nostop noprint pass", "set follow-fork-mode child", "set breakpoint pending on"]
      + ["set args \(played.map(\.shellWord).joined(separator: " "))"]
      + places.map { "break \($0)" } + (places.isEmpty ? [] : ["run"])
    // With -e, gdb does not read the symbols of `klava`. For a debug build, gdb would print thousands of warnings about
    // these symbols.
    return try run(
      ["-q", "-e", klava] + commands.flatMap { ["-ex", $0] } + (places.isEmpty ? [] : ["-x", commandsAfterRun]))
  }

  private func run(_ arguments: [String]) throws(Diagnostic) -> Bool {
    var environment = environment
    environment["KLAVA_PATIENCE"] = "10000"
    // Ignore Ctrl-C in this process, because the debugger in the same terminal handles Ctrl-C.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    do throws(SystemError) {
      let pipe = try PipeEnds()
      let process = try ChildProcess(
        path, arguments: ["gdb"] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
        descriptors: [0, 1, pipe.writing.number])
      Self.forwardErrors(from: pipe.closeWriting(), of: process)
      return process.end(within: .seconds(Int64(Int32.max))) == .exit(0)
    } catch {
      throw Diagnostic.system(.systemCallFailed, path, errno: error.number)
    }
  }

  /// The beginning of gdb's warnings about debug information that gdb does not understand. For the Clang modules of a
  /// debug build of Klava, gdb prints thousands of such lines.
  private static let noise = Array("During symbol reading: ".utf8)

  /// Forwards standard error of gdb and of the program under gdb, without the lines that begin with ``noise``. Returns
  /// when gdb and the program have closed standard error, or five seconds after the end of gdb. The debugged program
  /// may end later than gdb.
  private static func forwardErrors(from errors: consuming Descriptor, of process: borrowing ChildProcess) {
    var pending: [UInt8] = []
    var end: ContinuousClock.Instant?
    while true {
      var descriptor = pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, 1_000) > 0 {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(errors.number, &buffer, buffer.count)
        guard count > 0 else { break }
        pending += buffer.prefix(count)
        while let index = pending.firstIndex(of: 0x0A) {
          if !pending.starts(with: noise) { write(pending[...index]) }
          pending.removeFirst(index + 1)
        }
        // Forward an incomplete line, such as a question, without waiting for its end. Wait if the line can become a
        // warning that begins with `noise`.
        if !noise.starts(with: pending), !pending.starts(with: noise) {
          write(pending[...])
          pending = []
        }
      } else if process.end() != nil {
        end = end ?? .now
        if let end, end.duration(to: .now) > .seconds(5) { break }
      }
    }
    if !pending.starts(with: noise) { write(pending[...]) }
  }

  private static func write(_ bytes: ArraySlice<UInt8>) {
    // Ignore a failed write: the exit status still reports the failure of gdb.
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns the user's breakpoints in the syntax of gdb. For a function, the breakpoint contains the symbol of the
  /// function.
  private static func places(of breakpoints: [String], in library: String) throws(Diagnostic) -> [String] {
    let names = breakpoints.filter { !$0.contains(":") }
    guard !names.isEmpty else { return breakpoints }
    let found = Dictionary(zip(names, try BundleReader.symbols(of: names, inLibrary: library))) { first, _ in first }
    var places: [String] = []
    for place in breakpoints {
      guard let symbols = found[place] else {
        places.append(place)
        continue
      }
      guard !symbols.isEmpty else {
        throw Diagnostic(
          .usageWrong, "--break \(place)", "The library's symbol table has no function with this name.",
          remedy: "Write the name as in the source, with its type: Type.function. Do not strip the library.")
      }
      // Write the symbol in quotes, because gdb would parse the symbol of a Swift function as an expression.
      places += symbols.map { "'\($0)'" }
    }
    return places
  }
}
