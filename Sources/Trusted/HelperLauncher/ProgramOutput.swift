internal import FoundationEssentials
internal import Glibc
internal import LinuxShims
package import SystemSupport

/// Runs a program that is not part of Klava, such as `ssh-keygen`, and collects its output.
package enum ProgramOutput {
  /// The result of a program that ended before the time limit.
  package struct Result {
    /// The exit status. If a signal ended the program, the value is 128 plus the number of the signal.
    package let status: Int32
    /// The standard output.
    package let output: String
    /// The standard error.
    package let errors: String
  }

  /// The maximum size in bytes of ``Result/output``, and of ``Result/errors``. ``run`` discards output beyond this
  /// size.
  private static let maximumBytes = 64 * 1024

  /// Runs a program and waits until it ends.
  ///
  /// - Parameters:
  ///   - name: The name of a program in a folder of `PATH`.
  ///   - arguments: The arguments, without the program's name as the first argument.
  ///   - input: The contents of standard input.
  ///   - file: The contents of descriptor 3, which the program can open as `/dev/fd/3`.
  ///   - folders: The folders to search; nil for the folders in `PATH`.
  ///   - limit: The time limit, after which this function kills the program.
  /// - Returns: The result; nil if no folder has a program of this name.
  /// - Throws: `ETIMEDOUT` after the limit, or the error of a system call.
  package static func run(
    _ name: String, _ arguments: [String], input: [UInt8] = [], file: [UInt8] = [],
    searching folders: [String]? = nil, limit: Duration
  ) throws(SystemError) -> Result? {
    guard let path = ChildProcess.programs(named: name, in: folders).first else { return nil }
    let input = try memoryFile(input)
    let file = try memoryFile(file)
    let output = try memoryFile([])
    let errors = try memoryFile([])
    let process = try ChildProcess(
      path, arguments: [name] + arguments,
      environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
      descriptors: [input.number, output.number, errors.number, file.number])
    guard let end = process.end(within: limit) else { throw SystemError(ETIMEDOUT) }
    let status: Int32
    switch end {
    case .exit(let code): status = code
    case .signal(let number): status = 128 + number
    }
    return Result(status: status, output: try text(of: output), errors: try text(of: errors))
  }

  /// Creates a file in memory with these contents. The file offset is at the start of the file.
  private static func memoryFile(_ contents: [UInt8]) throws(SystemError) -> Descriptor {
    let file = try Descriptor(klv_memfd_create("klava-program"))
    try file.write(contents)
    lseek(file.number, 0, SEEK_SET)
    return file
  }

  private static func text(of file: borrowing Descriptor) throws(SystemError) -> String {
    lseek(file.number, 0, SEEK_SET)
    return String(decoding: try file.read(limit: maximumBytes), as: UTF8.self)
  }
}
