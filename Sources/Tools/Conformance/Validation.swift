internal import Bundles
internal import Foundation
internal import LinuxShims
package import Sandbox

/// What one check came to.
package struct CheckResult: Sendable {
  /// The check.
  package let check: Check
  /// How it ended.
  package let outcome: Outcome

  /// What this check came to.
  package init(check: Check, outcome: Outcome) {
    self.check = check
    self.outcome = outcome
  }
}

/// Runs checks on one bundle: each stage after the one before, those of the last side by side, every one in a process of its
/// own that may crash, hang or be killed without harm to anything here.
package final class Validation {
  /// What is run, and how.
  package struct Settings: Sendable {
    /// The program that a checking process runs, and its arguments but the order.
    package var program: String
    package var arguments: [String]
    /// The program that keyboards run in.
    package var runnerPath: String
    /// The person's languages.
    package var languages: [String] = ["en-US"]
    /// Layers of the sandbox that the person does without.
    package var unsafeWithout: Set<Layer> = []
    /// How many processes check at once.
    package var jobs = 2
    /// How long one process may take.
    package var patience: Duration = .seconds(60)
    /// Where what is random comes from.
    package var seed: UInt64 = 1
    /// How many seconds random typing goes on.
    package var fuzzSeconds = 0
    /// A descriptor that is readable when nobody wants the results any more; nil where that cannot be.
    package var interruption: Int32?

    /// Settings with these programs.
    package init(program: String, arguments: [String], runnerPath: String) {
      self.program = program
      self.arguments = arguments
      self.runnerPath = runnerPath
    }
  }

  private let path: String
  private let settings: Settings
  private let root: String
  private var results: [String: Outcome] = [:]
  /// Why the keyboard is not tried any further, and the checks that are tried all the same.
  private var stop: (reason: String, except: [String])?
  private var roots = 0
  /// Whether nobody wants the results any more.
  private var isInterrupted = false
  /// Is told which check begins, and what ended, as it happens.
  private let progress: (Progress) -> Void

  /// What happens while checks run.
  package enum Progress: Sendable {
    /// A check begins.
    case begin(String)
    /// A check ended.
    case end(String, Outcome)
  }

  /// A validation of the bundle at this path, in a folder for all that keyboards write, which is the caller's to remove.
  package init(_ path: String, root: String, settings: Settings, progress: @escaping (Progress) -> Void = { _ in }) {
    self.path = path
    self.root = root
    self.settings = settings
    self.progress = progress
  }

  /// Runs these checks, and answers with what each came to, in their order.
  package func run(_ checks: [Check]) -> [CheckResult] {
    for stage in Check.Stage.allCases {
      let names = checks.filter { $0.stage == stage }.map(\.identifier)
      guard !names.isEmpty else { continue }
      guard stage == .alone else {
        run([names])
        continue
      }
      if let stop { for name in names where !stop.except.contains(name) { finish(name, .skipped(stop.reason)) } }
      run(names.filter { results[$0] == nil }.map { [$0] })
    }
    return checks.map { CheckResult(check: $0, outcome: results[$0.identifier] ?? .toolFault("the check did not run")) }
  }

  /// Runs groups of checks, each in one process, so many at once.
  private func run(_ groups: [[String]]) {
    var waiting = groups[...]
    var running: [CheckProcess] = []
    while !isInterrupted, !waiting.isEmpty || !running.isEmpty {
      while running.count < settings.jobs, let names = waiting.popFirst() {
        if let process = start(names) { running.append(process) }
      }
      guard !running.isEmpty else { continue }
      var descriptors = running.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
      // One that is negative is passed over.
      descriptors.append(pollfd(fd: settings.interruption ?? -1, events: Int16(POLLIN), revents: 0))
      let next = running.map(\.deadline).min() ?? .now
      let left = (next - .now).components
      _ = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: max(0, left.seconds * 1_000 + 50)))
      isInterrupted = descriptors.last?.revents != 0
      for (process, descriptor) in zip(running, descriptors) {
        if descriptor.revents != 0 {
          guard let messages = process.read() else {
            running.removeAll { $0 === process }
            waiting = close(process) + waiting
            continue
          }
          for message in messages { take(message) }
        } else if process.deadline <= .now {
          running.removeAll { $0 === process }
          waiting = end(process) + waiting
        }
      }
    }
  }

  private func start(_ names: [String]) -> CheckProcess? {
    roots += 1
    let order = CheckOrder(
      path: path, checks: names, root: "\(root)/\(roots)", runnerPath: settings.runnerPath,
      languages: settings.languages, unsafeWithout: settings.unsafeWithout, seed: settings.seed,
      fuzzSeconds: settings.fuzzSeconds)
    do throws(CheckProcess.NotStarted) {
      let extra = names.contains(FuzzChecks.identifier) ? settings.fuzzSeconds : 0
      return try CheckProcess(
        settings.program, settings.arguments, order, patience: settings.patience + .seconds(extra))
    } catch {
      for name in names { finish(name, .toolFault("Klava could not start a process: \(error.reason)")) }
      return nil
    }
  }

  private func take(_ message: CheckMessage) {
    switch message {
    case .begin(let check): progress(.begin(check))
    case .step: break
    case .outcome(let check, let name, let findings, let reason):
      finish(check, Outcome(name: name, findings: findings, reason: reason))
    case .stop(let reason, let except): stop = (reason, except)
    }
  }

  /// A process ended; answers with the groups of those of its checks that another one is to run.
  private func close(_ process: CheckProcess) -> [[String]] {
    let how = process.end()
    return goOn(after: process, .toolFault("the process of the check ended: \(how)"))
  }

  /// A process did not end in time.
  private func end(_ process: CheckProcess) -> [[String]] {
    process.end()
    let step = process.lastStep.isEmpty ? "" : ", at \(process.lastStep)"
    return goOn(
      after: process, .timedOut("the check did not finish in \(settings.patience.components.seconds) seconds\(step)"))
  }

  private func goOn(after process: CheckProcess, _ outcome: Outcome) -> [[String]] {
    guard !process.open.isEmpty else { return [] }
    // Where none had begun the first one is to blame, so that this ends.
    let culprit = process.current.flatMap { process.open.contains($0) ? $0 : nil } ?? process.open[0]
    finish(culprit, outcome)
    let rest = process.open.filter { $0 != culprit }
    return rest.isEmpty ? [] : [rest]
  }

  private func finish(_ check: String, _ outcome: Outcome) {
    guard results[check] == nil else { return }
    results[check] = outcome
    progress(.end(check, outcome))
  }
}
