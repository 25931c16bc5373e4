extension FilterRule {
  /// Returns the rules of a profile. Each system call is in at most one rule.
  package static func rules(for profile: FilterProfile) -> [FilterRule] {
    allowed + depending(on: profile) + refused(in: profile) + answeredPlainly + killed
  }

  /// The rules that allow a call with any arguments, in every profile.
  static let allowed: [FilterRule] = [
    // Calls on open descriptors. None of these calls opens a file or a socket.
    .allow("read", "write", "readv", "writev", "pread64", "pwrite64", "fstat", "lseek", "dup"),
    .allow("poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait"),
    // libdispatch's event loop (Sandbox.md#calls-after-confinement).
    .allow("eventfd2", "timerfd_create", "timerfd_settime"),
    // Calls on a keyboard's own files, with the profile `paths`.
    .allow("getdents64", "ftruncate", "fsync", "fdatasync", "getcwd"),
    // Calls on existing memory. The rules for mapping memory depend on arguments, so the rules are not in this table.
    .allow("brk", "munmap"),
    // Calls about the process's own signals and threads. The rule for installing signal handlers depends on the signal.
    .allow("rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall"),
    .allow("exit", "exit_group", "set_robust_list", "rseq", "gettid", "sched_yield"),
    // Calls for time and random numbers. The rules for clocks depend on arguments.
    .allow("nanosleep", "gettimeofday", "time", "getrandom"),
    // Calls that return the identity of the process and the machine. The UTS namespace hides the host name.
    .allow("getpid", "getuid", "geteuid", "getgid", "getegid", "uname", "getrlimit"),
  ]
}
