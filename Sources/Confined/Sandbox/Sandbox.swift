// Sandbox: what the kernel holds a keyboard's process to.
//
// For:    the host, which decides on a `Policy` and hands a `ConfinementOrder` down; the runner, which obeys it before it
//         opens the keyboard's library, in one place: `Confinement.enter(_:)`.
// Never:  building the seccomp filter (`SeccompFilter` does, in the host, once), or deciding who may type where.
// Start:  `Policy` for what is allowed; `Confinement` for the order in which it is put in force; SECURITY.md for why.

/// One of the kernel's mechanisms. Each holds most of the promises alone; together they hold what one of them misses.
package enum Layer: String, CaseIterable, Hashable, Sendable, Comparable {
  /// User, mount, network, IPC, UTS, cgroup and PID namespaces, and an empty root folder.
  case namespaces
  /// A Landlock ruleset that allows nothing.
  case landlock
  /// The seccomp filter.
  case seccomp

  /// What it protects from, as the end of a sentence.
  package var protection: String {
    switch self {
    case .namespaces:
      "hides files, network and other processes; limits the number of threads"
    case .landlock:
      "refuses opening files, from version 4 TCP, and from version 6 signals to other processes"
    case .seccomp: "allows only the system calls that typing needs; no paths, sockets or new processes"
    }
  }

  /// The order in which they are put in force.
  package static func < (one: Layer, other: Layer) -> Bool { one.position < other.position }

  private var position: Int {
    switch self {
    case .namespaces: 0
    case .landlock: 1
    case .seccomp: 2
    }
  }
}
