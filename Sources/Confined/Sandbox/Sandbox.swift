// Sandbox: the rules that the kernel enforces on the processes of keyboards and on the other confined processes.
//
// For:    the host and its four confined programs. The host decides on a `Policy` and passes a `ConfinementOrder` to
//         the runner. The runner applies the order with `Confinement`, before it opens the keyboard's library. The
//         programs `klava-renderer`, `klava-bundle-reader` and `klava-suggester` confine themselves with
//         `ReadingConfinement`, before they read an order.
// Never:  builds the seccomp filter, or decides where a keyboard may type. `SeccompFilter` builds the filter: in the
//         host for all runners, and in each other confined program for itself.
// Start:  `Policy` for the rights of a process; `Confinement` for the order of the steps;
//         SECURITY.md#how-klava-confines-a-keyboard for the reasons.

/// A sandbox layer: a kernel mechanism. Each single layer enforces most of Klava's promises (SECURITY.md#the-promises).
/// All layers together enforce all promises.
package enum Layer: String, CaseIterable, Hashable, Sendable, Comparable {
  /// User, mount, network, IPC, UTS, cgroup and PID namespaces, and a private root folder.
  case namespaces
  /// A Landlock ruleset that allows no files, or only the files that the process needs.
  case landlock
  /// The seccomp filter.
  case seccomp

  /// The protection that the layer gives, as the end of a sentence.
  package var protection: String {
    switch self {
    case .namespaces:
      "hides files, network and other processes; limits the number of threads"
    case .landlock:
      "refuses to open files; version 4 and later also refuses TCP, version 6 and later also signals to other processes"
    case .seccomp: "allows only the system calls that typing needs; no paths, sockets or new processes"
    }
  }

  /// Compares layers by the order in which the runner enters them.
  package static func < (one: Layer, other: Layer) -> Bool { one.position < other.position }

  private var position: Int {
    switch self {
    case .namespaces: 0
    case .landlock: 1
    case .seccomp: 2
    }
  }
}
