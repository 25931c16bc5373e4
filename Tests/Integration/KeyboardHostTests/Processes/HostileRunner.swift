import Foundation
import Glibc
import KeyboardHost
import TestSupport

/// The program of `Tests/Adversarial/HostileRunner`, which violates the protocol. The program's name selects the
/// violation.
enum HostileRunner {
  /// Returns the path of a runner with this behavior. The path is a symbolic link with the name of the behavior.
  static func path(_ behavior: String) throws -> String {
    let link = try TemporaryDirectory.ofRun.get().url.appending(path: behavior).path
    guard symlink(Repository.product("hostile-runner"), link) == 0 || errno == EEXIST else {
      throw CocoaError(.fileWriteUnknown)
    }
    return link
  }
}

extension SessionHarness {
  /// Creates a session with one keyboard and a hostile runner.
  init(hostile behavior: String, deadlines: RunnerKeyboard.Deadlines = .patient) throws {
    try self.init(libraries: [("org.example.hostile", FaultyKeyboard.library())])
    source.runnerPath = try HostileRunner.path(behavior)
    source.deadlines = deadlines
  }

  /// Removes the session's report. Returns how many ends of processes the report contained.
  func drainEnds() -> Int {
    session.drainReport().failures.count { if case .ended = $0.kind { true } else { false } }
  }
}
