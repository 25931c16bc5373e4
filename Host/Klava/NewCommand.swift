internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import Projects
internal import Reports

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a keyboard project with tests.",
    discussion: """
      In the project's folder, `make` builds the bundle, `make test` runs its tests, `make validate` runs the checks of \
      `klava validate`, and `make install` installs and enables the keyboard.

      Example: klava new MyKeyboard --language swift
      """)

  @Argument(help: "The name: a letter, then letters and digits, such as MyKeyboard.")
  var name: String
  @Option(help: ArgumentHelp("Use this language: swift, c or rust.", valueName: "language"))
  var language: Project.Language
  @Option(help: ArgumentHelp("Set CFBundleIdentifier. Default: org.example.NAME.", valueName: "id"))
  var identifier: String?
  @Option(
    help: ArgumentHelp("Create this folder. Default: NAME in the current folder.", valueName: "folder"),
    completion: .directory)
  var directory: String?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let project = try Project(ProjectName(name), identifier: identifier, language: language)
    let folder = directory ?? project.name.text
    guard !folder.isEmpty else {
      throw Diagnostic(
        .usageWrong, "--directory", "The folder name is empty.", remedy: "Name a folder, or omit the option.")
    }
    let program = try CommonOptions.executable()
    let sdk = try SDK.find(executable: program, environment: CommonOptions.environment)
    try project.make(at: folder, from: sdk, program: program)
    try Output.write(
      "Created \(folder.sanitized()): \(project.identifier). Next: cd \(folder.sanitized()) && make test")
  }
}

extension Project.Language: ExpressibleByArgument {}
