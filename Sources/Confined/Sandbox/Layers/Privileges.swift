internal import Glibc
internal import LinuxShims

/// The user, group and capabilities of a process.
package enum Privileges {
  /// The user ID and group ID that a keyboard sees as its own, regardless of the user who runs Klava.
  static let nobody: UInt32 = 65_534

  /// The user ID and group ID that other processes see for a keyboard's process, if the host is root; otherwise nil.
  ///
  /// The value is also nil if root is the only user of its user namespace, because the process could not change to
  /// another user.
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

  /// Drops root (if the host runs as root) and all capabilities, forbids new privileges, and makes the process not
  /// dumpable.
  ///
  /// The runner never loads a keyboard as root.
  ///
  /// - Parameter isDebugged: Whether the process stays dumpable, so that a debugger can read its memory.
  static func drop(isDebugged: Bool = false) throws(ConfinementError) {
    try succeed(nil, "prctl(PR_CAPBSET_DROP)", klv_drop_bounding_set())
    if geteuid() == 0 || getuid() == 0 {
      let parent = getppid()
      try succeed(nil, "the process cannot drop root (setgroups, setresuid)", klv_become(nobody, nobody))
      // The kernel clears the parent-death signal when the process changes its user.
      try succeed(nil, "prctl(PR_SET_PDEATHSIG)", klv_set_parent_death_signal(SIGKILL))
      guard getppid() == parent else { throw ConfinementError(nil, "the parent has ended", errno: 0) }
    }
    try succeed(nil, "capset", klv_drop_capabilities())
    try succeed(nil, "prctl(PR_SET_NO_NEW_PRIVS)", klv_set_no_new_privileges())
    // The change to another user has already made the process not dumpable, so a debugged process becomes dumpable
    // again here.
    try succeed(nil, "prctl(PR_SET_DUMPABLE)", isDebugged ? klv_set_dumpable() : klv_set_undumpable())
  }
}
