internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore
internal import Reports

struct EnableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Add a keyboard to the list of input modes.",
    discussion: """
      Releases the keyboard from quarantine. A keyboard that is already in the list keeps its position; --at moves it.

      Example: klava enable calc --at 1
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Option(
    help: ArgumentHelp(
      "Put the keyboard at this position in the list; the first is 1. Default: the end, or its current position.",
      valueName: "place"))
  var at: Int?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let identifier = try registry.resolve(keyboard.id).identifier
    try registry.enable(identifier, at: at)
    let modes = try registry.modes()
    guard let enabled = modes.first(where: { $0.identifier == identifier }), let position = enabled.position else {
      // Another klava process disabled the keyboard after `enable` returned.
      throw Diagnostic(.keyboardNotEnabled, identifier)
    }
    try Output.write("\(enabled.shownName) is now enabled at position \(position) of \(modes.count).")
  }
}
