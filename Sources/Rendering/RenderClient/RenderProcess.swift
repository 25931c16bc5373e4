internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
internal import LinuxShims
internal import Sandbox
internal import SystemSupport

/// A process of `klava-renderer`. The client kills and reaps it when this value is destroyed.
///
/// The order, the answer and the errors are files in memory, so that neither side blocks on a slow reader.
struct RenderProcess: ~Copyable {
  private let identifier: pid_t
  private let pidfd: Descriptor
  private let answer: Descriptor
  private let errors: Descriptor

  /// The time limit for a picture in nanoseconds.
  private static let deadline: Int64 = 20_000_000_000

  private static func start(
    _ path: String, environment: [String], order: PictureOrder, layers: Set<Layer>
  ) throws(LinkError) -> RenderProcess {
    let orderFile = try file("klava-order")
    let answer = try file("klava-answer")
    let errors = try file("klava-errors")
    let bytes = order.frame
    guard write(orderFile.number, bytes, bytes.count) == bytes.count, lseek(orderFile.number, 0, SEEK_SET) == 0
    else { throw .system(operation: "write(order)", errno: errno) }
    let arguments = ["klava-renderer", String(getpid()), layers.sorted().map(\.rawValue).joined(separator: ",")]
    let identifier = try spawn(
      path, arguments, environment, [orderFile.number, answer.number, errors.number])
    let descriptor = klv_pidfd_open(identifier)
    if descriptor < 0 {
      let number = errno
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw .system(operation: "pidfd_open", errno: number)
    }
    return RenderProcess(
      identifier: identifier, pidfd: Descriptor(owning: descriptor), answer: answer, errors: errors)
  }

  /// Starts the program with an order as its standard input.
  init(running path: String, environment: [String], order: PictureOrder, layers: Set<Layer>) throws(RenderError) {
    do throws(LinkError) {
      self = try Self.start(path, environment: environment, order: order, layers: layers)
    } catch {
      throw .notStarted("\(error)")
    }
  }

  private init(
    identifier: pid_t, pidfd: consuming Descriptor, answer: consuming Descriptor,
    errors: consuming Descriptor
  ) {
    self.identifier = identifier
    self.pidfd = pidfd
    self.answer = answer
    self.errors = errors
  }

  deinit {
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }

  /// Waits for the end of the process and returns its answer.
  func wait() throws(RenderError) -> [UInt8] {
    var descriptor = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = klv_poll(&descriptor, 1, Self.deadline) } while ready < 0 && errno == EINTR
    guard ready > 0 else { throw .ended("it took longer than \(Self.deadline / 1_000_000_000) s") }
    var information = siginfo_t()
    var used = rusage()
    guard klv_look_at_death(pidfd.number, &information, &used) == 0 else { throw .ended("the cause is unknown") }
    let status = information._sifields._sigchld.si_status
    let signal = information.si_code == CLD_EXITED ? klv_fault_of_status(status) : status
    guard signal == 0 else { throw .ended("signal \(signal) ended the decoding process") }
    guard status == 0 else {
      let said = String(decoding: Self.contents(of: errors, limit: 1_024), as: UTF8.self)
      let line = said.split(separator: "\n").last.map { String($0) } ?? "status \(status)"
      let reason = String(line.trimmingPrefix("klava-renderer: "))
      if let layer = ConfinementError.layer(exitStatus: status) { throw .unconfined(layer, reason) }
      throw .ended(reason)
    }
    return Self.contents(of: answer, limit: RenderClient.maximumAnswerBytes)
  }

  private static func contents(of file: borrowing Descriptor, limit: Int) -> [UInt8] {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return [] }
    let size = min(max(0, Int(status.st_size)), limit)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file.number, buffer.baseAddress, size, 0))
    }
  }

  private static func file(_ name: String) throws(LinkError) -> Descriptor {
    // Descriptors above the standard ones, so that `dup2` does not overwrite one before it is copied.
    let file = try Descriptor(klv_memfd_create(name), of: "memfd_create")
    return try Descriptor(fcntl(file.number, F_DUPFD_CLOEXEC, 16), of: "fcntl(F_DUPFD_CLOEXEC)")
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ descriptors: [Int32]
  ) throws(LinkError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    klv_spawn_close_from(&actions, Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    var allSignals = sigset_t()
    sigfillset(&allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var identifier: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw .system(operation: "posix_spawn(\(path))", errno: error) }
    return identifier
  }
}
