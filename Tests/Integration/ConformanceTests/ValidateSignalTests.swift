import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests of `klava validate` when a signal ends it.
@Suite struct ValidateSignalTests {
  /// Returns the names of the temporary folders of `klava validate` in a folder.
  private func left(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("klava-temporary-") }
  }

  /// Starts a validation of a keyboard that hangs while it loads, so that only a signal ends the validation.
  private func start(in folder: String) throws -> RunningCommand {
    let process = try Klava.command(["validate", try FaultyBundle(fault: 2206).write(in: folder)], in: folder).start()
    _ = try waitUntil { try !left(in: folder).isEmpty || !process.isRunning }
    return process
  }

  @Test(
    "If a signal ends a validation, the exit status reports the signal, and no temporary folder remains",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func tidiesUp(signal: Int32) throws {
    try Klava.withFolder { folder in
      let process = try start(in: folder)
      #expect(try left(in: folder).count == 1)
      process.kill(signal)
      #expect(try process.wait().status == -signal)
      #expect(try left(in: folder).isEmpty)
    }
  }

  @Test("A validation removes the temporary folders of killed validations and keeps the folders of running validations")
  func sweeps() throws {
    try Klava.withFolder { folder in
      let killed = try start(in: folder)
      killed.kill(SIGKILL)
      _ = try killed.wait()
      let stale = try left(in: folder)
      #expect(stale.count == 1)
      let path = "\(folder)/Faulty.keyboard"
      let running = try Klava.command(["validate", path], in: folder).start()
      var own = stale
      #expect(
        try waitUntil {
          own = try left(in: folder)
          return own.count == 1 && own != stale
        }, "\(own)")
      #expect(try Klava.run(["validate", path, "--only", "manifest"], in: folder).status == 0)
      #expect(try left(in: folder) == own)
      running.kill(SIGTERM)
      _ = try running.wait()
      #expect(try left(in: folder).isEmpty)
    }
  }
}
