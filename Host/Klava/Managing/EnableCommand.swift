internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardLayouts
internal import KeyboardStore

struct EnableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Add a keyboard to the list of input modes.",
    discussion: """
      If the keyboard is in quarantine, this command ends the quarantine. A keyboard that is already in the list keeps \
      its position, unless you use --at.

      The name system:LAYOUT or system:LAYOUT(VARIANT) enables a keyboard layout of the system keyboard. \
      `klava list --layouts` lists the layouts.

      Example: klava enable calc --at 1
      Example: klava enable 'system:de(neo)'
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Put the keyboard at this position in the list. The first position is 1. Default: the current position, or the "
        + "end.",
      valueName: "place"))
  var at: Int?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let identifier: String
    if KeyboardLayoutName.isIdentifier(keyboard.id) {
      let layout = try layout(keyboard.id)
      identifier = layout.name.identifier
      try registry.enable(layout, at: at)
    } else {
      identifier = try registry.resolve(keyboard.id).identifier
      try registry.enable(identifier, at: at)
    }
    let modes = try registry.modes()
    guard let enabled = modes.first(where: { $0.identifier == identifier }), let position = enabled.position else {
      // Another process of Klava has disabled the keyboard since `enable` returned.
      throw Diagnostic(.keyboardNotEnabled, identifier)
    }
    try Output.write("\(enabled.shownName) is now enabled at position \(position) of \(modes.count).")
  }

  /// Compiles a keyboard layout, and throws an error if the compilation fails, so that the user cannot enable a faulty
  /// layout.
  private func layout(_ identifier: String) throws(Diagnostic) -> KeyboardLayoutRecord {
    guard let name = KeyboardLayoutName(identifier: identifier) else { throw Diagnostic(.layoutUnknown, identifier) }
    let table = ComposeTable { Output.warn("\($0)") }
    return try KeyboardLayout(name, catalog: LayoutCatalog(), composing: table).record
  }
}
