internal import CSeccomp
internal import Glibc
internal import LinuxShims

extension FilterRule {
  /// Returns the rules for calls whose verdict depends on their arguments.
  static func depending(on profile: FilterProfile) -> [FilterRule] {
    memory + threads + limits + descriptors + clocks + opening(in: profile)
  }

  // MARK: Memory

  /// The rules for mapping memory.
  ///
  /// No page is both writable and executable, now or later. Executable mappings come only from the descriptor of the
  /// keyboard's library (``closing``). The rules allow only the flags that they list, because some other flags are
  /// dangerous:
  /// - Shared mappings do not count toward the memory limit (Sandbox.md#shared-mappings-escape).
  /// - Mappings that grow downward do not count toward the memory limit, because the kernel counts them as stacks.
  /// - All processes of the machine share one pool of huge pages.
  private static let memory: [FilterRule] = [
    .allow(
      "mmap",
      when: [
        [.argument(2, .isAtMost(readAndWrite)), .argument(3, privateMapping(with: MAP_ANONYMOUS))],
        // Allow the mappings with which the dynamic loader maps the keyboard's code.
        [
          .argument(2, .is(readAndExecute)), .argument(3, privateMapping(with: 0)),
          .argument(4, .is(UInt64(FilterProgram.libraryPlaceholder))),
        ],
      ], otherwise: .errno(EACCES)),
    .allow("mprotect", when: [[.argument(2, .isAtMost(readAndWrite))]], otherwise: .errno(EACCES)),
    // The rule does not allow MREMAP_FIXED, because this flag replaces other mappings.
    .allow("mremap", when: [[.argument(3, .isAtMost(mayMove))]], otherwise: .errno(EINVAL)),
    // When a thread ends, the C library calls madvise(2) for the thread's stack while all signals are blocked. While
    // all signals are blocked, a trap would end the process, so the filter refuses other arguments without a trap.
    .allow(
      "madvise", when: int(2, isOneOf: MADV_NORMAL, MADV_RANDOM, MADV_DONTNEED, MADV_FREE), otherwise: .errno(EINVAL)),
  ]

  /// Rules that the filter applies first, so that no call replaces, changes or unmaps memory below
  /// `KLV_LOWEST_ADDRESS`.
  ///
  /// The runner's fault handler is below `KLV_LOWEST_ADDRESS`. A range that starts at or above the address cannot
  /// contain memory below it, so the rules compare only the start of a range.
  ///
  /// The rules for low memory form a separate filter program, because libseccomp cannot combine conditions on so many
  /// arguments of one call.
  package static let lowMemory: [FilterRule] = [
    .never(
      "mmap", when: [isLow, .argument(3, .bits(mask: UInt64(MAP_FIXED), are: UInt64(MAP_FIXED)))], .errno(EACCES)),
    .never("mprotect", when: [isLow], .errno(EACCES)), .never("munmap", when: [isLow], .errno(EINVAL)),
    .never("mremap", when: [isLow], .errno(EINVAL)), .never("madvise", when: [isLow], .errno(EINVAL)),
  ]

  /// All rules that the filter applies first. Each system call is in at most one rule.
  package static let appliedFirst = lowMemory + logPipe

  /// The rules for standard output and standard error, which are a pipe to the keyboard's log. The filter applies these
  /// rules first.
  ///
  /// The trap handler returns a fixed status of the pipe, because the inode number of a pipe comes from a counter of the
  /// whole machine (Sandbox.md#filter-log-pipe). The status of a copy would show the inode number too, so the rules
  /// refuse copies.
  private static let logPipe: [FilterRule] = [
    onLogPipe("fstat", [[]], .trap(answering: EPERM)), onLogPipe("newfstatat", [[]], .trap(answering: ENOENT)),
    onLogPipe("dup", [[]], .trap(answering: EPERM)),
    onLogPipe("fcntl", int(1, isOneOf: F_DUPFD, F_DUPFD_CLOEXEC), .trap(answering: EPERM)),
  ]

  private static func onLogPipe(
    _ call: String, _ alternatives: [[FilterCondition]], _ action: FilterAction
  ) -> FilterRule {
    let clauses = int(0, isOneOf: STDOUT_FILENO, STDERR_FILENO).flatMap { output in
      alternatives.map { FilterClause(conditions: output + $0, action: action) }
    }
    return FilterRule(calls: [call], verdict: .depending(clauses, otherwise: .allow))
  }

  private static let isLow = FilterCondition.argument(0, .isAtMost(UInt64(KLV_LOWEST_ADDRESS) - 1))

  private static let readAndWrite = UInt64(PROT_READ | PROT_WRITE)
  private static let readAndExecute = UInt64(PROT_READ | PROT_EXEC)

  /// `MREMAP_MAYMOVE`, which the C library does not declare for Swift.
  private static let mayMove: UInt64 = 0b1

