internal import Foundation
internal import Glibc
internal import TestSupport

/// A running `klava-desktop`. Under KWin, KWin starts it.
package final class DesktopProcess {
  private let compositor: Compositor
  private let command: RunningCommand?

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
  init(_ script: String, in compositor: Compositor) throws {
    self.compositor = compositor
    guard compositor.kind == .sway else {
      command = nil
      return
    }
    var start = Command(script, environment: compositor.environment)
    start.timeLimit = .seconds(30)
    command = try start.start()
  }
}
