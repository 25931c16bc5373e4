internal import Glibc

extension FilterRule {
  /// Calls that are never executed and that honest code seldom makes: trapped, so that `klava audit` can tell.
  ///
  /// Well-meaning code finds them failing softly, as on iOS.
  static func refused(in profile: FilterProfile) -> [FilterRule] {
    paths(in: profile) + [
      // The network. The error is one after which a library gives up and does not try another way.
      .always(.trap(answering: EACCES), "socket", "connect", "bind", "listen", "accept", "accept4"),
      .always(
        .trap(answering: EPERM), "socketpair", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
        "getsockopt", "setsockopt", "getsockname", "getpeername", "shutdown"),
      // Terminals and devices: nothing that a keyboard has is one.
      .always(.trap(answering: ENOTTY), "ioctl"),
      // A filter of its own could have every call written to the kernel's log (SECCOMP_RET_LOG).
      .always(.trap(answering: EPERM), "seccomp"),
      // Another process.
      .always(.trap(answering: EPERM), "fork", "vfork", "setsid", "setpgid"),
      // What lies in files beside their bytes, by descriptor. Landlock stops none of it.
      .always(
        .trap(answering: EPERM), "fchmod", "fchown", "fchdir", "fstatfs", "fallocate", "flock", "fsetxattr",
        "fgetxattr", "flistxattr", "fremovexattr"),
      // Other places to keep, share or wait for something.
      .always(
        .trap(answering: EPERM), "memfd_create", "inotify_init", "inotify_init1", "inotify_add_watch",
        "inotify_rm_watch", "signalfd", "signalfd4"),
      .always(
        .trap(answering: EPERM), "shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl", "semget",
        "semop", "semctl", "semtimedop", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify",
        "mq_getsetattr"),
      .always(.trap(answering: EPERM), "io_setup", "io_destroy", "io_getevents", "io_submit", "io_cancel"),
      // The inode number of a pipe comes from a counter of the whole machine, which outlives the process: a later process
      // with full access could read how far this one moved it. libdispatch and Foundation use eventfd(2).
      .always(.trap(answering: EPERM), "pipe", "pipe2"),
      // More of the machine than it was given. The C library makes sched_setaffinity and sched_setscheduler for a new
      // thread with all signals blocked; they are below.
      .always(
        .trap(answering: EPERM), "setrlimit", "mlock", "mlock2", "mlockall", "munlock", "munlockall", "sched_setparam",
        "sched_setattr", "ioprio_set", "sync", "syncfs"),
      // Signals at a later time.
      .always(
        .trap(answering: EPERM), "alarm", "setitimer", "timer_create", "timer_settime", "timer_gettime",
        "timer_getoverrun", "timer_delete"),
    ]
  }

  /// Calls that name a file. Where no path is anything, none of them exists.
  private static func paths(in profile: FilterProfile) -> [FilterRule] {
    let used = [
      "stat", "lstat", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "unlink", "unlinkat", "rename",
      "renameat", "renameat2",
    ]
    // Landlock stops none of these but making links, nodes and folders. A container has no folders: one could be made
    // deeper than whoever clears it can follow.
    let unused = [
      "chmod", "fchmodat", "chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat", "symlink",
      "symlinkat", "link", "linkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "truncate", "chdir", "statfs",
      "setxattr", "lsetxattr",
      "getxattr", "lgetxattr", "listxattr", "llistxattr", "removexattr", "lremovexattr",
    ]
    return switch profile {
    case .noPaths: [FilterRule(calls: used + unused + ["creat"], verdict: .always(.trap(answering: ENOENT)))]
    case .paths:
      [
        FilterRule(calls: used, verdict: .always(.allow)),
        FilterRule(calls: unused, verdict: .always(.trap(answering: EPERM))),
      ]
    }
  }

  /// Calls that are never executed and that the C library or a runtime may make at any time, some with all signals
  /// blocked, when a trap would end the process.
  ///
  /// Beside them `clone3`, `statx` and `openat2` answer ENOSYS because no rule names them, and the libraries fall back
  /// (Sandbox.md#unknown-calls-enosys); so do `landlock_*`, `set_tid_address`, `arch_prctl`, `splice` and its like,
  /// `fadvise64`, `mincore` and `cachestat` (which would tell what others read), `sysinfo` (how busy the machine is),
  /// memory policies, and whatever a kernel may add.
  static let answeredPlainly: [FilterRule] = [
    .always(
      .errno(EPERM), "umask", "getppid", "getrusage", "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "dup2",
      "dup3", "wait4", "waitid", "capget", "sched_setaffinity", "sched_setscheduler")
  ]

  /// Calls that nobody makes by accident. The process is ended; no handler can prevent it.
  static let killed: [FilterRule] = [
    // Other programs and other processes.
    .always(.kill, "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp"),
    .always(.kill, "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"),
    .always(.kill, "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "process_madvise", "process_mrelease"),
    .always(.kill, "migrate_pages", "move_pages"),
    // Another view of the machine.
    .always(.kill, "setns", "unshare", "chroot", "pivot_root", "mount", "umount2", "fsopen", "fsconfig", "fsmount"),
    .always(.kill, "fspick", "open_tree", "move_mount", "mount_setattr", "personality"),
    // Files by another way than their names, and watching the file system.
    .always(.kill, "name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark"),
    .always(.kill, "quotactl", "quotactl_fd", "acct"),
    // Another identity.
    .always(.kill, "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid"),
    .always(.kill, "setgroups", "capset"),
    // Parts of the kernel with a history, or with a second way to make all the calls above.
    .always(.kill, "bpf", "perf_event_open", "userfaultfd", "memfd_secret"),
    .always(.kill, "io_uring_setup", "io_uring_enter", "io_uring_register"),
    .always(.kill, "keyctl", "add_key", "request_key"),
    // The machine itself.
    .always(.kill, "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot"),
    .always(.kill, "swapon", "swapoff", "iopl", "ioperm", "modify_ldt", "syslog", "vhangup"),
    .always(.kill, "sethostname", "setdomainname"),
    .always(.kill, "settimeofday", "clock_settime", "clock_adjtime", "adjtimex"),
  ]
}
