internal import Foundation

/// Starts a process for each reader and reports the results.
struct Supervision {
  private let plan: FuzzPlan

  init(_ plan: FuzzPlan) { self.plan = plan }

  /// Runs all readers and returns whether they passed with all inputs.
  func run() throws -> Bool {
    try FileManager.default.createDirectory(at: FuzzPlan.folder, withIntermediateDirectories: true)
    var waiting = plan.targets[...]
    var running: [(name: String, process: Process)] = []
    var hasPassed = true
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < plan.jobs, let name = waiting.popFirst() { running.append((name, try start(name))) }
      let (name, process) = running.removeFirst()
      process.waitUntilExit()
      hasPassed = judge(name, process) && hasPassed
    }
    return hasPassed
  }

  private func start(_ name: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [name, "--worker", "--count", "\(plan.count)", "--seed", "\(plan.seed)"]
    var environment = ProcessInfo.processInfo.environment
    // Foundation writes the members of a dictionary in the order of their hashes. With fixed hashes, the same seed and
    // number always give the same input.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    try process.run()
    return process
  }

  /// Returns whether a reader's process passed with all inputs. Reports the input that trapped.
  private func judge(_ name: String, _ process: Process) -> Bool {
    guard process.terminationReason == .uncaughtSignal else { return process.terminationStatus == 0 }
    guard let record = try? InputRecord.drain(name) else {
      say("\(name): ended by signal \(process.terminationStatus) before its first input")
      return false
    }
    let kept = FuzzPlan.folder.appending(path: "\(name)-\(plan.seed)-\(record.number)")
    try? Data(record.bytes).write(to: kept)
    say(
      """
      \(name): TRAP, signal \(process.terminationStatus), on input \(record.number) of seed \(plan.seed), kept in \(kept.path)
        klava-fuzz \(name) --seed \(plan.seed) --only \(record.number)
      """)
    return false
  }
}
