import Foundation

/// The processor time of the keyboards' processes that this thread started.
struct RunnerTime {
  /// All of them, with all that they started.
  private let processes: [String]

  init() {
    var found: [String] = []
    var next = FleetingFile.words("/proc/thread-self/children")
    while let process = next.popLast() {
      found.append(process)
      for thread in Self.threads(of: process) {
        next += FleetingFile.words("/proc/\(process)/task/\(thread)/children")
      }
    }
    processes = found.filter { FleetingFile.text("/proc/\($0)/comm").hasPrefix("klava-runner") }
  }

  /// What all their threads have used; nil where there are none, or the kernel does not say.
  var nanoseconds: UInt64? {
    let times = processes.flatMap { process in
      Self.threads(of: process).compactMap { thread in
        FleetingFile.words("/proc/\(process)/task/\(thread)/schedstat").first.flatMap(UInt64.init)
      }
    }
    return times.isEmpty ? nil : times.reduce(0, +)
  }

  /// Waits for the kernel to stop all their threads, which it does when it next looks at each.
  func waitUntilStopped() {
    let deadline = ContinuousClock.now + .seconds(15)
    while ContinuousClock.now < deadline {
      let states = processes.flatMap { process in
        Self.threads(of: process).map { Self.state("/proc/\(process)/task/\($0)/stat") }
      }
      if states.allSatisfy({ $0 == "T" }) { return }
      sched_yield()
    }
  }

  private static func threads(of process: String) -> [String] { FleetingFile.names(in: "/proc/\(process)/task") }

  private static func state(_ path: String) -> Substring? {
    // The state follows the name, which stands in parentheses and may hold any character.
    FleetingFile.text(path).split(separator: ")").last?.split(separator: " ").first
  }
}
