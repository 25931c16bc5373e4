import Glibc
import SystemSupport
import Testing

/// The processes of one runner: all of its process group, as /proc shows them.
struct RunnerGroup {
  /// The state of one process at one moment.
  struct Member: Hashable {
    let identifier: Int32
    /// The states of its threads, each once: R, S, D, T, Z …
    let states: Set<Character>
    /// The processor time used so far, in the resolution of kernel ticks.
    let processorTime: Duration
    /// The processor time used so far, in nanoseconds, from the CPU clock of the process.
    let nanoseconds: Int
  }

  let identifier: Int32

  /// The current processes of the group.
  var members: [Member] {
    ProcessStatus.all.compactMap { process in
      guard getpgid(process.identifier) == identifier else { return nil }
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(process.identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
      return Member(
        identifier: process.identifier, states: process.threadStates, processorTime: process.processorTime,
        nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }.sorted { $0.identifier < $1.identifier }
  }

  /// Waits until every thread is stopped. The kernel stops a process with some delay.
  @discardableResult
  func waitUntilStopped() -> [Member] {
    let deadline = ContinuousClock.now + patience
    var found = members
    while !found.allSatisfy({ $0.states == ["T"] }), ContinuousClock.now < deadline {
      sched_yield()
      found = members
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.states == ["T"] }, "\(found)")
    return found
  }

  /// Whether no process of the group is left, not even a zombie. Waits for that up to ``patience``.
  var isGone: Bool {
    let deadline = ContinuousClock.now + patience
    while kill(-identifier, 0) == 0 {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    return true
  }
}
