internal import LinuxShims
package import Sandbox

/// The result of one check.
package struct CheckResult: Sendable {
  /// The check.
  package let check: Check
  /// The outcome of the check.
  package let outcome: Outcome

  /// Creates the result of a check.
  package init(check: Check, outcome: Outcome) {
    self.check = check
    self.outcome = outcome
  }
}

/// A validation of one bundle: it runs checks in separate processes, which may crash, hang or be killed.
///
/// Stages run in order. In the last stage, several processes share the checks and run in parallel.
package final class Validation {
  /// The settings of a validation.
  package struct Settings: Sendable {
    /// The program that runs as a check process, and its arguments except the order.
    package var program: String
    package var arguments: [String]
    /// The path of `klava-runner`.
    package var runnerPath: String
    /// The path of `klava-renderer`.
    package var rendererPath: String
    /// The user's languages.
    package var languages: [String] = ["en-US"]
    /// The sandbox layers that the user disabled.
    package var unsafeWithout: Set<Layer> = []
    /// The number of parallel check processes.
    package var jobs = 2
    /// The time limit of one check.
    package var patience: Duration = .seconds(60)
    /// The seed of random numbers.
    package var seed: UInt64 = 1
    /// The seconds for which the validation fuzzes the keyboard.
    package var fuzzSeconds = 0
    /// The descriptor that cancels the validation when it becomes readable; nil if nothing can cancel the validation.
    package var interruption: Int32?

    /// Creates settings with the paths of programs.
    package init(program: String, arguments: [String], runnerPath: String, rendererPath: String) {
      self.program = program
      self.arguments = arguments
      self.runnerPath = runnerPath
      self.rendererPath = rendererPath
    }
  }

  private let path: String
  private let settings: Settings
  private let root: String
  private var results: [String: Outcome] = [:]
  /// The reason to skip the checks after the crawl, and the checks that the validation runs nevertheless.
  private var stop: (reason: String, except: [String])?
  /// The number of checks that ran out of time.
  private var timeouts = 0
  private var roots = 0
  private var isInterrupted = false
  private let progress: (Progress) -> Void

  /// The number of checks that run out of time before the validation skips the other checks of the same process.
  private static let maximumTimeouts = 3

  /// A progress event of a validation.
  package enum Progress: Sendable {
    /// A check began.
    case begin(String)
    /// A check ended.
    case end(String, Outcome)
  }

  /// Creates a validation of the bundle at a path. The caller removes `root`, the folder for the keyboard's files.
  package init(_ path: String, root: String, settings: Settings, progress: @escaping (Progress) -> Void = { _ in }) {
    self.path = path
    self.root = root
    self.settings = settings
    self.progress = progress
  }

  /// Runs checks, and returns their results in the order of the checks.
  package func run(_ checks: [Check]) -> [CheckResult] {
    for phase in Check.Phase.allCases {
      let names = checks.filter { $0.phase == phase }.map(\.identifier)
      guard !names.isEmpty else { continue }
      guard phase == .alone else {
        run([names])
        continue
      }
      if let stop { for name in names where !stop.except.contains(name) { finish(name, .skipped(stop.reason)) } }
      let open = names.filter { results[$0] == nil }
      let count = min(max(settings.jobs, 1), open.count)
      run((0..<count).map { first in stride(from: first, to: open.count, by: count).map { open[$0] } })
    }
    let outcomes = checks.map { results[$0.identifier] ?? .toolFault("the check did not run") }
    return zip(checks, Outcome.withoutRepeatedEnds(outcomes)).map { CheckResult(check: $0, outcome: $1) }
  }

  /// Runs groups of checks, each group in one process, with at most `jobs` processes at the same time.
  private func run(_ groups: [[String]]) {
    var waiting = groups[...]
    var running: [CheckProcess] = []
    while !isInterrupted, !waiting.isEmpty || !running.isEmpty {
      while running.count < settings.jobs, let names = waiting.popFirst() {
        if let process = start(names) { running.append(process) }
      }
      guard !running.isEmpty else { continue }
      var descriptors = running.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
      // If nothing can cancel the validation, pass -1: `poll` ignores a negative descriptor.
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
          for message in messages { apply(message) }
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
      rendererPath: settings.rendererPath, languages: settings.languages, unsafeWithout: settings.unsafeWithout,
      seed: settings.seed, fuzzSeconds: settings.fuzzSeconds)
    do throws(CheckProcess.StartError) {
      let extra = names.contains(FuzzChecks.identifier) ? settings.fuzzSeconds : 0
      return try CheckProcess(
        settings.program, settings.arguments, order, patience: settings.patience + .seconds(extra))
    } catch {
      for name in names { finish(name, .toolFault("Klava could not start a process: \(error.reason)")) }
      return nil
    }
  }

  private func apply(_ message: CheckMessage) {
    switch message {
    case .begin(let check): progress(.begin(check))
    case .step: break
    case .outcome(let check, let name, let findings, let reason):
      finish(check, Outcome(name: name, findings: findings, reason: reason))
    case .stop(let reason, let except): stop = (reason, except)
    }
  }

  /// Handles the end of a check process, and returns the groups of checks to run in another process.
  private func close(_ process: CheckProcess) -> [[String]] {
    let how = process.end()
    return goOn(after: process, .toolFault("the process of the check ended: \(how)"))
  }

  /// Kills a check process that reached its time limit.
  private func end(_ process: CheckProcess) -> [[String]] {
    process.end()
    let step = process.lastStep.isEmpty ? "" : ", at \(process.lastStep)"
    let culprit = process.current ?? process.open.first
    let rest = goOn(
      after: process, .timedOut("the check did not finish in \(settings.patience.components.seconds) seconds\(step)"))
    timeouts += 1
    // The first check of the crawl's stage makes the crawl. A fresh process would make the same crawl again.
    if !process.hasOutcome, culprit.flatMap(Catalog.check)?.phase == .crawl {
      stop = ("the keyboard was too slow for the crawl", [])
    } else if timeouts >= Self.maximumTimeouts {
      stop = ("\(Self.maximumTimeouts) other checks did not finish in time", [])
    } else {
      return rest
    }
    for name in rest.joined() { finish(name, .skipped(stop?.reason ?? "")) }
    return []
  }

  private func goOn(after process: CheckProcess, _ outcome: Outcome) -> [[String]] {
    guard !process.open.isEmpty else { return [] }
    // If no check was running, record the outcome for the first check without an outcome. Otherwise the validation
    // would start the same checks again and again.
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
