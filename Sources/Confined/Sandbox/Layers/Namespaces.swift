internal import Glibc
internal import LinuxShims

/// The namespaces of this process, and its private root.
enum Namespaces {
  /// Enters new namespaces, and returns in process 2 of the new PID namespace.
  ///
  /// The keyboard runs in process 2. In process 1, the kernel would ignore SIGXCPU, and `abort` would end the process
  /// with SIGSEGV (Sandbox.md#pid-two).
  ///
  /// - Returns: The process ID in the host's PID namespace.
  static func enter(
    _ order: ConfinementOrder, sharing memory: UnsafeMutableRawBufferPointer
  ) throws(ConfinementError) -> Int32 {
    if Privileges.otherUser != nil { try unshareAsRoot() } else { try unshareAsOrdinaryUser() }
    try becomeChild(leaving: memory)
    try becomeChild(leaving: memory)
    let identifier = try identifierInHost()
    try succeed(.namespaces, "sethostname", klv_set_hostname("klava"))
    try PrivateRoot.enter(order)
    return identifier
  }

  /// The process ID of this process in the host's PID namespace, from the host's `/proc`.
  static func identifierInHost() throws(ConfinementError) -> Int32 {
    var buffer = [CChar](repeating: 0, count: 16)
    let count = readlink("/proc/self", &buffer, buffer.count)
    guard count > 0, let number = Int32(String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
    else { throw ConfinementError(nil, "readlink(/proc/self)") }
    return number
  }

  /// Unshares the namespaces, and maps the user ID to 65534.
  private static func unshareAsOrdinaryUser() throws(ConfinementError) {
    let (user, group) = (geteuid(), getegid())
    guard klv_unshare(klv_all_namespaces()) == 0 else { throw refusal() }
    try write("deny", to: "self/setgroups")
    try write("\(Privileges.nobody) \(user) 1\n", to: "self/uid_map")
    try write("\(Privileges.nobody) \(group) 1\n", to: "self/gid_map")
  }

  /// Unshares the namespaces as root, and maps root and user 65534.
  ///
  /// Until the process calls ``Privileges/drop()``, it must be able to open root's files, because it mounts these files
  /// into the private root. Only a process outside the namespace may map two users, so a forked child writes the maps.
  private static func unshareAsRoot() throws(ConfinementError) {
    let parent = getpid()
    let unshared = try succeed(.namespaces, "eventfd", klv_eventfd_create())
    let mapper = try succeed(.namespaces, "fork", klv_fork())
    if mapper == 0 {
      klv_set_parent_death_signal(SIGKILL)
      var descriptor = pollfd(fd: unshared, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, -1)
      do {
        let map = "0 0 1\n\(Privileges.nobody) \(Privileges.nobody) 1\n"
        for name in ["uid_map", "gid_map"] { try write(map, to: "\(parent)/\(name)") }
      } catch {
        _exit(1)
      }
      _exit(0)
    }
    let result = klv_unshare(klv_all_namespaces())
    let failure = refusal()
    klv_eventfd_signal(unshared)
    close(unshared)
    var status: Int32 = 0
    while waitpid(mapper, &status, 0) < 0, errno == EINTR {}
    guard result == 0 else { throw failure }
    guard status == 0 else { throw ConfinementError(.namespaces, "the kernel refused uid_map or gid_map", errno: 0) }
  }

  /// The error for a failed unshare(2). ENOSPC means that a limit in /proc/sys/user is reached.
  private static func refusal() -> ConfinementError {
    guard errno == ENOSPC else { return ConfinementError(.namespaces, "unshare") }
    return ConfinementError(
      .namespaces, "unshare: the limit in /proc/sys/user is reached", errno: 0)
  }

  private static func write(_ text: String, to name: String) throws(ConfinementError) {
    let file = try succeed(.namespaces, name, open("/proc/\(name)", O_WRONLY | O_CLOEXEC))
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw ConfinementError(.namespaces, name) }
  }

  /// Forks and returns in the child. The parent only waits for the child, and then exits with the child's status.
  private static func becomeChild(
    leaving memory: UnsafeMutableRawBufferPointer
  ) throws(ConfinementError) {
    let parent = try succeed(.namespaces, "pidfd_open", klv_pidfd_open(getpid()))
    let child = try succeed(.namespaces, "fork", klv_fork())
    guard child == 0 else { waitAndEndAs(child, without: memory) }
    // A child does not inherit the parent-death signal (Sandbox.md#parent-death-signal). If the parent died before the
    // call of prctl, the parent's pidfd is readable.
    try succeed(.namespaces, "prctl(PR_SET_PDEATHSIG)", klv_set_parent_death_signal(SIGKILL))
    var descriptor = pollfd(fd: parent, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 0) == 0 else { throw ConfinementError(.namespaces, "the parent has ended", errno: 0) }
    close(parent)
  }

  private static func waitAndEndAs(_ child: pid_t, without memory: UnsafeMutableRawBufferPointer) -> Never {
    // Close all descriptors and unmap the shared memory, so that the keyboard has no influence on this waiting process.
    klv_close_from(0)
    if let base = memory.baseAddress { munmap(base, memory.count) }
    do throws(ConfinementError) {
      try Privileges.drop()
    } catch {
      kill(child, SIGKILL)
    }
    // Wait on the pidfd first, because it becomes readable only at the child's end. In waitpid, this process would also
    // wake when the child stops or continues.
    var descriptor = pollfd(fd: klv_pidfd_open(child), events: Int16(POLLIN), revents: 0)
    while descriptor.fd >= 0, poll(&descriptor, 1, -1) < 0, errno == EINTR {}
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let (signal, exitStatus) = (status & 0x7f, (status >> 8) & 0xff)
    // Process 1 of a PID namespace cannot end itself with a signal. If a signal ended its child, process 1 exits with a
    // status above `signalBase`. The parent of process 1 is outside the namespace, reads this status, and ends itself
    // with the same signal. Process 1 passes on the exit statuses of the fault handler, because these statuses report a
    // signal too. Process 1 limits every other exit status to a value below `signalBase`.
    if getpid() == 1 {
      let isFault = klv_fault_of_status(exitStatus) != 0
      _exit(signal != 0 ? signalBase + signal : isFault ? exitStatus : min(exitStatus, signalBase - 1))
    }
    if signal != 0 { endBy(signal) }
    if exitStatus > signalBase { endBy(exitStatus - signalBase) }
    _exit(exitStatus)
  }

  private static func endBy(_ signal: Int32) -> Never {
    _ = klv_limit(Int32(RLIMIT_CORE.rawValue), 0, 0)
    Glibc.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    _exit(signalBase + signal)
  }

  /// The offset of signals in exit statuses: a status that reports a signal is this number plus the signal's number.
  private static let signalBase = KLV_FAULT_STATUS
}
