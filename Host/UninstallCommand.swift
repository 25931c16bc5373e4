internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Removes an installed keyboard, or a container with all that came with it.",
    discussion: "Its settings, what it stored, its log, its audit and its place in the list go with it.")

  @OptionGroup var keyboard: KeyboardArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    for identifier in try common.registry().uninstall(keyboard.id) {
      try Output.write(
        "Uninstalled \(identifier.sanitized()), with its settings, what it stored, its log and its audit.")
    }
  }
}
