// Host: the command `klava`. Each subcommand has a file, which reads arguments, calls modules in Sources/ and prints.
//
// For:    arguments, exit statuses, tables, and JSON for programs, as described in CommandLine.md.
// Never:  decides what a keyboard may do, or prints text of a keyboard that is not sanitized.
// Start:  the list of subcommands below. All of them use `CommonOptions.swift` and `Output.swift`.

internal import ArgumentParser
internal import Glibc

@main
struct Klava: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "klava",
    abstract: "Use keyboards on Linux, each in its own confined process.",
    version: "0.1.0",
    subcommands: [
      SimulateCommand.self,
      TypeCommand.self,
      PlayCommand.self,
      RenderCommand.self,
      ListCommand.self,
      InstallCommand.self,
      UninstallCommand.self,
      EnableCommand.self,
      DisableCommand.self,
      OrderCommand.self,
      AccessCommand.self,
      SettingsCommand.self,
      InspectCommand.self,
      ValidateCommand.self,
      CheckCommand.self,
      NewCommand.self,
      BundleCommand.self,
      AuditCommand.self,
      LogCommand.self,
      DoctorCommand.self,
      BenchCommand.self,
    ])

  @OptionGroup var common: CommonOptions

  /// Runs the command of the arguments. Errors are one line on standard error; ``ExitStatus`` is the exit status.
  static func main() {
    holdStandardStreams()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      ExitStatus.end(after: error)
    }
  }

  /// Replaces closed standard streams by /dev/null.
  ///
  /// Otherwise the next file would get the descriptor, and the program would read or write it as a standard stream.
  /// The replacement is opened in the wrong direction, so that reading or writing it fails.
  private static func holdStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
