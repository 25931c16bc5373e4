internal import ArgumentParser
internal import Bundles

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Copies keyboards into Klava's data folder after checking them.",
    discussion: "None of their code is run. A fault in one of them installs none. Installing does not enable.")

  @Argument(help: "Bundles, or container folders that hold bundles under PlugIns.", completion: .directory)
  var paths: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let installed = try common.registry().install(paths)
    for keyboard in installed {
      let next = keyboard.isEnabled ? "It is enabled." : "Enable it with: klava enable \(keyboard.identifier)"
      try Output.write("Installed \(keyboard.shownName). \(next)")
    }
  }
}
