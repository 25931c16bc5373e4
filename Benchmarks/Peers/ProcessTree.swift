internal import Foundation

/// The descendants of a process, from `/proc`.
package struct ProcessTree {
  /// A process.
  package struct Entry {
    /// The process identifier.
    package let identifier: Int32
    /// The process's name in the kernel, of at most 15 bytes.
    package let name: String

    /// The private memory in bytes; 0 if this user may not read it.
    package var privateMemory: Double {
      ProcessTree.lines(of: "/proc/\(identifier)/smaps_rollup")
        .filter { $0.hasPrefix("Private_Clean:") || $0.hasPrefix("Private_Dirty:") }
        .compactMap { line in line.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        .reduce(0) { $0 + $1 * 1024 }
    }
  }

  /// The descendants, without the process itself.
  package let processes: [Entry]

  /// Collects the descendants of a process.
  package init(below root: Int32) {
    var found: [Entry] = []
    var open = [root]
    while let parent = open.popLast() {
      let children = Self.children(of: parent)
      open += children
      found += children.map { child in
        Entry(identifier: child, name: Self.lines(of: "/proc/\(child)/comm").first ?? "")
      }
    }
    processes = found
  }

  private static func children(of parent: pid_t) -> [pid_t] {
    lines(of: "/proc/\(parent)/task/\(parent)/children").flatMap { $0.split(separator: " ").compactMap { pid_t($0) } }
  }

  /// The lines of a file of the kernel; empty if its process is gone.
  private static func lines(of path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
