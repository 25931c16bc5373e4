internal import Foundation
internal import Glibc
package import SystemSupport
package import TestSupport

/// A running `klava-desktop`. KWin starts the program itself. Under other compositors, the test starts it.
package final class DesktopProcess {
  var compositor: Compositor
  private let root: String
  private let script: String
  private var command: RunningCommand?

  /// Writes the shell script that starts `klava-desktop` and records its process identifier. Returns the script's path.
  ///
  /// - Parameter program: The program's path; nil for the program of the build.
  static func script(
    root: String, patience: Int, arguments: String = "--without-bus", program: String? = nil,
    in directory: TemporaryDirectory
  ) throws -> String {
    try directory.writeScript(
      """
      echo $$ >> \(root).pids
      KLAVA_PATIENCE=\(patience) exec \(program ?? Repository.product("klava-desktop")) --root \(root) \(arguments) 2>> \(root).err
      """, to: "start-\(root.split(separator: "/").last ?? "")")
  }

  /// Creates the value without starting the program. Under KWin the program already runs, because KWin starts it.
  init(_ script: String, root: String, in compositor: Compositor) {
    self.compositor = compositor
    self.root = root
    self.script = script
  }

  /// Starts the program with additional environment variables. Does nothing under KWin, because KWin starts the
  /// program.
  package func start(_ variables: [String: String] = [:]) throws {
    guard compositor.kind != .kwin else { return }
    var start = Command(script, environment: compositor.environment.merging(variables) { $1 })
    start.timeLimit = .seconds(30)
    command = try start.start()
  }

  /// Waits until the program has handled all earlier input. The program is idle if many checks in a row find the
  /// process asleep.
  ///
  /// - Parameter includesChildren: Whether all descendants of the program must be idle too.
  package func waitUntilIdle(within limit: Duration = .seconds(5), includesChildren: Bool = false) {
    var (last, count) = (0, 0)
    _ = waitUntil(within: limit) {
      let process = ProcessStatus(identifier)
      guard process.isAlive else { return true }
      let processes = [process] + (includesChildren ? process.livingDescendants : [])
      let switches = processes.reduce(0) { $0 + $1.contextSwitches }
      // Klava stops some keyboards, which then have the state T.
      let isIdle = process.state == "S" && processes.allSatisfy { $0.state == "S" || $0.state == "T" }
      count = isIdle && switches == last ? count + 1 : 0
      last = switches
      return count >= 50
    }
  }

  /// Waits until the program runs and waits for events. If a field gets the focus earlier, KWin does not tell the program
  /// the properties of the field (Desktop.md#unknown-field).
  package func waitUntilReady() {
    let limit = Duration.seconds(30)
    _ = waitUntil(within: limit) { ProcessStatus(identifier).name == "klava-desktop" }
    waitUntilIdle(within: limit)
  }

  /// Gives the running program a command over the session bus.
  package func control(_ words: String...) throws {
    // The program owns its bus name only after its start is complete, so try again until the command succeeds.
    var outcome: Command.Outcome?
    let isDone = try waitUntil(within: .seconds(15)) {
      outcome = try command(words)
      return outcome?.status == 0
    }
    guard isDone else { throw DesktopHarness.Failure(description: "\(words): \(outcome?.errors ?? "")") }
  }

  /// Gives the running program a command over the session bus once, and returns the outcome.
  package func command(_ words: [String]) throws -> Command.Outcome {
    try Command(Repository.product("klava-desktop"), words, environment: compositor.environment).run()
  }

  /// The text that the program has written to standard error, in all its runs.
  package var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

  /// The path of the file with ``errors``.
  package var errorFile: String { "\(root).err" }

  /// The process identifiers of all runs, in order.
  package var identifiers: [Int32] {
    let lines = (try? String(contentsOfFile: "\(root).pids", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").compactMap { Int32($0) }
  }

  /// The process identifier of the last run.
  package var identifier: Int32 { identifiers.last ?? 0 }

  /// Ends the program and waits for its end.
  ///
  /// - Returns: The exit status of the program; nil if KWin started it.
  @discardableResult
  package func end(_ signal: Int32 = SIGTERM) throws -> Int32? {
    let last = identifier
    kill(last, signal)
    if let command { return try command.wait().status }
    _ = waitUntil(within: .seconds(20)) { !ProcessStatus(last).isAlive }
    return nil
  }

  /// Stops the program as SIGSTOP does, or continues it.
  package func stop(_ isStopped: Bool) { kill(identifier, isStopped ? SIGSTOP : SIGCONT) }

  /// Waits for the end of a program that ends itself.
  package func waitForEnd() throws -> Int32? { try command?.wait().status }

  /// Kills the program. KWin then starts the program again. Under sway, this method starts the program again, as
  /// systemd would.
  package func killAndRestart() throws {
    let count = identifiers.count
    kill(identifier, SIGKILL)
    if let command {
      _ = try command.wait()
      try start()
    }
    guard waitUntil(within: .seconds(20), { identifiers.count > count }) else {
      throw DesktopHarness.Failure(description: "nothing starts klava-desktop again\n\(errors)")
    }
  }
}

extension ProcessStatus {
  /// The living descendants of the process.
  package var livingDescendants: [ProcessStatus] { descendants.filter(\.isAlive) }

  /// The sorted names of the files and other objects to which the process's descriptors refer, without the digits in
  /// the names.
  package var descriptors: [String] { openObjects.values.map { $0.filter { !$0.isNumber } }.sorted() }

  /// The environment variables that the program had at its start.
  package var variables: [String: String] {
    var variables: [String: String] = [:]
    for line in (Self.text(of: "/proc/\(identifier)/environ") ?? "").split(separator: "\0") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { variables[parts[0]] = parts[1] }
    }
    return variables
  }

  /// The number of memory mappings.
  package var mappingCount: Int {
    (Self.text(of: "/proc/\(identifier)/maps") ?? "").split(separator: "\n").count
  }
}
