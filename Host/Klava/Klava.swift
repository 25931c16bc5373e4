// Host: the command `klava`. Each subcommand has a file, in a folder for its section of the design page
// (CommandLine.md#typing to CommandLine.md#the-machine). The code of a subcommand reads arguments, calls modules in
// Sources/ and prints the results.
//
// For:    arguments, exit statuses, tables, and JSON for programs, as described in CommandLine.md#common-rules.
// Never:  decides what a keyboard may do, or prints unsanitized text of a keyboard.
// Start:  the list of subcommands below. All subcommands use `CommonOptions` and `Output` of the module
//         `CommandSupport`.

internal import ArgumentParser
internal import BundleFormat
internal import CommandSupport
internal import Conformance
internal import Diagnostics
internal import Glibc

@main
struct Klava: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "klava",
    abstract: "Use keyboards on Linux, each in its own confined process.",
    version: klavaVersion,
    subcommands: [
      SimulateCommand.self,
      TypeCommand.self,
      PlayCommand.self,
      ServeCommand.self,
      RenderCommand.self,
      ListCommand.self,
      InstallCommand.self,
      UninstallCommand.self,
      EnableCommand.self,
      DisableCommand.self,
      OrderCommand.self,
      AccessCommand.self,
      SettingsCommand.self,
      LexiconCommand.self,
      MeCommand.self,
      InspectCommand.self,
      ValidateCommand.self,
      ValidateCheckCommand.self,
      RecordBundlesCommand.self,
      NewCommand.self,
      DevCommand.self,
      BundleCommand.self,
      SignCommand.self,
      AuditCommand.self,
      LogCommand.self,
      DebugCommand.self,
      DoctorCommand.self,
      BenchCommand.self,
    ])

  @OptionGroup var common: CommonOptions

  /// Runs the command that the arguments name. Prints an error as one line on standard error, and exits with an
  /// ``ExitStatus``.
  static func main() {
    holdStandardStreams()
    do {
      try checkCommandName()
      var arguments = Array(try CommandWords.arguments())
      // `klava settings` is the only command with an argument that can be a negative number.
      if try CommandWords(arguments, of: Klava.self).name == SettingsCommand._commandName {
        arguments = CommandWords.withNegativeNumberLast(arguments)
      }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      ExitStatus.end(after: error, of: Klava.self)
    }
  }

  /// Checks the name of the command. The parser would report an unknown command as an unexpected argument.
  private static func checkCommandName() throws(Diagnostic) {
    guard let name = try CommandWords(CommandWords.arguments(), of: Klava.self).name else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    guard name != "help", !commands.contains(where: { $0.commandName == name }) else { return }
    let similar = commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }.similar(to: name)
    let guess = similar.map { "Did you mean `klava \($0)`? " } ?? ""
    throw Diagnostic(
      .usageWrong, "", "Klava has no command \"\(name)\".", remedy: "\(guess)Run `klava help` to list the commands.")
  }

  /// Replaces closed standard streams by /dev/null.
  ///
  /// Otherwise the next file that the program opens would get the descriptor of the closed standard stream. Opens
  /// standard input for writing, and standard output and error for reading, so that each use fails as with a closed
  /// stream.
  private static func holdStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
