// HelperLauncher: starts programs of Klava that read untrusted bytes, and returns their answers. The module also runs
// programs that are not part of Klava, such as `ssh-keygen`.
//
// For:    `RenderClient`, `BundleFiles` and `SuggestionClient`, whose programs decode pictures, property lists,
//         libraries and dictionaries.
// Never:  interprets the answer of a program, because the answer of a program that decodes untrusted bytes is
//         untrusted.
// Start:  `ConfinedHelper` below for programs of Klava, `ProgramOutput` for other programs. The programs of Klava that
//         this module starts use the module `HelperMain`.

internal import Glibc
internal import KeyboardLink
internal import LinuxShims
package import Sandbox
internal import SystemSupport

/// A confined process of a helper executable. The host kills and reaps the process when this value is destroyed.
///
/// The order is the message with the task of the process. The order, the answer and the error output are files in
/// memory. Because they are files, neither the host nor the process waits until the other one reads.
package struct ConfinedHelper: ~Copyable {
  /// A program and the limits of its process.
  package struct Program: Sendable {
    /// The absolute path of the program. Error messages contain the last component of the path.
    package var path: String
    /// The argument that selects the task of the program; nil for a program with only one task.
    package var mode: String?
    /// The environment of the process, as `NAME=VALUE`.
    package var environment: [String]
    /// The maximum size of an answer in bytes.
    package var answerBytes: Int
    /// The maximum time for which ``ConfinedHelper/wait()`` and ``ConfinedHelper/end(within:)`` wait for the end
    /// of the process.
    package var deadline = Duration.seconds(20)

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the program.
    ///   - mode: The argument that selects the task of the program; nil for a program with only one task.
    ///   - environment: The environment of the process, as `NAME=VALUE`.
    ///   - answerBytes: The maximum size of an answer in bytes.
    package init(path: String, mode: String? = nil, environment: [String] = [], answerBytes: Int) {
      self.path = path
      self.mode = mode
      // Turn off Swift's crash reports, because these reports print parts of the process's memory
      // (Sandbox.md#crash-reports-print-text).
      self.environment = environment + ["TZ=UTC", "SWIFT_BACKTRACE=enable=no"]
      self.answerBytes = answerBytes
    }

    fileprivate var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  private let program: Program
  private let process: ChildProcess
  private let answerFile: Descriptor
  private let errors: Descriptor

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - layers: The sandbox layers that the process enters before it reads the order.
  ///   - order: The order, which the process reads from descriptor 0.
  ///   - files: Descriptors that the process gets as numbers 3, 4 and so on.
  /// - Throws: ``HelperError/notStarted(_:)``.
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
    _ program: Program, process: consuming ChildProcess, answerFile: consuming Descriptor, errors: consuming Descriptor
  ) {
    self.program = program
    self.process = process
    self.answerFile = answerFile
    self.errors = errors
  }

  /// The process ID, which is valid until this value is destroyed.
  package var identifier: Int32 { process.identifier }

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
    do throws(SystemError) {
      let process = try ChildProcess(
        program.path, arguments: arguments, environment: program.environment,
        descriptors: [order.number, answer.number, errors.number] + files)
      return ConfinedHelper(program, process: process, answerFile: answer, errors: errors)
    } catch {
      throw .system(operation: "posix_spawn(\(program.path))", errno: error.number)
    }
  }

  /// Sends a signal to the process.
  package func signal(_ number: Int32) { process.signal(number) }

  /// Kills the process without waiting for its end.
  package func kill() { process.signal(SIGKILL) }

  /// Waits for the end of the process and returns its answer.
  ///
  /// - Throws: ``HelperError`` if a sandbox layer is unavailable, or if the process ended without a complete answer.
  package func wait() throws(HelperError) -> [UInt8] {
    if let error = error() { throw error }
    return answer
  }

  /// Kills the process if it is still running. Returns the reason why the process ended.
  ///
  /// - Parameter time: How long to wait before killing a process that may be about to exit.
  package func end(within time: Duration = .zero) -> HelperError {
    _ = process.end(within: time)
    process.signal(SIGKILL)
    return error() ?? .ended("the process ended early")
  }

  /// Waits for the end of the process, and returns its error; nil if the process succeeded.
  private func error() -> HelperError? {
    let (signal, status): (Int32, Int32)
    switch process.end(within: program.deadline) {
    case nil: return .ended("the process took longer than \(program.deadline.components.seconds) s")
    case .signal(let number): (signal, status) = (number, 0)
    case .exit(let number): (signal, status) = (klv_fault_of_status(number), number)
    }
    guard signal == 0 else { return .ended("signal \(signal) ended the process") }
    guard status != 0 else { return nil }
    let said = String(decoding: Self.contents(of: errors, limit: 1_024), as: UTF8.self)
    let line = said.split(separator: "\n").last.map { String($0) } ?? "status \(status)"
    let reason = String(line.trimmingPrefix("\(program.name): "))
    return ConfinementError.layer(exitStatus: status).map { .unconfined($0, reason) } ?? .ended(reason)
  }

  /// The bytes of the answer that the process has written so far. The answer may be incomplete if the process is still
  /// running or has died.
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
    try Descriptor(klv_memfd_create(name), of: "memfd_create")
  }
}

/// The reason why a confined program returned no complete answer.
package enum HelperError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host could not start the program.
  case notStarted(String)
  /// A sandbox layer is unavailable.
  case unconfined(Layer, String)
  /// The process ended without an answer. The text is the reason as a phrase without a final period.
  case ended(String)

  /// The error as a phrase without a final period, not sanitized.
  package var description: String {
    switch self {
    case .notStarted(let why): why
    case .unconfined(let layer, let why): "the sandbox layer \(layer.rawValue) is unavailable: \(why)"
    case .ended(let how): how
    }
  }
}
