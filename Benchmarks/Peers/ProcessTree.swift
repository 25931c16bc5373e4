internal import Foundation

/// The processes below one of them, as `/proc` shows them.
package struct ProcessTree {
  /// One of the processes.
  package struct Entry {
    /// Its identifier.
    package let identifier: Int32
    /// What it calls itself, as the kernel keeps it: at most 15 bytes.
    package let name: String

    /// What of its memory is no other process's, in bytes; 0 where nobody may know.
    package var privateMemory: Double {
      ProcessTree.lines(of: "/proc/\(identifier)/smaps_rollup")
        .filter { $0.hasPrefix("Private_Clean:") || $0.hasPrefix("Private_Dirty:") }
        .compactMap { line in line.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        .reduce(0) { $0 + $1 * 1024 }
    }
  }

  /// All of them, without the one that they are below.
  package let processes: [Entry]

  /// The processes below this one.
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

  /// The lines of a file of the kernel's; none where it has gone with its process.
  private static func lines(of path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
