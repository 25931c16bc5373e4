internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Projects

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a keyboard project with tests.",
    discussion: """
      In the project's folder, `make` builds the bundle, `make test` runs the keyboard's tests, `make validate` runs \
      the checks of `klava validate`, and `make install` installs and enables the keyboard.

      With --from-xcode, Klava copies the sources, texts, settings and manifest of a keyboard extension, and changes \
      the imports to KlavaUIKit. Klava lists the changes that you must make by hand, and writes the list to \
      Sources/PORTING.txt.

      Example: klava new MyKeyboard --language swift
      Example: klava new MyKeyboard --from-xcode ~/App/KeyboardExtension
      """)

  @Argument(help: "The name: a letter, then letters and digits, such as MyKeyboard.")
  var name: String
  @Option(help: ArgumentHelp("Use this language: swift, c or rust.", valueName: "language"))
  var language: Project.Language?
  @Option(
    help: ArgumentHelp("Port the keyboard extension in this folder of an Xcode project.", valueName: "folder"),
    completion: .directory)
  var fromXcode: String?
  @Option(
    help: ArgumentHelp(
      "Set CFBundleIdentifier. Default: org.example. and NAME in lowercase with hyphens.", valueName: "id"))
  var identifier: String?
  @Option(
    help: ArgumentHelp(
      "Create the project in this new folder. Default: NAME in the current folder.", valueName: "folder"),
    completion: .directory)
  var directory: String?
  @OptionGroup var common: CommonOptions

  func run() throws {
    if fromXcode != nil, language ?? .swift != .swift {
      throw Diagnostic(
        .usageWrong, "--language", "With --from-xcode, the language is Swift.", remedy: "Omit --language.")
    }
    guard let language = fromXcode == nil ? language : .swift else {
      throw Diagnostic(
        .usageWrong, "--language", "The option is missing.", remedy: "Write --language swift, c or rust.")
    }
    let project = try Project(ProjectName(name), identifier: identifier, language: language)
    let folder = directory ?? project.name.text
    guard !folder.isEmpty else {
      throw Diagnostic(
        .usageWrong, "--directory", "The folder name is empty.", remedy: "Name a folder, or omit --directory.")
    }
    let program = try CommonOptions.executable()
    let sdk = try SDK.find(executable: program, environment: CommonOptions.environment)
    if let fromXcode {
      let port = try project.make(at: folder, fromXcode: fromXcode, sdk: sdk, program: program)
      try Output.write("Created \(folder.sanitized()): \(project.identifier). \(port.outcome)")
      for line in port.summary(limit: 40) { try Output.write("  \(line.sanitized())") }
      return
    }
    try project.make(at: folder, from: sdk, program: program)
    try Output.write(
      "Created \(folder.sanitized()): \(project.identifier). Next: cd \(folder.shellWord.sanitized()) && make test")
  }
}

extension Project.Language: ExpressibleByArgument {}
