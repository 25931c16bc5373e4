import TestSupport
import Testing

/// A temporary directory in which a test runs programs.
final class CommandSandbox: Sendable {
  private let directory: TemporaryDirectory
  var path: String { directory.path }

  init() throws { directory = try TemporaryDirectory() }

  /// Runs a program, and expects the exit status `status`. Returns the output.
  @discardableResult
  func run(
    _ program: String, _ arguments: [String], input: String = "", ending status: Int32 = 0
  ) throws -> String {
    let environment = Command.klavaEnvironment.merging(["TMPDIR": path]) { $1 }
    let command = Command(program, arguments, input: input.utf8, environment: environment, in: path)
    let outcome = try command.run()
    #expect(outcome.status == status, "\(command): \(outcome.errors)")
    return outcome.output
  }

  /// Runs `klava` so that all of its files are in this directory.
  @discardableResult
  func klava(_ arguments: String..., input: String = "", ending status: Int32 = 0) throws -> String {
    try run(Repository.product("klava"), arguments + ["--root", "\(path)/root"], input: input, ending: status)
  }
}
