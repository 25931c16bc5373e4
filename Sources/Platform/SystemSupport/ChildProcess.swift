internal import Glibc
internal import LinuxShims

/// A child of this process. Destroying this value kills and reaps the child.
package struct ChildProcess: ~Copyable, Sendable {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    /// The process exited. The number is its exit status.
    case exit(Int32)
    /// A signal ended the process. The number is the signal's number.
    case signal(Int32)
  }

  /// The child's process ID. The kernel does not give the ID to another process before the child is reaped.
  package let identifier: Int32
  /// A descriptor that becomes readable when the process ends.
  package let pidfd: Descriptor

  /// Whether the kernel keeps the exit status of ended children. The first read of this property makes the kernel keep
  /// the status.
  ///
  /// Without the status, the kernel could reuse the process number of an ended child, and this process could not tell
  /// how the child ended.
  private static let keepsEndsOfChildren = klv_wait_for_children() == 0

  /// `POSIX_SPAWN_SETSID` of spawn.h, which Swift does not import.
  private static let newSession: Int32 = 0x80

  /// Starts a program with the default action for each signal, and with no signal blocked.
  ///
  /// If ``OpenPrograms`` keeps the program open, and an upgrade has replaced the file, this initializer starts the open
  /// version. The open version runs with a working directory in /proc, and must set its process name itself
  /// (`klv_set_name`).
  ///
  /// - Parameters:
  ///   - path: The path of the program, relative to `folder`.
  ///   - arguments: The arguments. The first argument is the name of the program.
  ///   - environment: The environment, as `NAME=VALUE`.
  ///   - descriptors: The descriptors that the process gets as numbers 0, 1, 2 and so on. The process inherits no other
  ///     descriptors.
  ///   - folder: The working directory; nil for the working directory of this process.
  ///   - hasOwnSession: Whether the process leads a new session (`setsid(2)`), and so also a new process group. The
  ///     process has no controlling terminal. The scheduler divides the processors between sessions (autogroup in
  ///     sched(7)), so many busy threads of the process delay this process less.
  /// - Throws: The error of `fcntl(2)`, `posix_spawn(3)` or `pidfd_open(2)`.
  package init(
    _ path: String, arguments: [String], environment: [String], descriptors: [Int32], in folder: String? = nil,
    hasOwnSession: Bool = false
  ) throws(SystemError) {
    _ = Self.keepsEndsOfChildren
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let program = OpenPrograms.replaced(at: folder.map { "\($0)/\(path)" } ?? path)
    let inherited = descriptors + (program.map { [$0.number] } ?? [])
    let count = Int32(inherited.count)
    // First copy the descriptors to high numbers, because `dup2` to a small number must not overwrite a descriptor that
    // is still needed.
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for descriptor in inherited {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, count)
      guard copy >= 0 else { throw SystemError.last }
      copies.append(copy)
    }
    for (number, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, Int32(number)) }
    klv_spawn_close_from(&actions, count)
    if program != nil {
      // The kernel closes this descriptor when it executes the program. The program can read the path by which it is
      // started, so use a relative path that names no folder.
      posix_spawn_file_actions_addopen(&actions, count, "/proc/self/fd/\(count - 1)", O_RDONLY | O_CLOEXEC, 0)
      posix_spawn_file_actions_addclose(&actions, count - 1)
      klv_spawn_in_folder(&actions, "/proc/self/fd")
    } else if let folder {
      klv_spawn_in_folder(&actions, folder)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var allSignals = sigset_t()
    sigfillset(&allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasOwnSession ? Self.newSession : 0)))

    var identifier: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&identifier, program == nil ? path : String(count), &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw SystemError(error) }
    let pidfd = klv_pidfd_open(identifier)
    guard pidfd >= 0 else {
      let error = SystemError.last
      kill(identifier, SIGKILL)
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
      throw error
    }
    self.identifier = identifier
    self.pidfd = Descriptor(owning: pidfd)
  }

  /// Returns the paths of the executable files with a name, in the order of the folders.
  ///
  /// - Parameters:
  ///   - name: The name of a program, such as `gdb`.
  ///   - folders: The folders to search; nil for the folders of `PATH`. The function ignores relative paths.
  package static func programs(named name: String, in folders: [String]? = nil) -> [String] {
    let known = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return (folders ?? known.split(separator: ":").map(String.init)).filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }.filter { access($0, X_OK) == 0 }
  }

  deinit {
    signal(SIGKILL)
    reap()
  }

  /// Sends a signal to the process. If the process has ended, this function does nothing.
  package func signal(_ signal: Int32) { _ = klv_pidfd_send_signal(pidfd.number, signal) }

  /// Waits until the process ends.
  ///
  /// - Parameter limit: The maximum time to wait.
  /// - Returns: How the process ended; nil if it still runs.
  package func end(within limit: Duration = .zero) -> End? {
    let deadline = ContinuousClock.now + limit
    var descriptor = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      ready = klv_poll(&descriptor, 1, Int64(left / .nanoseconds(1)))
    } while ready < 0 && errno == EINTR
    var information = siginfo_t()
    var used = rusage()
    guard ready > 0, klv_look_at_death(pidfd.number, &information, &used) == 0 else { return nil }
    let status = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? .exit(status) : .signal(status)
  }

  /// Waits until the process ends, and reaps it. If the process is already reaped, this function does nothing.
  package func reap() {
    var information = siginfo_t()
    while waitid(P_PIDFD, id_t(pidfd.number), &information, WEXITED) < 0, errno == EINTR {}
  }
}
