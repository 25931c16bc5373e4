import Glibc
import SeccompFilter
import Testing

/// Tests of guarantees that every filter must give, independent of its rules. Names and numbers are constants of the
/// kernel.
@Suite("Guarantees of all filters", .enabled(if: Machine.isX86))
struct PromiseTests {
  @Test(
    "The filters refuse calls that access a network, a socket or descriptors of other processes",
    arguments: [
      "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "recvfrom", "sendmsg",
      "recvmsg", "sendmmsg", "recvmmsg", "getsockopt", "setsockopt", "getsockname", "getpeername", "shutdown",
      "pidfd_getfd",
    ])
  func network(call: String) throws { try expectNever(.allow, call) }

  @Test(
    "The filters refuse calls that affect other processes, programs, namespaces or the kernel's state",
    arguments: [
      "fork", "vfork", "clone3", "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev",
      "process_madvise", "process_mrelease", "kcmp", "pidfd_open", "pidfd_send_signal", "tkill", "rt_sigqueueinfo",
      "rt_tgsigqueueinfo", "get_robust_list", "sched_setaffinity", "sched_setscheduler", "sched_setparam",
      "sched_setattr", "sched_getattr", "getpgid", "getsid", "setsid", "setpgid", "move_pages", "migrate_pages",
      "unshare",
      "setns", "mount", "umount2", "pivot_root", "chroot", "fsopen", "fsmount", "open_tree", "move_mount",
      "mount_setattr", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
      "keyctl", "add_key", "request_key", "memfd_create", "memfd_secret", "init_module", "finit_module",
      "delete_module", "kexec_load", "kexec_file_load", "reboot", "personality", "arch_prctl", "set_tid_address",
      "iopl", "ioperm", "modify_ldt", "setuid", "setgid", "setresuid", "setresgid", "setgroups", "capset", "syslog",
      "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "ioctl", "setrlimit", "mlock", "mlock2", "mlockall",
      "remap_file_pages", "pkey_mprotect", "mbind", "set_mempolicy", "shmget", "shmat", "msgget", "semget", "mq_open",
      "inotify_init1", "fanotify_init", "signalfd4", "timer_create", "setitimer", "alarm", "vmsplice", "splice", "tee",
      "sendfile", "copy_file_range", "mincore", "cachestat", "landlock_restrict_self", "name_to_handle_at",
      "open_by_handle_at", "statx", "openat2", "sync", "syncfs", "quotactl", "acct", "swapon", "sethostname",
      "map_shadow_stack", "mseal", "futex_waitv", "listns", "lsm_set_self_attr",
    ])
  func holds(call: String) throws { try expectNever(.allow, call) }

  @Test(
    "The filter for keyboards without paths refuses calls with a file's path",
    arguments: [
      "open", "openat", "openat2", "creat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
      "readlink", "readlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir",
      "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat",
      "symlink", "symlinkat", "link", "linkat", "mknod", "mknodat", "truncate", "chdir", "chroot", "statfs", "setxattr",
      "lsetxattr", "getxattr", "lgetxattr", "listxattr", "llistxattr", "removexattr", "lremovexattr", "setxattrat",
      "getxattrat", "listxattrat", "removexattrat", "name_to_handle_at", "inotify_add_watch", "fanotify_mark", "uselib",
      "execve", "execveat", "mount", "umount2", "swapon", "swapoff", "acct", "quotactl", "open_tree", "move_mount",
      "mount_setattr", "file_getattr", "file_setattr", "mq_open", "mq_unlink", "statmount",
    ])
  func noPath(call: String) throws {
    let number = try #require(SystemCallNames.number(call))
    for probe in Samples.arguments {
      #expect(try Filter.noPaths.decision(SystemCall(number: number, arguments: probe)) != .allow)
    }
  }

  @Test(
    "Calls that a program never makes by accident end the process",
    arguments: [
      "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "bpf", "perf_event_open",
      "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key",
      "mount",
      "setns", "unshare", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd",
      "pidfd_send_signal", "process_madvise", "memfd_secret", "init_module", "finit_module", "delete_module",
      "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "settimeofday", "clock_settime", "clock_adjtime",
      "iopl", "ioperm", "modify_ldt", "name_to_handle_at", "open_by_handle_at", "fanotify_init", "fanotify_mark",
      "personality", "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid",
      "setgroups", "capset", "syslog", "chroot", "pivot_root",
    ], Filter.allCases)
  func killed(call: String, filter: Filter) throws {
    let number = try #require(SystemCallNames.number(call))
    for probe in Samples.arguments {
      #expect(try filter.decision(SystemCall(number: number, arguments: probe)) == .kill)
    }
  }

  @Test("A filter answers ENOSYS to every system call number that no rule names", arguments: Filter.allCases)
  func unknown(filter: Filter) throws {
    let named = Set(filter.rules.flatMap(\.calls).compactMap(SystemCallNames.number))
    let all = Array(UInt32(0)...600) + stride(from: 601, through: 5_000, by: 11)
    let numbers = all.filter { !named.contains($0) } + [0x3FFF_FFFE, 0x3FFF_FFFF]
    for number in numbers {
      for probe in Samples.arguments {
        #expect(try filter.decision(SystemCall(number: number, arguments: probe)) == .errno(ENOSYS))
      }
    }
  }

  @Test("A system call of another architecture ends the process", arguments: Filter.allCases)
  func architectures(filter: Filter) throws {
    for architecture in SystemCall.Architecture.allCases where architecture != .x86_64 {
      for number in GoldenTable.numbers {
        let call = SystemCall(number: number, architecture: architecture)
        #expect(try filter.decision(call) == .kill)
      }
    }
  }

  /// The test omits the number -1, with which a tracer (ptrace) skips a call.
  @Test("System call numbers of the x32 ABI end the process", arguments: Filter.allCases)
  func x32(filter: Filter) throws {
    for number in UInt32(0)...600 {
      #expect(try filter.decision(SystemCall(number: 0x4000_0000 | number)) == .kill)
      #expect(try filter.decision(SystemCall(number: 0x8000_0000 | number)) == .kill)
    }
    #expect(try filter.decision(SystemCall(number: 0xFFFF_FFFE)) == .kill)
  }

  /// Expects that no filter makes this decision about a call, for all arguments in ``Samples``.
  private func expectNever(_ decision: Decision, _ call: String) throws {
    let number = try #require(SystemCallNames.number(call))
    for filter in Filter.allCases {
      for probe in Samples.arguments {
        #expect(try filter.decision(SystemCall(number: number, arguments: probe)) != decision)
      }
    }
  }
}
