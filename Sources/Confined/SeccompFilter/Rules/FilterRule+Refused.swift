internal import Glibc

extension FilterRule {
  /// Returns the rules for refused calls that ordinary code seldom makes, and for calls that name a file.
  ///
  /// The filter traps the refused calls, so that `klava audit` shows them. Each refused call returns an error that
  /// ordinary code can handle, as on iOS.
  static func refused(in profile: FilterProfile) -> [FilterRule] {
    paths(in: profile) + [
      // The network. After the error EACCES, libraries do not try another way to connect.
      .always(.trap(answering: EACCES), "socket", "connect", "bind", "listen", "accept", "accept4"),
      .always(
        .trap(answering: EPERM), "socketpair", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg",
        "getsockopt", "setsockopt", "getsockname", "getpeername", "shutdown"),
      // Control of terminals and devices.
      .always(.trap(answering: ENOTTY), "ioctl"),
      // A filter that the keyboard loads could write every call to the kernel's log (SECCOMP_RET_LOG).
      .always(.trap(answering: EPERM), "seccomp"),
      // Creating processes.
      .always(.trap(answering: EPERM), "fork", "vfork", "setsid", "setpgid"),
      // Calls on the descriptor of a file, mostly for its metadata, which Landlock does not check.
      .always(
        .trap(answering: EPERM), "fchmod", "fchown", "fchdir", "fstatfs", "fallocate", "flock", "fsetxattr",
        "fgetxattr", "flistxattr", "fremovexattr"),
      // Other system calls that store or share data, or wait for changes.
      .always(
        .trap(answering: EPERM), "memfd_create", "inotify_init", "inotify_init1", "inotify_add_watch",
        "inotify_rm_watch", "signalfd", "signalfd4"),
      .always(
        .trap(answering: EPERM), "shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl", "semget",
        "semop", "semctl", "semtimedop", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify",
        "mq_getsetattr"),
      .always(.trap(answering: EPERM), "io_setup", "io_destroy", "io_getevents", "io_submit", "io_cancel"),
      // A pipe's inode number comes from one counter for the whole machine. The counter outlives the process. From the
      // counter, a later process with full access could learn how many pipes an earlier process created. Keyboards need
      // no pipes, because libdispatch and Foundation use eventfd(2). Foundation's `Pipe` ends the process if the error
      // is neither EMFILE nor ENFILE.
      .always(.trap(answering: EMFILE), "pipe", "pipe2"),
      // Other resources of the machine. The C library blocks all signals while it calls sched_setaffinity and
      // sched_setscheduler for a new thread, so `answeredPlainly` contains these two calls.
      .always(
        .trap(answering: EPERM), "setrlimit", "mlock", "mlock2", "mlockall", "munlock", "munlockall", "sched_setparam",
        "sched_setattr", "ioprio_set", "sync", "syncfs"),
      // Timers that send signals.
      .always(
        .trap(answering: EPERM), "alarm", "setitimer", "timer_create", "timer_settime", "timer_gettime",
        "timer_getoverrun", "timer_delete"),
    ]
  }

  /// Returns the rules for calls that name a file. With the profile `noPaths`, all these calls return ENOENT.
  private static func paths(in profile: FilterProfile) -> [FilterRule] {
    let used = [
      "stat", "lstat", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "unlink", "unlinkat", "rename",
      "renameat", "renameat2",
    ]
    // Landlock does not check calls such as chmod and setxattr. The profile does not allow a keyboard to create
    // folders, because the keyboard could nest the folders too deep for the host to delete them.
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

  /// Refused calls that the C library or a language runtime may make at any time, even while it blocks all signals.
  ///
  /// While all signals are blocked, a trap would end the process, so these calls return an error without a trap.
  ///
  /// The following calls return ENOSYS because they have no rule (Sandbox.md#unknown-calls-enosys):
  ///
  /// - `clone3`, `statx` and `openat2`, for which libraries have a fallback.
  /// - `landlock_*`, `set_tid_address`, `arch_prctl`, `fadvise64`, memory policies, and `splice` and similar calls.
  /// - `mincore` and `cachestat`, which show which files other processes read.
  /// - `sysinfo`, which shows the machine's load.
  /// - All calls of newer kernels.
  static let answeredPlainly: [FilterRule] = [
    .always(
      .errno(EPERM), "umask", "getppid", "getrusage", "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "dup2",
      "dup3", "wait4", "waitid", "capget", "sched_setaffinity", "sched_setscheduler")
  ]

  /// Calls that ordinary code never makes. The kernel ends the process, and no signal handler can prevent this.
  static let killed: [FilterRule] = [
    // Calls that run other programs or access other processes.
    .always(.kill, "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp"),
    .always(.kill, "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"),
    .always(.kill, "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "process_madvise", "process_mrelease"),
    .always(.kill, "migrate_pages", "move_pages"),
    // Calls that change namespaces, mounts or the root folder.
    .always(.kill, "setns", "unshare", "chroot", "pivot_root", "mount", "umount2", "fsopen", "fsconfig", "fsmount"),
    .always(.kill, "fspick", "open_tree", "move_mount", "mount_setattr", "personality"),
    // Calls that open files by handles instead of names, or watch the file system.
    .always(.kill, "name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark"),
    .always(.kill, "quotactl", "quotactl_fd", "acct"),
    // Calls that change the identity of the process.
    .always(.kill, "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid"),
    .always(.kill, "setgroups", "capset"),
    // Calls to parts of the kernel that had many vulnerabilities, or that can replace other forbidden calls.
    .always(.kill, "bpf", "perf_event_open", "userfaultfd", "memfd_secret"),
    .always(.kill, "io_uring_setup", "io_uring_enter", "io_uring_register"),
    .always(.kill, "keyctl", "add_key", "request_key"),
    // Calls that control the machine.
    .always(.kill, "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot"),
    .always(.kill, "swapon", "swapoff", "iopl", "ioperm", "modify_ldt", "syslog", "vhangup"),
    .always(.kill, "sethostname", "setdomainname"),
    .always(.kill, "settimeofday", "clock_settime", "clock_adjtime", "adjtimex"),
  ]
}
