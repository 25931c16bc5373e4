// Host: the command `klava`. One file a subcommand; each reads its arguments, calls the modules under Sources/, and prints.
//
// For:    arguments, exit statuses, tables for people and JSON for programs, as CommandLine.md has them.
// Never:  decides what a keyboard may do, and never shows what came from a keyboard before it is made harmless.
// Start:  the list below; `CommonOptions.swift` and `Output.swift` are what all of them use.

internal import ArgumentParser
internal import Bundles
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

  /// Runs the command that the arguments name. Errors are one line on standard error; ``ExitStatus`` says how it ends.
  static func main() {
    holdStandardStreams()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      ExitStatus.end(after: error)
    }
  }

  /// Puts something in the place of a standard stream that whoever started this has closed: the next file that is opened would
  /// take its number, and be read or written in its place. What stands there can be neither read nor written.
  private static func holdStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
