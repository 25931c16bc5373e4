internal import ArgumentParser
internal import BundleFiles
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Scripting

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Assemble a bundle from a source folder and a built library.",
    discussion: """
      The bundle contains all files of the folder, except hidden files and files with the endings .swift, .c, .cpp, \
      .h, .rs, .zig, .o and .md. The bundle also omits these entries at the top of the folder: other bundles, Sources, \
      Tests, Makefile, Package.resolved, Cargo.toml, Cargo.lock, klava-validate.toml and Signature.sshsig. Klava checks \
      the new bundle before it replaces an existing bundle.

      Klava converts the String Catalogs of Xcode (*.xcstrings) to tables of strings. In Info.plist, Klava replaces \
      these variables of Xcode: EXECUTABLE_NAME, PRODUCT_NAME, PRODUCT_MODULE_NAME, TARGET_NAME, DEVELOPMENT_LANGUAGE, \
      PRODUCT_BUNDLE_PACKAGE_TYPE, and the variables that --set sets.

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
  @Option(
    help: ArgumentHelp(
      "Set an Xcode variable, such as PRODUCT_BUNDLE_IDENTIFIER=org.example.mine. Repeatable.",
      valueName: "name=value"))
  var set: [String] = []
  @OptionGroup var common: CommonOptions

  func run() throws {
    var variables: [String: String] = [:]
    for assignment in set {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw Diagnostic(
          .usageWrong, "--set \(assignment)", "The option needs a name and an equals sign before the value.",
          remedy: "Write --set MARKETING_VERSION=1.0, for example.")
      }
      variables[parts[0]] = parts[1]
    }
    var notices: [String] = []
    let bundle = try BundleAssembly.assemble(
      folder, library: library, output: output, variables: variables, swiftVersion: SwiftVersion.ofCompiler,
      check: SignatureCheck.check,
      warn: { notices.append($0) })
    try Output.write("Created \(output.sanitized()): \(bundle.manifest.identifier).")
    for warning in notices + (try BundleInspection(output).warnings.map(\.forAuthors)) {
      try Output.write("  Warning: \(warning.sanitized())")
    }
  }
}
