import Foundation
import Glibc
import Testing

/// The processes of one runner: all of its process group, as /proc shows them.
struct RunnerGroup {
  /// One process at one moment.
  struct Member: Hashable {
    let identifier: Int32
    /// The letter of its state: R, S, D, T, Z …
    let state: String
    /// Processor time that it used so far, in the kernel's ticks.
    let ticks: UInt64
  }

  let identifier: Int32

  /// The processes that there are now.
  var members: [Member] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
        guard let process = Int32(name), getpgid(process) == identifier else { return nil }
        let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
        // The fields follow the command's name, which stands in parentheses; the first of them is the third of all.
        let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12]) else { return nil }
        return Member(identifier: process, state: String(fields[0]), ticks: user + system)
      }.sorted { $0.identifier < $1.identifier }
    }
  }

  /// Waits until every process is stopped: the kernel stops a process when it next looks at it.
  @discardableResult
  func waitUntilStopped() throws -> [Member] {
    let deadline = ContinuousClock.now + .seconds(5)
    var found = try members
    while !found.allSatisfy({ $0.state == "T" }), ContinuousClock.now < deadline {
      sched_yield()
      found = try members
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.state == "T" }, "\(found)")
    return found
  }

  /// Whether no process of it is left, not even one that nobody has waited for.
  var isGone: Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    while kill(-identifier, 0) == 0 {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    return true
  }
}
