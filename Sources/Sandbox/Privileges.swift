internal import Glibc
internal import LinuxShims

/// What a process could do by who it is.
enum Privileges {
  /// Leaves root behind where the host runs as root, and gives up every capability, the way to new ones, and being looked
  /// into by others of the same user. A keyboard is never loaded as root.
  static func drop() throws(ConfinementFailure) {
    try succeed(nil, "prctl(PR_CAPBSET_DROP)", klv_drop_bounding_set())
    if geteuid() == 0 || getuid() == 0 {
      let parent = getppid()
      try succeed(nil, "setresuid", klv_become(Namespaces.nobody, Namespaces.nobody))
      // The kernel forgets it with the user.
      try succeed(nil, "prctl(PR_SET_PDEATHSIG)", klv_set_parent_death_signal(SIGKILL))
      guard getppid() == parent else { throw ConfinementFailure(nil, "the parent has ended", errno: 0) }
    }
    try succeed(nil, "capset", klv_drop_capabilities())
    try succeed(nil, "prctl(PR_SET_NO_NEW_PRIVS)", klv_set_no_new_privileges())
    try succeed(nil, "prctl(PR_SET_DUMPABLE)", klv_set_undumpable())
  }
}
