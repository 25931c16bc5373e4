import Foundation
import Glibc
import Testing

/// The processes of one runner: all of its process group, as /proc shows them.
struct RunnerGroup {
  /// One process at one moment.
  struct Member: Hashable {
    let identifier: Int32
    /// The letters of its threads' states, each once: R, S, D, T, Z …
    let states: Set<String>
    /// Processor time that it used so far, in the kernel's ticks.
    let ticks: UInt64
    /// The same in nanoseconds, by the clock that the kernel keeps for each process.
    let nanoseconds: Int
  }

  let identifier: Int32

  /// The processes that there are now.
  var members: [Member] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
        guard let process = Int32(name), getpgid(process) == identifier else { return nil }
        let fields = Self.fields("/proc/\(process)/stat")
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12]) else { return nil }
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        let states = threads.compactMap { Self.fields("/proc/\(process)/task/\($0)/stat").first.map(String.init) }
        return Member(
          identifier: process, states: Set(states), ticks: user + system,
          nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
      }.sorted { $0.identifier < $1.identifier }
    }
  }

  /// The fields that follow the command's name, which stands in parentheses; the first of them is the third of all.
  private static func fields(_ file: String) -> [Substring] {
    let stat = FileManager.default.contents(atPath: file) ?? Data()
    return String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
  }

  /// Waits until every thread is stopped: the kernel stops a process when it next looks at it.
  @discardableResult
  func waitUntilStopped() throws -> [Member] {
    let deadline = ContinuousClock.now + patience
    var found = try members
    while !found.allSatisfy({ $0.states == ["T"] }), ContinuousClock.now < deadline {
      sched_yield()
      found = try members
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.states == ["T"] }, "\(found)")
    return found
  }

  /// Whether no process of it is left, not even one that nobody has waited for.
  var isGone: Bool {
    let deadline = ContinuousClock.now + patience
    while kill(-identifier, 0) == 0 {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    return true
  }
}
