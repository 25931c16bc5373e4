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

  private static func read(_ path: String) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      // It ended meanwhile, or /proc does not show it.
      return ""
    }
  }
}
