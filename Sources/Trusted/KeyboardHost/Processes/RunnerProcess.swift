internal import FoundationEssentials
internal import Glibc
internal import HostLink
internal import KeyboardLink
internal import KeyboardProtocol
internal import LinuxShims
internal import Sandbox
internal import SystemSupport

/// A process of `klava-runner` with a clean environment and only the descriptors that it needs.
///
/// Until the process gets a confinement order, it belongs to no keyboard and has loaded nothing but the Swift runtime.
///
/// The deinitializer of this value kills and reaps the process. The kernel kills the process when the thread that
/// started the process ends (`PR_SET_PDEATHSIG`), so no keyboard outlives its host. Create the value on a thread that
/// lives as long as the host.
struct RunnerProcess: ~Copyable {
  private let process: ChildProcess
  /// The process that runs the keyboard; nil until its greeting. If the sandbox uses namespaces, this process is a
  /// grandchild of the host's child process.
  private var keyboard: Descriptor?
  /// The identifier of the process that runs the keyboard; nil until its greeting.
  private var keyboardIdentifier: pid_t?
  /// Whether the keyboard runs in exactly one process. Without a seccomp filter, a keyboard can start more processes.
  private var keyboardIsAlone = false
  /// The host's end of the socket over which the process gets its confinement order and its library; nil after the
  /// greeting.
  private var channel: Descriptor?
  /// The reading end of the pipe for standard output and standard error. Reads never block.
  private let output: Descriptor

  /// The environment of every runner, with the user's time zone. Without `SWIFT_BACKTRACE`, Swift's crash reports would
  /// print typed text (Sandbox.md#crash-reports-print-text).
  private static let environment = [
    "TZ=\(timeZone)", "LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=1",
  ]

  /// The name of the user's time zone. FoundationEssentials cannot determine this name.
  private static var timeZone: String {
    let folder = "/usr/share/zoneinfo/"
    if let value = getenv("TZ").map({ String(cString: $0) }) {
      // The C library also accepts a colon before the name of a time zone.
      let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
      var status = stat()
      if !name.isEmpty, stat(folder + name, &status) == 0, status.isRegular { return name }
    }
    // Without `/etc/localtime`, use UTC, as the C library does.
    let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? ""
    return link.firstRange(of: folder).map { String(link[$0.upperBound...]) } ?? "GMT"
  }

