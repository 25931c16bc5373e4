internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore

struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Remove an installed keyboard, or a container folder with all its keyboards.",
    discussion: """
      This command also removes the settings, data, log and audit of the keyboard, and its position in the list.

      Example: klava uninstall org.example.mine
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    for identifier in try common.registry().uninstall(keyboard.id) {
      try Output.write(
        "Uninstalled \(identifier.sanitized()), with its settings, data, log and audit.")
    }
  }
}
