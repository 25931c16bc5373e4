// ConfinedHelper: starts a program of Klava that reads untrusted bytes, and returns its answer.
//
// For:    `RenderClient` and `BundleFormat`, whose programs decode pictures, property lists and libraries.
// Never:  interprets an answer. The program decoded untrusted bytes, so its answer is untrusted too.
// Start:  `ConfinedHelper` below. The module `HelperStart` is the other side.

internal import Glibc
internal import KeyboardLink
internal import LinuxShims
package import Sandbox
internal import SystemSupport

/// A confined process of a helper executable. The host kills and reaps the process when this value is destroyed.
///
/// The order, the answer and the error output are files in memory, so that neither side waits for a slow reader.
package struct ConfinedHelper: ~Copyable {
  /// A program and the limits of its process.
  package struct Program: Sendable {
    /// The absolute path of the program. Its last part is the name in messages.
    package var path: String
    /// The name of the program's mode; nil if it has only one.
    package var mode: String?
    /// The environment of the process, as `NAME=VALUE`.
    package var environment: [String]
    /// The maximum size of an answer in bytes.
    package var answerBytes: Int
    /// The time limit in nanoseconds.
    package var deadline: Int64 = 20_000_000_000

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the program.
    ///   - mode: The name of the program's mode; nil if it has only one.
    ///   - environment: The environment of the process, as `NAME=VALUE`.
    ///   - answerBytes: The maximum size of an answer in bytes.
    package init(path: String, mode: String? = nil, environment: [String] = [], answerBytes: Int) {
      self.path = path
      self.mode = mode
      // Turns off Swift's crash reports, which print parts of the process's memory
      // (Sandbox.md#crash-reports-print-text).
      self.environment = environment + ["TZ=UTC", "SWIFT_BACKTRACE=enable=no"]
      self.answerBytes = answerBytes
    }

    /// The name of the program.
    fileprivate var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  private let program: Program
  /// The process ID. Valid as long as this value exists.
  package let identifier: Int32
  private let pidfd: Descriptor
  private let answerFile: Descriptor
  private let errors: Descriptor

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - layers: The sandbox layers that the process enters before it reads the order.
  ///   - order: The order, which the process reads from descriptor 0.
  ///   - files: Descriptors that the process gets as numbers 3, 4 and so on.
  package init(
    _ program: Program, under layers: Set<Layer>, order: [UInt8], files: [Int32] = []
  ) throws(HelperError) {
    do throws(LinkError) {
      self = try Self.start(program, under: layers, order: order, files: files)
    } catch {
      throw .notStarted("Klava cannot start \(program.name): \(error)")
    }
  }

  private init(
    _ program: Program, identifier: pid_t, pidfd: consuming Descriptor, answerFile: consuming Descriptor,
    errors: consuming Descriptor
  ) {
    self.program = program
    self.identifier = identifier
    self.pidfd = pidfd
    self.answerFile = answerFile
    self.errors = errors
  }

  private static func start(
    _ program: Program, under layers: Set<Layer>, order bytes: [UInt8], files: [Int32]
  ) throws(LinkError) -> ConfinedHelper {
    let order = try file("klava-order")
    let answer = try file("klava-answer")
    let errors = try file("klava-errors")
    guard write(order.number, bytes, bytes.count) == bytes.count, lseek(order.number, 0, SEEK_SET) == 0
    else { throw .system(operation: "write(order)", errno: errno) }
    let arguments =
      [program.name, String(getpid()), layers.sorted().map(\.rawValue).joined(separator: ",")]
      + (program.mode.map { [$0] } ?? [])
    let identifier = try spawn(
      program.path, arguments, program.environment, [order.number, answer.number, errors.number] + files)
    let descriptor = klv_pidfd_open(identifier)
    if descriptor < 0 {
      let number = errno
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw .system(operation: "pidfd_open", errno: number)
    }
    return ConfinedHelper(
      program, identifier: identifier, pidfd: Descriptor(owning: descriptor), answerFile: answer, errors: errors)
  }

  deinit {
    kill(identifier, SIGKILL)
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
  }

  /// Waits for the end of the process and returns its answer.
  package func wait() throws(HelperError) -> [UInt8] {
    if let error = error() { throw error }
    return answer
  }

  /// Kills the process if it still runs, and returns the reason of its end.
  package func end() -> HelperError {
    kill(identifier, SIGKILL)
    return error() ?? .ended("it ended early")
  }

  /// Waits for the end of the process. Returns nil if it succeeded.
  private func error() -> HelperError? {
    var descriptor = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = klv_poll(&descriptor, 1, program.deadline) } while ready < 0 && errno == EINTR
    guard ready > 0 else { return .ended("it took longer than \(program.deadline / 1_000_000_000) s") }
    var information = siginfo_t()
    var used = rusage()
    guard klv_look_at_death(pidfd.number, &information, &used) == 0 else { return .ended("the cause is unknown") }
    let status = information._sifields._sigchld.si_status
    let signal = information.si_code == CLD_EXITED ? klv_fault_of_status(status) : status
    guard signal == 0 else { return .ended("signal \(signal) ended the decoding process") }
    guard status != 0 else { return nil }
    let said = String(decoding: Self.contents(of: errors, limit: 1_024), as: UTF8.self)
    let line = said.split(separator: "\n").last.map { String($0) } ?? "status \(status)"
    let reason = String(line.trimmingPrefix("\(program.name): "))
    return ConfinementError.layer(exitStatus: status).map { .unconfined($0, reason) } ?? .ended(reason)
  }

  /// The answer as far as the process has written it. A process that died may have written only a part.
  package var answer: [UInt8] { Self.contents(of: answerFile, limit: program.answerBytes) }

  private static func contents(of file: borrowing Descriptor, limit: Int) -> [UInt8] {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return [] }
    let size = min(max(0, Int(status.st_size)), limit)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file.number, buffer.baseAddress, size, 0))
    }
  }

  private static func file(_ name: String) throws(LinkError) -> Descriptor {
    // Use numbers from 16 upwards: `dup2` to a small number must not overwrite a descriptor that is still needed.
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

/// The reason why a confined program returned no complete answer.
package enum HelperError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program cannot be started.
  case notStarted(String)
  /// A sandbox layer is unavailable.
  case unconfined(Layer, String)
  /// The process ended without an answer. The text is the reason, without a final period.
  case ended(String)

  /// The reason, without a final period and not sanitized.
  package var description: String {
    switch self {
    case .notStarted(let why): why
    case .unconfined(let layer, let why): "the sandbox layer \(layer.rawValue) is unavailable: \(why)"
    case .ended(let how): how
    }
  }
}
