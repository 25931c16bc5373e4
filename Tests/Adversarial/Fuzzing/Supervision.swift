internal import Foundation
internal import TestSupport

/// Starts a process for each reader and reports the results.
struct Supervision {
  private let plan: FuzzPlan

  init(_ plan: FuzzPlan) { self.plan = plan }

  /// Runs all readers and returns whether they passed with all inputs.
  func run() throws -> Bool {
    try FileManager.default.createDirectory(at: FuzzPlan.folder, withIntermediateDirectories: true)
    var waiting = plan.targets[...]
    var running: [(name: String, process: RunningCommand)] = []
    var hasPassed = true
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < plan.jobs, let name = waiting.popFirst() { running.append((name, try start(name))) }
      let (name, process) = running.removeFirst()
      let outcome = try process.wait()
      FileHandle.standardOutput.write(Data(outcome.outputBytes + outcome.errorBytes))
      hasPassed = judge(name, outcome.status) && hasPassed
    }
    return hasPassed
  }

  private func start(_ name: String) throws -> RunningCommand {
    var environment = ProcessInfo.processInfo.environment
    // Foundation writes the members of a dictionary in the order of their hashes. With fixed hashes, the same seed and
    // number always give the same input.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    var command = Command(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path,
      [name, "--worker", "--count", "\(plan.count)", "--seed", "\(plan.seed)"], environment: environment)
    command.timeLimit = .seconds(7 * 86_400)
    return try command.start()
  }

  /// Returns whether a reader's process passed with all inputs. Reports the input at which the reader trapped.
  ///
  /// - Parameter status: The status of ``Command/Outcome``.
  private func judge(_ name: String, _ status: Int32) -> Bool {
    guard status < 0 else { return status == 0 }
    guard let record = try? InputRecord.drain(name) else {
      say("\(name): ended by signal \(-status) before its first input")
      return false
    }
    let kept = FuzzPlan.folder.appending(path: "\(name)-\(plan.seed)-\(record.number)")
    try? Data(record.bytes).write(to: kept)
    say(
      """
      \(name): TRAP, signal \(-status), on input \(record.number) of seed \(plan.seed), kept in \(kept.path)
        klava-fuzz \(name) --seed \(plan.seed) --only \(record.number)
      """)
    return false
  }
}
