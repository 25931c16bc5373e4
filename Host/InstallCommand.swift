internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Copies keyboards into Klava's data folder after checking them.",
    discussion: """
      None of their code is run. A fault in one of them installs none. Installing does not enable. A keyboard that is \
      installed already keeps its settings, what it stored and its place; full access, which you granted to the code that \
      it was, only if all of its files are the same to the byte.
      """)

  @Argument(help: "Bundles, or container folders that hold bundles under PlugIns.", completion: .directory)
  var paths: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let installed = try common.registry().install(paths)
    for installed in installed {
      let keyboard = installed.keyboard
      let next = keyboard.isEnabled ? "It is enabled." : "Enable it with: klava enable \(keyboard.identifier)"
      try Output.write("Installed \(keyboard.shownName). \(next)")
      if let path = keyboard.path {
        for warning in try BundleInspection(path).warnings { try Output.write("  Warning: \(warning.sanitized())") }
      }
      if installed.lostFullAccess { try Output.write("  \(loss(keyboard))") }
    }
  }

  private func loss(_ keyboard: RegisteredKeyboard) -> String {
    let loss = "Its files are not those that you granted full access to, so full access was withdrawn"
    return keyboard.access == .none
      ? "\(loss); it does not request it any more."
      : "\(loss). Grant it to these with: klava access \(keyboard.identifier) --full yes"
  }
}
