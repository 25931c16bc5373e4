import Foundation
import Testing

/// `klava validate` that is ended before its end.
@Suite struct InterruptionTests {
  /// What is left of a validation in the folder for what lasts only so long.
  private func left(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("klava-validate-") }
  }

  /// A validation that goes on until it is ended: of a keyboard that hangs as it is loaded.
  private func start(in folder: String) throws -> Process {
    let process = try Klava.start(["validate", try FaultyBundle(fault: 2206).write(in: folder)], in: folder)
    let end = ContinuousClock.now + .seconds(60)
    while try left(in: folder).isEmpty, process.isRunning, ContinuousClock.now < end { sched_yield() }
    return process
  }

  @Test(
    "A signal that ends it ends it as it ends others, and nothing is left behind", arguments: [SIGINT, SIGTERM, SIGHUP])
  func tidiesUp(signal: Int32) throws {
    try Klava.withFolder { folder in
      let process = try start(in: folder)
      #expect(try left(in: folder).count == 1)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
      #expect(try left(in: folder).isEmpty)
    }
  }

  @Test("What is left of one that was killed the next one removes, and nothing of one that goes on")
  func sweeps() throws {
    try Klava.withFolder { folder in
      let killed = try start(in: folder)
      kill(killed.processIdentifier, SIGKILL)
      killed.waitUntilExit()
      let stale = try left(in: folder)
      #expect(stale.count == 1)
      let path = "\(folder)/Faulty.keyboard"
      let running = try Klava.start(["validate", path], in: folder)
      let end = ContinuousClock.now + .seconds(60)
      while try left(in: folder) == stale || left(in: folder).isEmpty, ContinuousClock.now < end { sched_yield() }
      let own = try left(in: folder)
      #expect(own.count == 1 && own != stale)
      #expect(try Klava.run(["validate", path, "--only", "manifest"], in: folder).status == 0)
      #expect(try left(in: folder) == own)
      kill(running.processIdentifier, SIGTERM)
      running.waitUntilExit()
      #expect(try left(in: folder).isEmpty)
    }
  }
}
