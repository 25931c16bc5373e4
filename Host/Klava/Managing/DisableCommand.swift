internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import KeyboardStore

struct DisableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Remove a keyboard from the list of input modes.",
    discussion: """
      Example: klava disable calc
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let found = try registry.resolve(keyboard.id)
    try registry.disable(found.identifier)
    let left = try registry.modes().count
    try Output.write("\(found.shownName) is now disabled. Enabled keyboards: \(left).")
  }
}
