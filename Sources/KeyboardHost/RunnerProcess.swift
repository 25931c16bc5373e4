internal import Glibc
internal import LinuxShims
internal import Sandbox
internal import TextInput
internal import Wire

/// A process of `klava-runner`: spawned with a clean environment and nothing of the host's but its link, killed and reaped
/// when this value goes.
///
/// The process ends with the thread that made it (`PR_SET_PDEATHSIG`), so that no keyboard outlives its host: make it on a
/// thread that stays.
struct RunnerProcess: ~Copyable {
  /// Its identifier, and that of its process group.
  let processIdentifier: pid_t
  /// Readable when the process ends.
  let pidfd: OwnedDescriptor
  /// Leads to the process that runs the keyboard, which in namespaces of its own is a grandchild of this process; nil until
  /// that has greeted.
  private var keyboard: OwnedDescriptor?
  /// The end of the socket through which the folder of its container in memory comes.
  private let containerChannel: OwnedDescriptor
  /// The reading end of its standard output and error; never blocks.
  private let output: OwnedDescriptor

  /// What the environment of every runner is; Swift's crash reports would print typed text
  /// (Sandbox.md#crash-reports-print-text).
  private static let environment = ["TZ=UTC", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1"]
  /// Without it nobody could tell how a process ended, and its number could be another's before it is let go.
  private static let keepsEndsOfChildren = klv_wait_for_children() == 0
  private static let memoryDescriptor: Int32 = 3
  private static let eventDescriptor: Int32 = 4
  private static let orderDescriptor: Int32 = 5
  /// The number by which the process has the keyboard's library.
  static let libraryDescriptor: Int32 = 6

  /// Starts the program at `path` with a link's two descriptors as 3 and 4, the order that it obeys as 5 and the
  /// keyboard's library as 6.
  ///
  /// - Parameter sendsContainer: Whether it has a container in memory, whose folder it sends through a socket that is its 7.
  init(
    path: String, link: borrowing HostLink, order: borrowing OwnedDescriptor, library: borrowing OwnedDescriptor,
    sendsContainer: Bool
  ) throws(LinkError) {
    _ = Self.keepsEndsOfChildren
    var ends: [Int32] = [-1, -1]
    guard klv_pipe(&ends) == 0 else { throw .system(operation: "pipe2", errno: errno) }
    let reading = OwnedDescriptor(owning: ends[0])
    let writing = OwnedDescriptor(owning: ends[1])
    ends = [-1, -1]
    if sendsContainer, klv_socket_pair(&ends) < 0 { throw .system(operation: "socketpair", errno: errno) }
    let channel = OwnedDescriptor(owning: ends[0])
    let otherEnd = OwnedDescriptor(owning: ends[1])

    // Numbers above those that the process will have, so that no copy falls on another's place.
    let memory = try Self.copy(link.memoryDescriptor)
    let event = try Self.copy(link.eventDescriptor)
    let text = try Self.copy(writing.rawValue)
    let order = try Self.copy(order.rawValue)
    let library = try Self.copy(library.rawValue)
    let container = sendsContainer ? try Self.copy(otherEnd.rawValue) : OwnedDescriptor(owning: -1)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, text.rawValue, 1)
    posix_spawn_file_actions_adddup2(&actions, text.rawValue, 2)
    posix_spawn_file_actions_adddup2(&actions, memory.rawValue, Self.memoryDescriptor)
    posix_spawn_file_actions_adddup2(&actions, event.rawValue, Self.eventDescriptor)
    posix_spawn_file_actions_adddup2(&actions, order.rawValue, Self.orderDescriptor)
    posix_spawn_file_actions_adddup2(&actions, library.rawValue, Self.libraryDescriptor)
    if sendsContainer {
      posix_spawn_file_actions_adddup2(&actions, container.rawValue, ConfinementOrder.containerChannel)
    }
    klv_spawn_close_from(&actions, ConfinementOrder.containerChannel + (sendsContainer ? 1 : 0))
    // From within its folder, which the person's name may be in: the kernel tells a program by which path it was started.
    let (folder, name) = Self.place(of: path)
    klv_spawn_in_folder(&actions, folder)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var allSignals = sigset_t()
    sigfillset(&allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var identifier: pid_t = 0
    let error = withCStrings(["klava-runner", String(getpid())]) { arguments in
      withCStrings(Self.environment) { environment in
        posix_spawn(&identifier, name, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw .system(operation: "posix_spawn(\(path))", errno: error) }
    // Nobody else reaps the child, so the number still is its own.
    let descriptor = klv_pidfd_open(identifier)
    if descriptor < 0 {
      let number = errno
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw .system(operation: "pidfd_open", errno: number)
    }
    processIdentifier = identifier
    pidfd = OwnedDescriptor(owning: descriptor)
    keyboard = nil
    output = reading
    containerChannel = channel
  }

  deinit {
    killGroup()
    reap()
  }

  /// Takes note of which process runs the keyboard; answers whether it is one of this group, or has ended meanwhile.
  mutating func keyboardRuns(in process: pid_t) -> Bool {
    let descriptor = klv_pidfd_open(process)
    guard descriptor >= 0 else { return errno == ESRCH }
    // Asked after it was opened, so that it still is the same process.
    let group = getpgid(process)
    guard group == processIdentifier else {
      close(descriptor)
      return group < 0
    }
    keyboard = OwnedDescriptor(owning: descriptor)
    return true
  }

  /// The folder of its container in memory, which it has sent before its greeting; -1 where it has not. Asked once, and
  /// closed by who asks.
  func takeContainer() -> Int32 { klv_receive_descriptor(containerChannel.rawValue) }

  /// Whether the process has ended.
  var hasEnded: Bool {
    var descriptor = pollfd(fd: pidfd.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Sends a signal to the process and its group.
  func signal(_ signal: Int32) {
    guard !hasEnded else { return }
    killpg(processIdentifier, signal)
    // It may have moved to another group, where the line above does not find it.
    _ = klv_pidfd_send_signal(pidfd.rawValue, signal)
  }

  /// What the process wrote since it was last asked, at most as much as the pipe holds, and whether that was full: then
  /// the process may have written more, which went nowhere.
  func drainOutput() -> (bytes: [UInt8], wasFull: Bool) {
    var result: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
      while result.count < 256 * 1024 {
        let count = read(output.rawValue, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    // A write of up to a page is made whole or not at all, so that much may be left free.
    return (result, result.count > Self.outputCapacity - 4096)
  }

  /// Bytes that a pipe holds: pipe(7).
  private static let outputCapacity = 64 * 1024

  /// Ends the process, and says how it ended.
  ///
  /// - Parameters:
  ///   - output: What it said, if it ended before its greeting: its own status then says what could not be done, and is
  ///     a keyboard's status afterwards.
  ///   - use: What it used when that was last looked at.
  ///   - shortages: What it says that it was short of then.
  ///   - limits: What it might use.
  consuming func ended(
    saying output: [UInt8]?, after use: ProcessUse?, short shortages: Set<LimitShortage>, limits: KeyboardLimits
  ) -> KeyboardEnd {
    // Asked before the kill, so that our own signal is not taken for the cause.
    let hadEnded = hasEnded
    killGroup()
    var information = siginfo_t()
    var used = rusage()
    guard hadEnded, klv_look_at_death(pidfd.rawValue, &information, &used) == 0 else {
      return .crashed("it was ended by the host")
    }
    let status = information._sifields._sigchld.si_status
    if let output, information.si_code == CLD_EXITED {
      let line = String(decoding: output, as: UTF8.self).split(separator: "\n").last ?? ""
      let reason = String(line.trimmingPrefix("klava-runner: "))
      if let layer = ConfinementFailure.layer(exitStatus: status) { return .unconfined(layer, reason) }
      if !reason.isEmpty { return .notStarted(reason) }
    }
    let death = ProcessDeath(
      cause: information.si_code == CLD_EXITED ? .exit(status) : .signal(status),
      processorTime: Self.duration(used.ru_utime) + Self.duration(used.ru_stime))
    return death.end(after: use, short: shortages, limits: limits)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }

  /// Ends the process and whatever it started: its number stays its group's until it is reaped, also if it has ended.
  private func killGroup() {
    switch keyboard {
    case .some(let keyboard):
      // The keyboard's process alone, first: the two that wait for it then see to its remains and end themselves. Killed all
      // at once they would leave theirs to the system's first process, which in a container may never look after them.
      _ = klv_pidfd_send_signal(keyboard.rawValue, SIGKILL)
      killpg(processIdentifier, SIGCONT)
      var descriptor = pollfd(fd: pidfd.rawValue, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 100)
    case nil: break
    }
    killpg(processIdentifier, SIGKILL)
    // Nobody would ever reap a process that had moved to another group and lived on.
    _ = klv_pidfd_send_signal(pidfd.rawValue, SIGKILL)
  }

  private func reap() {
    // Itself, whichever group it has moved to.
    var information = siginfo_t()
    while waitid(P_PIDFD, id_t(pidfd.rawValue), &information, WEXITED) < 0, errno == EINTR {}
    // All of its group: without the filter a keyboard can make itself a brother (CLONE_PARENT), who then is this process's
    // child, and whose remains nobody else would see to.
    while waitpid(-processIdentifier, nil, 0) > 0 || errno == EINTR {}
  }

  /// The folder and the name of the file that a path leads to.
  private static func place(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func copy(_ descriptor: Int32) throws(LinkError) -> OwnedDescriptor {
    try OwnedDescriptor(owning: fcntl(descriptor, F_DUPFD_CLOEXEC, 16), of: "fcntl(F_DUPFD_CLOEXEC)")
  }
}
