internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct EnableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Puts a keyboard into the list of input modes.",
    discussion: "One that is in quarantine comes out of it; one that is in the list already is moved.")

  @OptionGroup var keyboard: KeyboardArgument
  @Option(help: ArgumentHelp("Its place in the list, counted from 1; at the end without it.", valueName: "place"))
  var at: Int?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let identifier = try registry.resolve(keyboard.id).identifier
    try registry.enable(identifier, at: at)
    let modes = try registry.modes()
    guard let enabled = modes.first(where: { $0.identifier == identifier }), let position = enabled.position else {
      // Another klava disabled it in the meantime.
      throw Diagnostic(.keyboardNotEnabled, identifier)
    }
    try Output.write("\(enabled.shownName) is enabled, at place \(position) of \(modes.count).")
  }
}
