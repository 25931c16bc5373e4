internal import ArgumentParser
internal import Diagnostics
internal import Foundation

/// How `klava` ends (CommandLine.md#exit-statuses).
enum ExitStatus: Int32 {
  /// The thing asked about failed: a check, an `expect`.
  case failed = 1
  /// Wrong usage, or broken input.
  case wrong = 2
  /// A fault of Klava's own.
  case fault = 70

  /// What a command throws to end so without another word.
  var error: ExitCode { ExitCode(rawValue) }

  /// The status for a problem: the codes 09xx are faults of Klava's own.
  init(_ problem: Diagnostic) { self = problem.code.rawValue >= 900 ? .fault : .wrong }

  /// Ends the program as an error wants it, after telling it in one line on standard error.
  static func end(after error: any Error) -> Never {
    if let code = error as? ExitCode { exit(code.rawValue) }
    if !(error is Diagnostic), Klava.exitCode(for: error) == .success {
      // Help, a version, a script of completions: no error at all.
      do throws(Diagnostic) {
        try Output.write(Klava.fullMessage(for: error))
      } catch {
        end(with: error)
      }
      exit(0)
    }
    end(with: problem(error))
  }

  private static func end(with problem: Diagnostic) -> Never {
    Output.warn("\(problem)")
    exit(ExitStatus(problem).rawValue)
  }

  private static func problem(_ error: any Error) -> Diagnostic {
    if let problem = error as? Diagnostic { return problem }
    guard Klava.exitCode(for: error) == .validationFailure else { return Diagnostic(.internalFault, "", "\(error)") }
    let words = Klava.message(for: error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence = words.isEmpty ? nil : words.hasSuffix(".") ? words : "\(words)."
    let names = Klava.configuration.subcommands.compactMap { $0.configuration.commandName }
    let command = CommandLine.arguments.dropFirst().first { names.contains($0) }
    return Diagnostic(
      .usageWrong, command ?? "", sentence,
      remedy: "Run `klava help\(command.map { " \($0)" } ?? "")` to see the usage.")
  }
}
