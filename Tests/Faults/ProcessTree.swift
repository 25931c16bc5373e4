internal import Foundation
internal import Glibc
internal import LinuxShims

/// Processes as /proc tells of them.
enum ProcessTree {
  /// The children of a process.
  static func children(of process: pid_t) -> [pid_t] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      // A thread that ended meanwhile has none.
      (contents(of: "/proc/\(process)/task/\(task)/children") ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// A process and all that come from it, the outermost first: a keyboard may be a grandchild of the process that the host
  /// started.
  static func family(of process: pid_t) -> [pid_t] {
    [process] + children(of: process).flatMap { family(of: $0) }
  }

  /// Whether a process runs another program than this one.
  static func isAnotherProgram(_ process: pid_t) -> Bool {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return false }
    return program != own
  }

  /// The state of a process, such as "S" or "T"; nil where it is gone.
  static func state(of process: pid_t) -> String? { fields(of: process)?.first }

  /// The processes of these groups that are more than a zombie, after a moment in which they may end.
  static func left(of groups: [pid_t]) -> [pid_t] {
    let groups = Set(groups)
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let left = names.compactMap { pid_t($0) }.filter { process in
        guard let fields = fields(of: process), fields.count > 2, fields[0] != "Z", fields[0] != "X" else {
          return false
        }
        return pid_t(fields[2]).map(groups.contains) ?? false
      }
      if left.isEmpty || ContinuousClock.now > deadline { return left }
      sched_yield()
    }
  }

  /// Sends a signal to a process if it still comes from `ancestor`; its number may have become another's.
  static func send(_ signal: Int32, to process: pid_t, under ancestor: pid_t) {
    let descriptor = klv_pidfd_open(process)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard isUnder(ancestor, process) else { return }
    _ = klv_pidfd_send_signal(descriptor, signal)
  }

  private static func isUnder(_ ancestor: pid_t, _ process: pid_t) -> Bool {
    var process = process
    for _ in 0..<8 {
      guard let fields = fields(of: process), fields.count > 1, let parent = pid_t(fields[1]) else { return false }
      if parent == ancestor { return true }
      process = parent
    }
    return false
  }

  /// What /proc/PID/stat says after the command's name: state, parent, group and more.
  private static func fields(of process: pid_t) -> [String]? {
    contents(of: "/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ").map(String.init)
  }

  /// What a file of /proc holds, at most 64 KB; nil for one of a process that is gone. Foundation's own reading keeps its
  /// buffer for ever where a process ends between open and read.
  static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer in
      var length = 0
      while length < buffer.count {
        let count = read(file, buffer.baseAddress.map { $0 + length }, buffer.count - length)
        guard count >= 0 else { return nil }
        if count == 0 { break }
        length += count
      }
      return String(decoding: buffer[..<length], as: UTF8.self)
    }
  }
}