  private static func privateMapping(with flag: Int32) -> FilterCondition.Comparison {
    let placed: Int32 = MAP_FIXED | MAP_FIXED_NOREPLACE
    let hints: Int32 = MAP_DENYWRITE | MAP_NORESERVE | MAP_POPULATE | MAP_STACK
    return .bits(mask: ~UInt64(placed | hints | flag), are: UInt64(MAP_PRIVATE))
  }

  // MARK: Threads and signals

  private static let threads: [FilterRule] = [
    FilterRule(
      calls: ["clone"],
      verdict: .depending(
        [
          // The exact flags that pthread_create passes to clone(2), after clone3(2) has returned ENOSYS.
          FilterClause(conditions: [.argument(0, .is(threadFlags))], action: .allow),
          // posix_spawn(3) and system(3) pass these flags to clone(2) while all signals are blocked, so a trap would
          // end the process.
          FilterClause(
            conditions: [.argument(0, .is(UInt64(CLONE_VM | CLONE_VFORK | SIGCHLD)))], action: .errno(EPERM)),
        ], otherwise: .trap(answering: EPERM))),
    .allow(
      "futex",
      when: [
        // The rule does not allow FUTEX_WAKE_OP, with which a keyboard could write a number of its choice to the
        // kernel's log.
        FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI,
        FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET,
      ].map { operation in
        // The rule allows not only private futexes but also shared futexes, because the futexes of the link are in
        // shared memory.
        let variants = UInt32(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)
        return [.argument(1, .bits(mask: UInt64(~variants), are: UInt64(operation)))]
      }, otherwise: .errno(ENOSYS)),
    // The rules allow raise(3) and abort(3). The kernel ends a process that sends a signal to another process, or that
    // tests whether another process exists. The kernel also ends a process that sends itself SIGKILL, SIGSTOP or a
    // similar signal, because the signal would look like an act of another process.
    .allow("kill", when: ownSignals(in: 1), otherwise: .kill),
    .allow("tgkill", when: ownSignals(in: 2), otherwise: .kill),
    // With the identifier of another process, sched_getaffinity(2) would show whether the other process exists. The
    // error is ENOSYS, because pthread_getattr_np passes the identifier of a thread and accepts ENOSYS.
    .allow(
      "sched_getaffinity", when: [[.argument(0, .isInt(0))], [.argument(0, .isOwnProcess)]], otherwise: .errno(ENOSYS)),
    .allow(
      "getpriority", when: [[.argument(0, .isInt(UInt32(PRIO_PROCESS.rawValue))), .argument(1, .isInt(0))]],
      otherwise: .errno(EPERM)),
    // A call of setpriority(2) has no effect. The call returns success, because libdispatch does not expect an error.
    .always(.errno(0), "setpriority"),
    // A keyboard's own handler for SIGSYS is harmless: the kernel calls it instead of executing the refused call. The
    // runner's fault handlers must stay installed, because without a handler the kernel's log would show parts of the
    // process's memory. A call that sets a handler for a fault returns success without an effect, so that crash
    // reporters do not fail. The rule allows a call that only reads the current handler.
    FilterRule(
      calls: ["rt_sigaction"],
      verdict: .depending(
        [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].map { signal in
          FilterClause(
            conditions: [.argument(0, .isInt(UInt32(signal))), .argument(1, .isAtLeast(1))], action: .errno(0))
        }, otherwise: .allow)),
  ]

  /// Conditions for signals to the process itself, except signals such as SIGKILL and SIGSTOP, which would look like an
  /// act of another process.
  ///
  /// The numbers 32 and 33 are the C library's own signals for threads (`SIGCANCEL` and `SIGSETXID`).
  private static func ownSignals(in index: UInt32) -> [[FilterCondition]] {
    let signals =
      [0, SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGUSR1, SIGUSR2, SIGPIPE] + [
        SIGALRM, SIGTERM, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGIO, SIGXCPU, SIGXFSZ, 32, 33,
      ]
    return signals.map { [.argument(0, .isOwnProcess), .argument(index, .isInt(UInt32($0)))] }
  }

