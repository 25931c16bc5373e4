internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import FoundationEssentials
internal import KeyboardStore
internal import Projects
internal import TerminalUI

struct DevCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev", abstract: "Use a keyboard in the simulator while you write it.",
    discussion: """
      Klava builds the project, installs the keyboard in a private folder, and starts the simulator with the keyboard. \
      When a source file changes, Klava builds again. The simulator then changes to the new keyboard and keeps the \
      text of the field. If a build fails, the simulator shows the first errors and keeps the old keyboard.

      Example: klava dev MyKeyboard
      """)

  @Argument(help: "The project's folder.", completion: .directory)
  var folder = "."
  @Option(
    help: ArgumentHelp(
      "Build the bundle with this shell command. Klava runs the command in the project's folder.",
      valueName: "command"))
  var build = Self.defaultBuild
  @Option(
    help: ArgumentHelp("The bundle that the build makes. Default: the only bundle in .build.", valueName: "bundle"),
    completion: .directory)
  var bundle: String?
  @Flag(help: "Grant the keyboard full access after each build.")
  var fullAccess = false
  @OptionGroup var simulator: SimulatorArguments
  @OptionGroup var common: CommonOptions

  private static let defaultBuild = "make bundle"

  func run() throws {
    let folder = URL(filePath: folder).standardizedFileURL.path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      throw Diagnostic(
        .usageWrong, self.folder, "There is no such folder.", remedy: "Name the folder of a keyboard's project.")
    }
    if build == Self.defaultBuild, !FileManager.default.fileExists(atPath: "\(folder)/Makefile") {
      throw Diagnostic(
        .usageWrong, self.folder, "The folder has no Makefile.",
        remedy:
          "Name a folder that `klava new` created, or use --build to set the command that builds the bundle."
      )
    }
    try simulator.requireTerminal("dev")
    var common = common
    let root = common.root ?? "\(folder)/.build/dev"
    common.root = root
    let grantsFullAccess = fullAccess
    let build = ProjectBuild(
      folder, command: build, bundle: bundle, program: try CommonOptions.executable(),
      environment: CommonOptions.environment)
    let loop = try DevelopmentLoop(folder, build: build) { bundle throws(Diagnostic) in
      try Self.install(bundle, in: root, grantsFullAccess: grantsFullAccess)
    }
    let sources = try loop.buildFirst { failure throws(Diagnostic) in try Output.write(failure.sanitized()) }
    loop.start(after: sources)
    try simulator.run(common, news: SimulatorNews(descriptor: loop.descriptor, drain: loop.drainNotices)) { loop.end() }
  }

  /// Installs the bundle. If the keyboard is not enabled, enables it as the first input mode.
  private static func install(_ bundle: String, in root: String, grantsFullAccess: Bool) throws(Diagnostic) {
    var common = CommonOptions()
    common.root = root
    let registry = try common.registry()
    for installed in try registry.install([bundle]) {
      let keyboard = installed.keyboard
      if !keyboard.isEnabled { try registry.enable(keyboard.identifier, at: 1) }
      if grantsFullAccess { try registry.setFullAccess(keyboard.identifier, true) }
    }
  }
}
