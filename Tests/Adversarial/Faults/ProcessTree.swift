internal import Foundation
internal import Glibc
internal import LinuxShims
internal import SystemSupport
internal import TestSupport

/// The processes that faults hit.
enum ProcessTree {
  /// A process and its descendants, the outermost first. The keyboard may be a grandchild of the process that the host
  /// started.
  static func family(of process: pid_t) -> [pid_t] {
    [process] + ProcessStatus(process).descendants.map(\.identifier)
  }

  /// Whether a process runs a program that differs from the program of this process.
  static func isAnotherProgram(_ process: pid_t) -> Bool {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return false }
    return program != own
  }

  /// Waits up to five seconds for the processes of these groups to end. Returns the processes that still run, without
  /// zombies.
  static func left(of groups: [pid_t]) -> [pid_t] {
    let groups = Set(groups)
    var left: [pid_t] = []
    _ = waitUntil(within: .seconds(5)) {
      left = ProcessStatus.all.filter { process in
        guard let group = process.group, let state = process.state else { return false }
        return groups.contains(group) && state != "Z" && state != "X"
      }.map(\.identifier)
      return left.isEmpty
    }
    return left
  }

  /// Sends a signal to a process if it is still a descendant of `ancestor`. Without this check, the signal could hit
  /// another process that got the same number.
  static func send(_ signal: Int32, to process: pid_t, under ancestor: pid_t) {
    let descriptor = klv_pidfd_open(process)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard isUnder(ancestor, process) else { return }
    _ = klv_pidfd_send_signal(descriptor, signal)
  }

  private static func isUnder(_ ancestor: pid_t, _ process: pid_t) -> Bool {
    var process = ProcessStatus(process)
    for _ in 0..<8 {
      guard let parent = process.parent else { return false }
      if parent.identifier == ancestor { return true }
      process = parent
    }
    return false
  }
}