  private static let threadFlags = UInt64(
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS
      | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

  // MARK: Information about the process itself

  private static let limits: [FilterRule] = [
    // The filter refuses, for example, calls that make the process dumpable, change its parent-death signal, merge
    // memory, or dispatch system calls to user space.
    FilterRule(
      calls: ["prctl"],
      verdict: .depending(
        int(0, isOneOf: PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP).map {
          FilterClause(conditions: $0, action: .allow)
        } + [
          // The kernel's log shows thread names, so the filter ignores a call that sets a name. The call returns
          // success, because libdispatch does not expect an error.
          FilterClause(conditions: [.argument(0, .isInt(UInt32(PR_SET_NAME)))], action: .errno(0))
        ], otherwise: .trap(answering: EPERM))),
    .allow(
      "prlimit64", when: [[.argument(0, .isInt(0)), .argument(2, .is(0))]], otherwise: .trap(answering: EPERM)),
  ]

  // MARK: Descriptors

  /// The rules for `close` and `fcntl`. The filter refuses the commands of `fcntl` for signal owners, pipe sizes,
  /// seals, leases and locks.
  ///
  /// Locks use kernel memory without a limit. On the devices that all keyboards share, a keyboard without network
  /// access could use locks to pass data to a keyboard that has network access. Only one process at a time uses a data
  /// container, so no keyboard needs a lock.
  private static var descriptors: [FilterRule] {
    let setFlags: [FilterCondition] = [
      .argument(1, .isInt(UInt32(F_SETFL))),
      .argument(2, .intHasOnly(UInt32(O_NONBLOCK | O_APPEND | O_ACCMODE) | OpenFlag.largeFile)),
    ]
    let commands = int(1, isOneOf: F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL) + [setFlags]
    return [closing, .allow("fcntl", when: commands, otherwise: .trap(answering: EPERM))]
  }

  /// The rule for `close`: closing the dynamic loader's descriptor of the keyboard's library has no effect.
  ///
  /// The filter lets a process map code only from the number of this descriptor, so the number must always refer to the
  /// library. The filter refuses `dup2`, `dup3` and `close_range`, because they could give the number to another file.
  private static let closing = FilterRule(
    calls: ["close"],
    verdict: .depending(
      [FilterClause(conditions: [.argument(0, .isInt(FilterProgram.libraryPlaceholder))], action: .errno(0))],
      otherwise: .allow))

  // MARK: Clocks

  /// The rules for clocks, which allow only the machine's clocks, up to the number `CLOCK_TAI`.
  ///
  /// A negative clock number selects the processor-time clock of any process. From the clock of another program's
  /// process, a keyboard could detect key presses in the program.
  private static let clocks: [FilterRule] = ["clock_gettime", "clock_getres", "clock_nanosleep"].map {
    .allow($0, when: [[.argument(0, .isAtMost(UInt64(CLOCK_TAI)))]], otherwise: .errno(EINVAL))
  }

  // MARK: Opening files

  private static func opening(in profile: FilterProfile) -> [FilterRule] {
    switch profile {
    case .noPaths:
      // The trap handler emulates open(2), openat(2) and newfstatat(2) for a few files that are already open, such as
      // the library and /dev/urandom.
      [.always(.trap(answering: ENOENT), "open", "openat", "newfstatat")]
    case .paths:
      [
        .allow("newfstatat", "creat"),
        .allow("open", when: readingFlags(in: 1), otherwise: .trap(answering: EACCES)),
        .allow("openat", when: readingFlags(in: 2), otherwise: .trap(answering: EACCES)),
      ]
    }
  }

  /// Returns the conditions for the allowed flags of `open`.
  ///
  /// The filter does not allow:
  /// - `O_PATH`, which Landlock does not check;
  /// - `O_TMPFILE`, because the host could not count a file without a name;
  /// - `O_TRUNC` when opening for reading, because older versions of Landlock do not check this flag;
  /// - opening for reading without `O_CLOEXEC`. libdispatch opens a file of `/proc` about its threads without
  ///   `O_CLOEXEC`. The process has no `/proc`, so the trap handler serves the file (Sandbox.md#libdispatch-proc-stat).
  ///   libdispatch opens its other files with `O_CLOEXEC`.
  private static func readingFlags(in index: UInt32) -> [[FilterCondition]] {
    let never = UInt64(OpenFlag.path | OpenFlag.temporary)
    let truncate = UInt64(O_TRUNC), closing = UInt64(O_CLOEXEC)
    let writing = [UInt64(O_WRONLY), UInt64(O_RDWR)].map { access in
      [FilterCondition.argument(index, .bits(mask: never | UInt64(O_ACCMODE), are: access))]
    }
    return writing + [
      [.argument(index, .bits(mask: never | UInt64(O_ACCMODE) | truncate | closing, are: closing))]
    ]
  }

  /// Returns conditions for an argument of the C type `int`. The conditions are true if the argument has one of these
  /// values.
  private static func int(_ index: UInt32, isOneOf values: Int32...) -> [[FilterCondition]] {
    values.map { [.argument(index, .isInt(UInt32(bitPattern: $0)))] }
  }
}

/// Flags of `open` that the C library does not declare for Swift. The values of some flags depend on the architecture.
private enum OpenFlag {
  /// `O_PATH`.
  static let path: UInt32 = 0o10000000
  /// The bit that turns `O_DIRECTORY` into `O_TMPFILE`.
  static let temporary: UInt32 = 0o20000000
  #if arch(arm64)
    /// The kernel's `O_LARGEFILE`. F_GETFL returns this flag, and programs pass the flag back to F_SETFL.
    static let largeFile: UInt32 = 0o400000
  #else
    /// The kernel's `O_LARGEFILE`. F_GETFL returns this flag, and programs pass the flag back to F_SETFL.
    static let largeFile: UInt32 = 0o100000
  #endif
}
