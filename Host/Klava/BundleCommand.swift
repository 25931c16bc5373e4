internal import ArgumentParser
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import Reports

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Assemble a bundle from a source folder and a built library.",
    discussion: """
      The bundle contains all files of the folder except hidden files, *.swift, *.c, \
      *.cpp, *.h, *.rs, *.zig, *.o, *.md and, at the top, other bundles, Sources, Tests, Makefile, Package.resolved, \
      Cargo.toml, Cargo.lock and klava-validate.toml. Klava checks the bundle before it replaces an existing one.

      Example: klava bundle . --library .build/release/libMine.so -o Mine.keyboard
      """)

  @Argument(help: "The source folder, which contains Info.plist.", completion: .directory)
  var folder: String
  @Option(help: ArgumentHelp("Use this built library.", valueName: "file"), completion: .file(extensions: ["so"]))
  var library: String
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the bundle to this path and replace an existing bundle.", valueName: "out.keyboard"))
  var output: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let bundle = try BundleAssembly.assemble(
      folder, library: library, output: output, check: SignatureCheck.check)
    try Output.write("Created \(output.sanitized()): \(bundle.manifest.identifier).")
    for warning in try BundleInspection(output).warnings { try Output.write("  Warning: \(warning.sanitized())") }
  }
}
