extension FilterRule {
  /// The rules of a profile. No call is named twice.
  package static func rules(for profile: FilterProfile) -> [FilterRule] {
    allowed + depending(on: profile) + refused(in: profile) + answeredPlainly + killed
  }

  /// Calls that only touch what the process has already.
  static let allowed: [FilterRule] = [
    // Descriptors. Which there are was decided before the lock, and no call below makes one that leads anywhere.
    .allow("read", "write", "readv", "writev", "pread64", "pwrite64", "fstat", "lseek", "dup"),
    .allow("poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait"),
    // libdispatch's event loop (Sandbox.md#calls-after-confinement).
    .allow("eventfd2", "timerfd_create", "timerfd_settime"),
    // A keyboard's own files, where the profile lets it have any.
    .allow("getdents64", "ftruncate", "fsync", "fdatasync", "getcwd"),
    // Memory it has; what may be mapped depends on the arguments.
    .allow("brk", "munmap"),
    // Its own signals and threads; which handlers it may have depends on the signal.
    .allow("rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall"),
    .allow("exit", "exit_group", "set_robust_list", "rseq", "gettid", "sched_yield"),
    // Time and chance; what a clock may be depends on the arguments.
    .allow("nanosleep", "gettimeofday", "time", "getrandom"),
    // Who and where it is. A namespace makes the host's name harmless.
    .allow("getpid", "getuid", "geteuid", "getgid", "getegid", "uname", "getrlimit"),
  ]
}
