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

  /// Plays a script in this terminal, without a sandbox and without time limits.
  ///
  /// - Parameters:
  ///   - script: The path of the script.
  ///   - klava: The path of `klava`.
  ///   - root: The folder with Klava's files.
  ///   - library: The path of the keyboard's library.
  ///   - breakpoints: The functions and lines at which gdb stops.
  /// - Returns: Whether gdb ended without an error.
  package func play(
    _ script: String, with klava: String, in root: String, library: String, stoppingAt breakpoints: [String]
  ) throws(Diagnostic) -> Bool {
    let places = try Self.places(of: breakpoints, in: library)
    let played =
      [klava, "play", script, "--transcript", "--root", root]
      + ["seccomp", "landlock", "namespaces"].flatMap { ["--unsafe-without", $0] }
    let commands =
      // The host sends SIGSTOP to the process of a keyboard that is not in use. gdb must not stop at this signal.
      ["handle SIGCONT SIGSTOP nostop noprint pass", "set follow-fork-mode child", "set breakpoint pending on"]
      + places.map { "break \($0)" } + (places.isEmpty ? [] : ["run"])
    return try run(["-q"] + commands.flatMap { ["-ex", $0] } + ["--args"] + played)
  }

  private func run(_ arguments: [String]) throws(Diagnostic) -> Bool {
    var environment = environment
    environment["KLAVA_PATIENCE"] = "10000"
    // Ignore Ctrl-C in this process, because the debugger in the same terminal handles Ctrl-C.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    do throws(SystemError) {
      // gdb and the program under gdb inherit the writing end of the pipe. Wait until both processes have closed this
      // end, because the program may end after gdb.
      let pipe = try PipeEnds()
      let process = try ChildProcess(
        path, arguments: ["gdb"] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
        descriptors: [0, 1, 2, pipe.writing.number])
      let ending = pipe.closeWriting()
      let status = process.end(within: .seconds(Int64(Int32.max)))
      var descriptor = pollfd(fd: ending.number, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 5_000)
      return status == .exit(0)
    } catch {
      throw Diagnostic.system(.systemCallFailed, path, errno: error.number)
    }
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
          .usageWrong, "--break \(place)", "The library has no function with this name.",
          remedy: "Write the name as in the source, with its type: Type.function.")
      }
      // Without the quotes, gdb would parse the symbol of a Swift function as an expression.
      places += symbols.map { "'\($0)'" }
    }
    return places
  }
}
