internal import Foundation

/// A process and those that it started, as /proc shows them.
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

  /// The time for which they wanted a processor, of all their threads, whether they had one or waited for it: on a busy
  /// machine who is never at rest has little of it. Zero where the kernel does not tell (`CONFIG_SCHED_INFO`).
  var demandedTime: Duration {
    let times = processes.flatMap { process in
      Self.names(in: "/proc/\(process)/task").map { Self.read("/proc/\(process)/task/\($0)/schedstat") }
    }
    return .nanoseconds(
      times.reduce(Int64(0)) { sum, line in
        sum + line.split(separator: " ").prefix(2).compactMap { Int64($0) }.reduce(0, +)
      })
  }

  /// The processor time that they used, of all their threads.
  var processorTime: Duration {
    let ticks = processes.reduce(0) { sum, process in
      // The name stands in parentheses and may hold anything.
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
      // It ended meanwhile, or /proc does not show it.
      return []
    }
  }

  private static func read(_ path: String) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      // It ended meanwhile, or /proc does not show it.
      return ""
    }
  }
}