  /// Starts the program at `path`. The process loads its own libraries, and then waits for ``send(_:library:)``.
  ///
  /// The process gets the link as descriptors 3 and 4. Descriptor 5 is the socket for the confinement order and the
  /// library.
  ///
  /// - Parameters:
  ///   - path: The path of the program `klava-runner`.
  ///   - link: The link to the process.
  /// - Throws: `LinkError` if a system call fails.
  init(path: String, link: borrowing HostLink) throws(LinkError) {
    let pipe: PipeEnds
    do throws(SystemError) { pipe = try PipeEnds() } catch { throw .system(operation: "pipe2", errno: error.number) }
    var ends: [Int32] = [-1, -1]
    guard klv_socket_pair(&ends) == 0 else { throw .system(operation: "socketpair", errno: errno) }
    let channel = Descriptor(owning: ends[0])
    let otherEnd = Descriptor(owning: ends[1])

    let input = try Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), of: "open(/dev/null)")
    let descriptors = [
      input.number, pipe.writing.number, pipe.writing.number, link.memoryDescriptor, link.eventDescriptor,
      otherEnd.number,
    ]
    // Start the program by a relative path, because the program can read the path, and an absolute path may contain the
    // user's name.
    let (folder, name) = Self.place(of: path)
    do throws(SystemError) {
      process = try ChildProcess(
        name, arguments: ["klava-runner", String(getpid())], environment: Self.environment, descriptors: descriptors,
        in: folder, hasOwnSession: true)
    } catch {
      throw .system(operation: "posix_spawn(\(path))", errno: error.number)
    }
    keyboard = nil
    output = pipe.closeWriting()
    self.channel = .some(channel)
  }

  deinit {
    killGroup()
    // First reap the process itself, which may be in any group.
    process.reap()
    // Then reap the other processes of the group. Without the seccomp filter, a keyboard can start a child of the host
    // (CLONE_PARENT), and only the host can reap such a child.
    while waitpid(-processIdentifier, nil, 0) > 0 || errno == EINTR {}
  }

  /// The identifier of the process, which is also the identifier of its process group.
  var processIdentifier: pid_t { process.identifier }
  /// The number of a descriptor that becomes readable when the process ends.
  var pidfd: Int32 { process.pidfd.number }

  /// Sends the confinement order and the keyboard's library. After the order and the library arrive, the process
  /// confines itself and sends a greeting.
  ///
  /// If the process has ended, this function does nothing, and the wait for the greeting reports how the process ended.
  ///
  /// - Throws: `LinkError` if a system call fails.
  func send(_ order: borrowing Descriptor, library: borrowing Descriptor) throws(LinkError) {
    // Another program may have stopped the process while it waited.
    process.signal(SIGCONT)
    for descriptor in [library.number, order.number] {
      guard klv_send_descriptor(channelNumber, descriptor) == 0 || errno == EPIPE || errno == ECONNRESET else {
        throw .system(operation: "sendmsg(order)", errno: errno)
      }
    }
  }

  /// Stores a descriptor of the process that runs the keyboard.
  ///
  /// - Parameters:
  ///   - process: The identifier of the process.
  ///   - alone: Whether a seccomp filter prevents the keyboard from starting other processes.
  /// - Returns: Whether the process is in the runner's process group or has already ended.
  mutating func keyboardRuns(in process: pid_t, alone: Bool) -> Bool {
    let descriptor = klv_pidfd_open(process)
    guard descriptor >= 0 else { return errno == ESRCH }
    // getpgid comes after pidfd_open, so that the kernel cannot reuse the process number between the two calls.
    let group = getpgid(process)
    guard group == processIdentifier else {
      close(descriptor)
      return group < 0
    }
    keyboard = Descriptor(owning: descriptor)
    keyboardIdentifier = process
    keyboardIsAlone = alone
    return true
  }

  /// Returns the folder descriptor of the in-memory data container; -1 if the process sent no descriptor before its
  /// greeting.
  ///
  /// Call this method only one time, after the greeting, because this method closes the socket. The caller closes the
  /// descriptor.
  mutating func receiveContainer() -> Int32 {
    defer { channel = nil }
    return klv_receive_descriptor(channelNumber)
  }

  private var channelNumber: Int32 {
    switch channel {
    case .some(let channel): channel.number
    case .none: -1
    }
  }

  var hasEnded: Bool {
    var descriptor = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// The pidfd of the only process that runs code of the keyboard; nil if several processes may run code of the
  /// keyboard.
  private var numberOfOnlyProcess: Int32? {
    guard keyboardIsAlone else { return nil }
    // Use `switch`, because in a release build, `if case` with a noncopyable `Descriptor` makes the compiler of Swift
    // 6.3 hang.
    switch keyboard {
    case .some(let keyboard): return keyboard.number
    case .none: return nil
    }
  }

  /// Stops or continues the keyboard: sends a signal to each process in which the keyboard's code may run.
  ///
  /// Before the greeting, this method does nothing. The processes of the group run no code of the keyboard yet. If the
  /// host stopped a child that has not called `prctl(PR_SET_PDEATHSIG)` yet, the child would outlive the host.
  func signal(_ signal: Int32) {
    guard runsKeyboard else { return }
    // With namespaces, the group has two more processes, which only wait. A signal to the group would wake these two
    // processes while the user waits (Sandbox.md#stopping-is-cheap).
    if let alone = numberOfOnlyProcess {
      _ = klv_pidfd_send_signal(alone, signal)
      return
    }
    guard !hasEnded else { return }
    killpg(processIdentifier, signal)
    // The process may have moved to another group, which killpg does not reach.
    process.signal(signal)
  }

  /// Forbids the keyboard's main thread to run on the core of this thread.
  ///
  /// - Returns: The cores on which the main thread could run before, for ``allow(_:)``; nil if the thread may still run
  ///   on the same cores.
  func forbidCurrentCore() -> klv_cores? {
    var cores = klv_cores()
    guard let keyboardIdentifier, !hasEnded, klv_forbid_current_core(keyboardIdentifier, &cores) else { return nil }
    return cores
  }

  /// Sets the cores on which the keyboard's main thread may run.
  func allow(_ cores: klv_cores) {
    guard let keyboardIdentifier, !hasEnded else { return }
    withUnsafePointer(to: cores) { _ = klv_allow_cores(keyboardIdentifier, $0) }
  }

  /// Whether the process that runs the keyboard has sent its greeting.
  private var runsKeyboard: Bool { keyboardIdentifier != nil }

  /// Makes the keyboard's process record its stack in the journal and end itself, and then kills it. The keyboard's
  /// code can prevent the recording. Does not wait for the end of a killed process: the kernel can need more than 100
  /// ms to free its memory.
  func killUnresponsive() {
    // The threads of the keyboard may keep all processors busy. With the lowest priority, they delay the host less.
    setpriority(Int32(PRIO_PGRP.rawValue), id_t(processIdentifier), Self.lowestPriority)
    switch keyboard {
    case .some(let keyboard):
      if klv_pidfd_send_signal(keyboard.number, SIGABRT) == 0 {
        var descriptor = pollfd(fd: keyboard.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Self.timeForStack)
      }
      _ = klv_pidfd_send_signal(keyboard.number, SIGKILL)
      killpg(processIdentifier, SIGCONT)
    case nil: break
    }
  }

  /// The nice value for the lowest priority, see setpriority(2).
  private static let lowestPriority: Int32 = 19

  /// The time in milliseconds within which a process can record its stack.
  private static let timeForStack: Int32 = 20

  /// Reads the output since the last call, at most about 256 KiB.
  ///
  /// - Returns: The bytes, and whether the pipe was full. If the pipe was full, the process may have lost output.
  func drainOutput() -> (bytes: [UInt8], wasFull: Bool) {
    var result: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
      while result.count < 256 * 1024 {
        let count = read(output.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    // The kernel writes at most one page to a pipe completely or not at all. So a write can fail although almost one
    // page of the pipe is free.
    return (result, result.count > Self.outputCapacity - 4096)
  }

  /// The capacity of a pipe in bytes, see pipe(7).
  private static let outputCapacity = 64 * 1024

  /// Kills the process, and returns how it ended.
  ///
  /// - Parameters:
  ///   - output: The process's output, if the process ended before its greeting; nil if it ended later. Before the
  ///     greeting, the exit status names the failed step of the confinement. After the greeting, the keyboard chooses
  ///     the status.
  ///   - use: The last known use of resources.
  ///   - reached: The limits that the process reports as reached.
  ///   - limits: The limits of the process.
  /// - Returns: The reason for the end of the process, and whether that reason names the reached limits.
  consuming func ended(
    saying output: [UInt8]?, after use: ProcessUse?, reached: Set<LimitReached>, limits: KeyboardLimits
  ) -> (end: KeyboardEndError, namesLimits: Bool) {
    // Before the kill, check whether the process has already ended. Without this check, the host's own SIGKILL would
    // look like the cause of the end.
    let hadEnded = hasEnded
    killGroup()
    var information = siginfo_t()
    var used = rusage()
    guard hadEnded, klv_look_at_death(pidfd, &information, &used) == 0 else {
      return (.crashed("the host ended it"), false)
    }
    let status = information._sifields._sigchld.si_status
    if let output, information.si_code == CLD_EXITED {
      let line = String(decoding: output, as: UTF8.self).split(separator: "\n").last ?? ""
      let reason = String(line.trimmingPrefix("klava-runner: "))
      if let layer = ConfinementError.layer(exitStatus: status) { return (.unconfined(layer, reason), false) }
      if !reason.isEmpty { return (.notStarted(reason), false) }
    }
    let death = ProcessDeath(
      cause: information.si_code == CLD_EXITED ? .exit(status) : .signal(status),
      processorTime: Self.duration(used.ru_utime) + Self.duration(used.ru_stime))
    return (death.end(after: use, reached: reached, limits: limits), death.namesLimits)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }

  /// Kills the process and its whole group. The group keeps its number until the host reaps the process.
  private func killGroup() {
    switch keyboard {
    case .some(let keyboard):
      // Kill the keyboard's process first, so that its parent and grandparent reap it and exit. If the host killed all
      // three processes at the same time, process 1 of the machine or container would have to reap them. In a
      // container, process 1 possibly never reaps other processes.
      _ = klv_pidfd_send_signal(keyboard.number, SIGKILL)
      killpg(processIdentifier, SIGCONT)
      var descriptor = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 100)
    case nil: break
    }
    killpg(processIdentifier, SIGKILL)
    // The process may have moved to another group, which killpg does not reach. The deinitializer waits for the end of
    // the process.
    process.signal(SIGKILL)
  }

  /// Returns the folder and the file name of a path.
  private static func place(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
