internal import CSeccomp
internal import Glibc
internal import LinuxShims

extension FilterRule {
  /// Calls whose arguments decide.
  static func depending(on profile: FilterProfile) -> [FilterRule] {
    memory + threads + limits + descriptors + clocks + opening(in: profile)
  }

  // MARK: Memory

  /// What may be mapped and how.
  ///
  /// Writable and executable never meet: a page that was ever written is never executed. Code comes from one descriptor
  /// alone, that of the keyboard's library (``closing``). Shared mappings escape the limit on memory
  /// (Sandbox.md#shared-mappings-escape), as do those that grow downward, which the kernel counts as stacks; huge pages
  /// are the whole machine's. So flags are a list of what may be, not of what may not.
  private static let memory: [FilterRule] = [
    .allow(
      "mmap",
      when: [
        [.argument(2, .isAtMost(readAndWrite)), .argument(3, privateMapping(with: MAP_ANONYMOUS))],
        // The keyboard's code, as the dynamic loader maps it.
        [
          .argument(2, .is(readAndExecute)), .argument(3, privateMapping(with: 0)),
          .argument(4, .is(UInt64(FilterProgram.libraryPlaceholder))),
        ],
      ], otherwise: .errno(EACCES)),
    .allow("mprotect", when: [[.argument(2, .isAtMost(readAndWrite))]], otherwise: .errno(EACCES)),
    // Not among the flags: MREMAP_FIXED, which puts memory in the place of other memory.
    .allow("mremap", when: [[.argument(3, .isAtMost(mayMove))]], otherwise: .errno(EINVAL)),
    // The C library gives back the stack of a thread that ends with all signals blocked: no trap.
    .allow(
      "madvise", when: int(2, isOneOf: MADV_NORMAL, MADV_RANDOM, MADV_DONTNEED, MADV_FREE), otherwise: .errno(EINVAL)),
  ]

  /// The rules that a call passes before all others: nothing below `KLV_LOWEST_ADDRESS` can be replaced, changed or given
  /// back. There lies the handler of faults, and no length leads to it from above.
  ///
  /// They are a program of their own, for libseccomp cannot put conditions on so many arguments of a call together.
  package static let lowMemory: [FilterRule] = [
    .never(
      "mmap", when: [isLow, .argument(3, .bits(mask: UInt64(MAP_FIXED), are: UInt64(MAP_FIXED)))], .errno(EACCES)),
    .never("mprotect", when: [isLow], .errno(EACCES)), .never("munmap", when: [isLow], .errno(EINVAL)),
    .never("mremap", when: [isLow], .errno(EINVAL)), .never("madvise", when: [isLow], .errno(EINVAL)),
  ]

  private static let isLow = FilterCondition.argument(0, .isAtMost(UInt64(KLV_LOWEST_ADDRESS) - 1))

  private static let readAndWrite = UInt64(PROT_READ | PROT_WRITE)
  private static let readAndExecute = UInt64(PROT_READ | PROT_EXEC)

