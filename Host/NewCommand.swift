internal import ArgumentParser
internal import Bundles
internal import Diagnostics
internal import Projects

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes the project of a keyboard, which builds, has tests and passes them.",
    discussion: """
      In the project's folder `make` builds the bundle, `make test` runs its tests, `make validate` asks every check of \
      `klava validate`, and `make install` adds the keyboard to yours. A name is a letter, then letters and digits.
      """)

  @Argument(help: "What the keyboard is called, such as MyKeyboard.")
  var name: String
  @Option(help: ArgumentHelp("What it is written in: swift or c.", valueName: "language"))
  var language: Project.Language
  @Option(help: ArgumentHelp("Its CFBundleIdentifier; org.example.NAME if none is given.", valueName: "id"))
  var identifier: String?
  @Option(
    help: ArgumentHelp("The folder to make; NAME in the present one if none is given.", valueName: "folder"),
    completion: .directory)
  var directory: String?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let project = try Project(ProjectName(name), identifier: identifier, language: language)
    let folder = directory ?? project.name.text
    guard !folder.isEmpty else {
      throw Diagnostic(.usageWrong, "--directory", "The folder is empty.", remedy: "Name it, or leave the option out.")
    }
    let program = try CommonOptions.executable()
    let sdk = try SDK.find(executable: program, environment: CommonOptions.environment)
    try project.make(at: folder, from: sdk, program: program)
    try Output.write("Made \(folder.sanitized()): \(project.identifier). Next: cd \(folder.sanitized()) && make test")
  }
}

extension Project.Language: ExpressibleByArgument {}
