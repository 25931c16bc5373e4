internal import Glibc
internal import LinuxShims

/// What a process could do by who it is.
package enum Privileges {
  /// The user and group that a keyboard sees itself run as, whoever types.
  static let nobody: UInt32 = 65_534

  /// The user and group that a keyboard's process is to everybody else, if that is not the person: root gives way to
  /// nobody. Where root is the only user there is, in a namespace that somebody made for one, it is somebody ordinary to
  /// everybody else.
  package static var otherUser: UInt32? { geteuid() == 0 && nobodyExists ? nobody : nil }

  private static let nobodyExists: Bool = {
    guard let maps = fopen("/proc/self/uid_map", "re") else { return true }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 128)
    while fgets(&line, Int32(line.count), maps) != nil {
      let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
      guard fields.count == 3 else { continue }
      if fields[0] <= UInt64(nobody), UInt64(nobody) - fields[0] < fields[2] { return true }
    }
    return false
  }()

  /// Leaves root behind where the host runs as root, and gives up every capability, the way to new ones, and being looked
  /// into by others of the same user. A keyboard is never loaded as root.
  static func drop() throws(ConfinementFailure) {
    try succeed(nil, "prctl(PR_CAPBSET_DROP)", klv_drop_bounding_set())
    if geteuid() == 0 || getuid() == 0 {
      let parent = getppid()
      try succeed(nil, "the process cannot drop root (setgroups, setresuid)", klv_become(nobody, nobody))
      // The kernel forgets it with the user.
      try succeed(nil, "prctl(PR_SET_PDEATHSIG)", klv_set_parent_death_signal(SIGKILL))
      guard getppid() == parent else { throw ConfinementFailure(nil, "the parent has ended", errno: 0) }
    }
    try succeed(nil, "capset", klv_drop_capabilities())
    try succeed(nil, "prctl(PR_SET_NO_NEW_PRIVS)", klv_set_no_new_privileges())
    try succeed(nil, "prctl(PR_SET_DUMPABLE)", klv_set_undumpable())
  }
}
