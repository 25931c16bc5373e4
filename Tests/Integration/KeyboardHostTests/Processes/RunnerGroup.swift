import Glibc
import SystemSupport
import TestSupport
import Testing

/// The processes in the process group of one runner, as /proc shows them.
struct RunnerGroup {
  /// The state of one process at one moment.
  struct Member: Hashable {
    let identifier: Int32
    /// Whether the process has no child in the group. Only such a process runs the keyboard's code, and its parents
    /// wait for it.
    let runsKeyboard: Bool
    /// The states of its threads, without duplicates: R, S, D, T, Z …
    let states: Set<Character>
    /// The processor time used so far, in nanoseconds, from the CPU clock of the process.
    let nanoseconds: Int
  }

  let identifier: Int32

  /// The current processes of the group.
  var members: [Member] {
    let processes = ProcessStatus.all.filter { getpgid($0.identifier) == identifier }
    let parents = processes.map(\.parent)
    return processes.compactMap { process in
      // Read the time after the states, so that it includes the time until the thread stopped.
      let states = process.threadStates
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(process.identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
      return Member(
        identifier: process.identifier, runsKeyboard: !parents.contains(process), states: states,
        nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }.sorted { $0.identifier < $1.identifier }
  }

  /// Waits until every thread of the keyboard is stopped and no longer runs. The kernel stops a process with a delay,
  /// and /proc shows a thread as stopped a little too early.
  @discardableResult
  func waitUntilStopped() -> [Member] {
    var (before, found): ([Member], [Member]) = ([], [])
    let areAtRest = waitUntil {
      (before, found) = (found, members)
      return found == before && found.allSatisfy { $0.states == ["T"] || !$0.runsKeyboard }
    }
    #expect(!found.isEmpty)
    #expect(areAtRest, "\(before), then \(found)")
    return found
  }

  /// Whether every thread of the keyboard is stopped.
  var isStopped: Bool { members.contains { $0.states == ["T"] && $0.runsKeyboard } }

  /// Expects that the keyboard's process is stopped, and that no process of the group has used processor time since
  /// ``waitUntilStopped()``.
  func expectNoTime(since stopped: [Member], sourceLocation: SourceLocation = #_sourceLocation) {
    let now = members
    #expect(now.map(\.identifier) == stopped.map(\.identifier), sourceLocation: sourceLocation)
    for (one, other) in zip(now, stopped) {
      #expect(one.states == ["T"] || !one.runsKeyboard, sourceLocation: sourceLocation)
      // Allow a millisecond: on a busy machine, the kernel may interrupt a thread that is stopping, and let it run its
      // last microseconds later.
      #expect(one.nanoseconds < other.nanoseconds + 1_000_000, sourceLocation: sourceLocation)
    }
  }

  /// Whether the group has no process, not even a zombie. Waits until this is true, at most for ``patience``.
  var isGone: Bool { waitUntil { kill(-identifier, 0) != 0 } }
}
