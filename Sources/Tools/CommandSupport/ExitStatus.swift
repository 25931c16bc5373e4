package import ArgumentParser
internal import BundleFormat
package import Diagnostics
internal import Glibc

/// The exit status of a program of Klava (CommandLine.md#exit-statuses).
package enum ExitStatus: Int32 {
  /// A check, an expectation or a keyboard failed.
  case failed = 1
  /// Wrong usage or invalid input.
  case wrong = 2
  /// An internal error.
  case fault = 70

  /// An error that ends the program with this exit status and prints no message.
  package var error: ExitCode { ExitCode(rawValue) }

  /// The status for a diagnostic: ``fault`` for an internal error, otherwise ``wrong``.
  package init(_ diagnostic: Diagnostic) { self = diagnostic.code.topic == .internalFault ? .fault : .wrong }

  /// Prints an error as one line on standard error and ends the program with its status.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - program: The root command of the program.
  package static func end(after error: any Error, of program: any ParsableCommand.Type) -> Never {
    if let code = error as? ExitCode { exit(code.rawValue) }
    if !(error is Diagnostic), program.exitCode(for: error) == .success {
      // The parser reports help, the version and completion scripts as errors with exit status 0.
      do throws(Diagnostic) {
        try Output.write(program.fullMessage(for: error))
      } catch {
        end(with: error)
      }
      exit(0)
    }
    end(with: diagnostic(error, of: program))
  }

  private static func end(with diagnostic: Diagnostic) -> Never {
    // An empty argument, such as a path, is the subject of an error that has no other subject.
    let isAboutEmpty = diagnostic.subject.isEmpty && CommandLine.arguments.contains("")
    Output.warn("\(isAboutEmpty ? diagnostic.about("\"\"") : diagnostic)")
    exit(ExitStatus(diagnostic).rawValue)
  }

  private static func diagnostic(_ error: any Error, of program: any ParsableCommand.Type) -> Diagnostic {
    if let diagnostic = error as? Diagnostic { return diagnostic }
    guard program.exitCode(for: error) == .validationFailure else { return Diagnostic(.internalFault, "", "\(error)") }
    var words = oneLine(program.message(for: error))
    let command = commandPath(of: program)
    var remedy = "Run `\(([program._commandName, "help"] + command).joined(separator: " "))` to see the usage."
    if words.hasPrefix("Missing ") || words.hasPrefix("Unknown option "), let unknown = unknownOption(of: program) {
      words = "Unknown option '\(unknown.name)'.\(unknown.similar.map { " Did you mean '\($0)'?" } ?? "")"
      if !unknown.name.hasPrefix("--"), let name = command.first, textCommands.contains(name) {
        remedy = "Write `--` before a text that begins with a hyphen. \(remedy)"
      }
    }
    let sentence = words.isEmpty ? nil : words.hasSuffix(".") || words.hasSuffix("?") ? words : "\(words)."
    return Diagnostic(.usageWrong, command.joined(separator: " "), sentence, remedy: remedy)
  }

  /// The commands whose arguments can be any text.
  private static let textCommands: Set<String> = ["lexicon", "me", "settings"]

  /// Returns a message of the argument parser as one line. The parser lists the allowed values of an argument on separate
  /// lines, which begin with "- ". If the wrong value is close to an allowed value, the line names that value.
  private static func oneLine(_ message: String) -> String {
    let lines = message.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let values = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    let text = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
    guard !values.isEmpty else { return text }
    let wrong = text.firstMatch(of: /'([^']*)'/).map { String($0.output.1) } ?? ""
    let guess = values.similar(to: wrong).map { " Did you mean \($0)?" } ?? ""
    return "\(text) \(values.joined(separator: ", ")).\(guess)"
  }

  /// The first option of the command line that the command does not have, and a similar option of the command; nil if
  /// the command has all options. The parser reports a missing argument first, but a misspelled option is often the
  /// cause.
  private static func unknownOption(of program: any ParsableCommand.Type) -> (name: String, similar: String?)? {
    let command = commandPath(of: program).reduce(program) { parent, name in
      parent.configuration.subcommands.first { $0.configuration.commandName == name } ?? parent
    }
    let known = command.helpMessage(includeHidden: true).split { !($0.isLetter || $0 == "-") }.map(String.init)
      .filter { $0.hasPrefix("-") && $0.contains(where: \.isLetter) }
    let given = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    let names = zip(given, [""] + given).compactMap { word, previous -> String? in
      if word.hasPrefix("--") { return String(word.prefix { $0 != "=" }) }
      // A word after an option can be the value of the option.
      guard word.hasPrefix("-"), word != "-", !previous.hasPrefix("-"), Double(word) == nil else { return nil }
      // `-oFILE` is the option `-o` with its value.
      return known.contains("-o") && word.hasPrefix("-o") ? nil : word
    }
    guard let unknown = names.first(where: { !known.contains($0) }) else { return nil }
    return (unknown, known.filter { $0.hasPrefix("--") }.similar(to: unknown))
  }

  /// The name of the command and, if the command line has a subcommand, the subcommand's name.
  private static func commandPath(of program: any ParsableCommand.Type) -> [String] {
    func command(named name: String, in parent: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
      parent.configuration.subcommands.first { $0.configuration.commandName == name }
    }
    var words = CommandLine.arguments.dropFirst().drop { command(named: $0, in: program) == nil }
    var path: [String] = []
    var parent = program
    while let word = words.popFirst(), let found = command(named: word, in: parent) {
      path.append(word)
      parent = found
    }
    return path
  }
}
