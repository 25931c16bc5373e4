internal import Foundation

/// A process and its descendants, from /proc.
struct ProcessTree {
  private let processes: [Int32]

  init(_ root: Int32) {
    var found = [root]
    var index = 0
    while index < found.count, found.count < 64 {
      let children = Self.read("/proc/\(found[index])/task/\(found[index])/children")
      found += children.split(separator: " ").compactMap { Int32($0) }
      index += 1
    }
    processes = found
  }

  /// The time for which all threads ran or waited for a processor. Zero if the kernel lacks `CONFIG_SCHED_INFO`.
  ///
  /// On a busy machine, a process that never rests gets little processor time but waits a lot.
  var demandedTime: Duration {
    let times = processes.flatMap { process in
      Self.names(in: "/proc/\(process)/task").map { Self.read("/proc/\(process)/task/\($0)/schedstat") }
    }
    return .nanoseconds(
      times.reduce(Int64(0)) { sum, line in
        sum + line.split(separator: " ").prefix(2).compactMap { Int64($0) }.reduce(0, +)
      })
  }

  /// The processor time of all threads.
  var processorTime: Duration {
    let ticks = processes.reduce(0) { sum, process in
      // The name in parentheses may contain any character.
      let fields = Self.read("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 13, let user = Int(fields[11]), let system = Int(fields[12]) else { return sum }
      return sum + user + system
    }
    return .milliseconds(ticks * 1_000 / max(sysconf(Int32(_SC_CLK_TCK)), 1))
  }

  private static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      // The process ended, or /proc hides it.
      return []
    }
  }

  private static func read(_ path: String) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      // The process ended, or /proc hides it.
      return ""
    }
  }
}
