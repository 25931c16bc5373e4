internal import ArgumentParser
internal import CommandSupport
internal import KeyboardStore
internal import Scripting

/// The command that reads bundles and stores their records. Only the installation of Klava runs this command.
struct RecordBundlesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record-bundles", abstract: "Store records of bundles for faster starts.", shouldDisplay: false)

  @Argument(help: "The bundles.")
  var bundles: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let records = BundleRecords(try common.folders())
    for bundle in bundles { _ = try records.bundle(at: bundle, check: SignatureCheck.check) }
  }
}
