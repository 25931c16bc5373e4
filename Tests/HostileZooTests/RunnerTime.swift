import Foundation

/// The processor time of the keyboards' processes that this thread started.
struct RunnerTime {
  /// Those that run a keyboard. In namespaces two others wait for each, without any of the keyboard's code.
  private let processes: [String]

  init() {
    var found: [String] = []
    var next = FleetingFile.words("/proc/thread-self/children")
    while let process = next.popLast() {
      let children = Self.threads(of: process).flatMap { FleetingFile.words("/proc/\(process)/task/\($0)/children") }
      if children.isEmpty { found.append(process) }
      next += children
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

  /// Whether the kernel reports all their threads as stopped.
  var areStopped: Bool {
    processes.allSatisfy { process in
      Self.threads(of: process).allSatisfy { Self.state("/proc/\(process)/task/\($0)/stat") == "T" }
    }
  }

  private static func threads(of process: String) -> [String] { FleetingFile.names(in: "/proc/\(process)/task") }

  private static func state(_ path: String) -> Substring? {
    // The state follows the name, which stands in parentheses and may hold any character.
    FleetingFile.text(path).split(separator: ")").last?.split(separator: " ").first
  }
}
