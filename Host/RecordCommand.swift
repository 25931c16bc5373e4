internal import ArgumentParser
internal import KeyboardStore

/// The command that reads bundles and keeps their records. Only the installation of Klava runs it.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record-bundles", abstract: "Read bundles, so that no start of Klava has to.", shouldDisplay: false)

  @Argument(help: "The bundles.")
  var bundles: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let records = BundleRecords(try common.folders())
    for bundle in bundles { _ = try records.bundle(at: bundle, check: SignatureCheck.check) }
  }
}