  /// `MREMAP_MAYMOVE`, which the C library shows to C alone.
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
          // What pthread_create asks for, to the bit, once clone3 has answered ENOSYS.
          FilterClause(conditions: [.argument(0, .is(threadFlags))], action: .allow),
          // What posix_spawn and system ask for, with all signals blocked: a trap would end the process.
          FilterClause(
            conditions: [.argument(0, .is(UInt64(CLONE_VM | CLONE_VFORK | SIGCHLD)))], action: .errno(EPERM)),
        ], otherwise: .trap(answering: EPERM))),
    .allow(
      "futex",
      when: [
        // Not among them: FUTEX_WAKE_OP, which prints a number of the caller's in the kernel's log.
        FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI,
        FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET,
      ].map { operation in
        // Private or in shared memory: the link's words lie there.
        let variants = UInt32(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)
        return [.argument(1, .bits(mask: UInt64(~variants), are: UInt64(operation)))]
      }, otherwise: .errno(ENOSYS)),
    // raise and abort. A signal to anybody else, or a question whether he lives, is no accident; nor is a signal to itself
    // that looks as if somebody else had killed or stopped it.
    .allow("kill", when: ownSignals(in: 1), otherwise: .kill),
    .allow("tgkill", when: ownSignals(in: 2), otherwise: .kill),
    // Another process's number here would tell whether there is one. ENOSYS is what pthread_getattr_np, asking after
    // a thread, can do without.
    .allow(
      "sched_getaffinity", when: [[.argument(0, .isInt(0))], [.argument(0, .isOwnProcess)]], otherwise: .errno(ENOSYS)),
    .allow(
      "getpriority", when: [[.argument(0, .isInt(UInt32(PRIO_PROCESS.rawValue))), .argument(1, .isInt(0))]],
      otherwise: .errno(EPERM)),
    // libdispatch sets priorities and does not expect to fail.
    .always(.errno(0), "setpriority"),
    // A handler of its own for SIGSYS gains nothing: the call was not executed. Those of the faults are the runner's, for
    // the kernel prints bytes of a process that has none; setting another one succeeds and does nothing, so that reporters
    // of crashes do not fail. Asking which there is (no new one) is real.
    FilterRule(
      calls: ["rt_sigaction"],
      verdict: .depending(
        [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].map { signal in
          FilterClause(
            conditions: [.argument(0, .isInt(UInt32(signal))), .argument(1, .isAtLeast(1))], action: .errno(0))
        }, otherwise: .allow)),
  ]

  /// To the process itself, signals that nobody sends from outside to end or stop it. The last are the C library's own, for
  /// threads (`SIGCANCEL` and `SIGSETXID`).
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

  // MARK: What the process may ask about itself

  private static let limits: [FilterRule] = [
    // Not among them: being dumped, whose death is ours, merging of pages, handlers of system calls.
    FilterRule(
      calls: ["prctl"],
      verdict: .depending(
        int(0, isOneOf: PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP).map {
          FilterClause(conditions: $0, action: .allow)
        } + [
          // The kernel's log shows the name of a thread. libdispatch names its threads and does not expect to fail.
          FilterClause(conditions: [.argument(0, .isInt(UInt32(PR_SET_NAME)))], action: .errno(0))
        ], otherwise: .trap(answering: EPERM))),
    .allow(
      "prlimit64", when: [[.argument(0, .isInt(0)), .argument(2, .is(0))]], otherwise: .trap(answering: EPERM)),
  ]

  // MARK: Descriptors

  /// Not among them: who gets a descriptor's signals, a pipe's size, seals, leases. Nor locks, with `paths` either: they
  /// lie in the kernel's memory without a limit, and on the devices that all keyboards share they would carry what one
  /// has read to another that may send it. A container has one process at a time, and nothing to lock against.
  private static var descriptors: [FilterRule] {
    let setFlags: [FilterCondition] = [
      .argument(1, .isInt(UInt32(F_SETFL))),
      .argument(2, .intHasOnly(UInt32(O_NONBLOCK | O_APPEND | O_ACCMODE) | OpenFlag.largeFile)),
    ]
    let commands = int(1, isOneOf: F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL) + [setFlags]
    return [closing, .allow("fcntl", when: commands, otherwise: .trap(answering: EPERM))]
  }

  /// The dynamic loader's descriptor of the keyboard's library is never closed: so its number, from which alone code can
  /// be mapped, leads to the library for good. Nothing else could put another file there: `dup2`, `dup3` and
  /// `close_range` are refused.
  private static let closing = FilterRule(
    calls: ["close"],
    verdict: .depending(
      [FilterClause(conditions: [.argument(0, .isInt(FilterProgram.libraryPlaceholder))], action: .errno(0))],
      otherwise: .allow))

  // MARK: Clocks

  /// A clock is one of the machine's own, up to `CLOCK_TAI`.
  ///
  /// A negative number would be the processor time of any process: enough to see somebody else's key presses.
  private static let clocks: [FilterRule] = ["clock_gettime", "clock_getres", "clock_nanosleep"].map {
    .allow($0, when: [[.argument(0, .isAtMost(UInt64(CLOCK_TAI)))]], otherwise: .errno(EINVAL))
  }

  // MARK: Opening files

  private static func opening(in profile: FilterProfile) -> [FilterRule] {
    switch profile {
    case .noPaths:
      // The handler serves the library, /dev/urandom and the process's own status from what was opened beforehand.
      [.always(.trap(answering: ENOENT), "open", "openat", "newfstatat")]
    case .paths:
      [
        .allow("newfstatat", "creat"),
        .allow("open", when: harmlessFlags(in: 1), otherwise: .trap(answering: EACCES)),
        .allow("openat", when: harmlessFlags(in: 2), otherwise: .trap(answering: EACCES)),
      ]
    }
  }

  /// Not a mere handle (`O_PATH`), which Landlock does not stop; not a file without a name (`O_TMPFILE`), which nobody
  /// could count; not emptied while it is opened for reading, which older Landlocks let through.
  ///
  /// Nor the plainest of all, for reading and without `O_CLOEXEC`: so libdispatch reads of its threads, which the handler
  /// serves, for there is no `/proc` (Sandbox.md#libdispatch-proc-stat). All others the handler opens, with
  /// `O_CLOEXEC`.
  private static func harmlessFlags(in index: UInt32) -> [[FilterCondition]] {
    let never = UInt64(OpenFlag.path | OpenFlag.temporary)
    let truncate = UInt64(O_TRUNC), closing = UInt64(O_CLOEXEC)
    let writing = [UInt64(O_WRONLY), UInt64(O_RDWR)].map { access in
      [FilterCondition.argument(index, .bits(mask: never | UInt64(O_ACCMODE), are: access))]
    }
    return writing + [
      [.argument(index, .bits(mask: never | UInt64(O_ACCMODE) | truncate | closing, are: closing))]
    ]
  }

  /// An argument that is a C `int` is one of some values.
  private static func int(_ index: UInt32, isOneOf values: Int32...) -> [[FilterCondition]] {
    values.map { [.argument(index, .isInt(UInt32(bitPattern: $0)))] }
  }
}

/// Flags of `open` that the C library shows to C alone; some differ from one architecture to another.
private enum OpenFlag {
  /// `O_PATH`.
  static let path: UInt32 = 0o10000000
  /// The bit that makes `O_TMPFILE` of `O_DIRECTORY`.
  static let temporary: UInt32 = 0o20000000
  #if arch(arm64)
    /// `O_LARGEFILE` as the kernel means it: F_GETFL reports it, and F_SETFL is given it back.
    static let largeFile: UInt32 = 0o400000
  #else
    /// `O_LARGEFILE` as the kernel means it: F_GETFL reports it, and F_SETFL is given it back.
    static let largeFile: UInt32 = 0o100000
  #endif
}
