internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Assembles a keyboard's bundle from a source folder and a built library.",
    discussion: """
      Everything in the folder goes into the bundle but hidden files, Sources, Tests, Package.swift, Makefile, \
      *.swift, *.c, *.cpp, *.h, *.rs, *.zig, *.o, *.md, Cargo.toml, Cargo.lock and klava-validate.toml. The bundle is checked before it takes its place.
      """)

  @Argument(help: "The source folder, with Info.plist at its top.", completion: .directory)
  var folder: String
  @Option(help: ArgumentHelp("The built library.", valueName: "file"), completion: .file(extensions: ["so"]))
  var library: String
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The bundle to make; an older one there is replaced.", valueName: "out.keyboard"))
  var output: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let bundle = try BundleAssembly.assemble(
      folder, library: library, output: output, check: SignatureCheck.check)
    try Output.write("Made \(output.sanitized()): \(bundle.manifest.identifier).")
    for warning in try BundleInspection(output).warnings { try Output.write("  Warning: \(warning.sanitized())") }
  }
}
