internal import Foundation
internal import LinuxShims
internal import SystemSupport

/// Runs a program of the machine, such as `ssh-keygen`, and collects its output.
enum ProgramOutput {
  /// The result of a program that ended by itself.
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The maximum number of bytes of output to keep. Further output is lost.
  private static let maximum = 64 * 1024

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - name: The name of a program in a folder of `PATH`.
  ///   - arguments: The arguments without the name.
  ///   - input: The contents of standard input, and of descriptors 3, 4 and so on.
  ///   - folders: The folders to search; nil for the folders in `PATH`.
  ///   - limit: The maximum time to wait. This function then kills the program.
  /// - Returns: Nil if no folder has such a program.
  /// - Throws: `ETIMEDOUT` after the limit, or the error of a system call.
  static func run(
    _ name: String, _ arguments: [String], input: [[UInt8]], searching folders: [String]? = nil, limit: Duration
  ) throws(SystemError) -> Result? {
    let environment = ProcessInfo.processInfo.environment
    let known = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    let paths: [String] = (folders ?? known).map { "\($0)/\(name)" }
    guard let path = paths.first(where: { $0.hasPrefix("/") && access($0, X_OK) == 0 }) else { return nil }
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    func file(_ contents: [UInt8]) throws(SystemError) -> Int32 {
      let number = klv_memfd_create(name)
      guard number >= 0 else { throw SystemError.last }
      files.append(number)
      var written = 0
      while written < contents.count {
        let count = contents[written...].withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
        guard count > 0 else { throw SystemError.last }
        written += count
      }
      lseek(number, 0, SEEK_SET)
      return number
    }
    let inputs = try input.map { contents throws(SystemError) in try file(contents) }
    let output = try file([])
    let errors = try file([])
    let descriptors = [inputs.first ?? output, output, errors] + inputs.dropFirst()
    let process = try ChildProcess(
      path, arguments: [name] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      descriptors: descriptors)
    guard let end = process.end(within: limit) else { throw SystemError(ETIMEDOUT) }
    let status: Int32
    switch end {
    case .exit(let code): status = code
    case .signal(let number): status = 128 + number
    }
    return Result(status: status, output: try text(of: output), errors: try text(of: errors))
  }

  private static func text(of file: Int32) throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: maximum)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw SystemError.last }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
