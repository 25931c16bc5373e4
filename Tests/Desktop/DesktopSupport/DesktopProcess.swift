internal import Foundation
internal import Glibc
internal import TestSupport

/// A running `klava-desktop`. Under KWin, KWin starts it.
package final class DesktopProcess {
  private let compositor: Compositor
  private let root: String
  private let script: String
  private var command: RunningCommand?

  /// Writes the program that starts `klava-desktop` and tells its process identifier.
  static func script(
    root: String, patience: Int, arguments: String = "--without-bus", in directory: TemporaryDirectory
  ) throws -> String {
    let path = try directory.write(
      """
      #!/bin/sh
      echo $$ >> \(root).pids
      KLAVA_PATIENCE=\(patience) exec \(Repository.product("klava-desktop")) --root \(root) \(arguments) 2>> \(root).err

      """, to: "start-\(root.split(separator: "/").last ?? "")")
    chmod(path, 0o755)
    return path
  }

  /// Starts the program, or finds the one that KWin has started.
  init(_ script: String, root: String, in compositor: Compositor) throws {
    self.compositor = compositor
    self.root = root
    self.script = script
    try start()
  }

  private func start() throws {
    guard compositor.kind == .sway else { return }
    var start = Command(script, environment: compositor.environment)
    start.timeLimit = .seconds(30)
    command = try start.start()
  }

  /// What the program has written to standard error, in all its runs.
  package var errors: String { (try? String(contentsOfFile: "\(root).err", encoding: .utf8)) ?? "" }

  /// The process identifiers of all runs, in order.
  package var identifiers: [Int32] {
    let lines = (try? String(contentsOfFile: "\(root).pids", encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").compactMap { Int32($0) }
  }

  /// The process identifier of the last run.
  package var identifier: Int32 { identifiers.last ?? 0 }

  /// Kills the program. KWin starts another one itself. Under sway the test does so, as systemd would.
  package func killAndRestart() throws {
    let count = identifiers.count
    kill(identifier, SIGKILL)
    if let command {
      _ = try command.wait()
      try start()
    }
    guard waitUntil(within: .seconds(20), { identifiers.count > count }) else {
      throw Stage.Failure(description: "nothing starts klava-desktop again\n\(errors)")
    }
  }
}
