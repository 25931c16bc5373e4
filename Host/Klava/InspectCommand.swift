internal import ArgumentParser
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Scripting

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show the contents of a bundle without running its code.",
    discussion: """
      If the bundle is invalid, Klava shows the contents that it can read, and then the first error.

      Example: klava inspect Mine.keyboard
      """)

  @Argument(help: "The bundle.", completion: .directory)
  var path: String
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let inspection = try BundleInspection(path, languages: CommonOptions.languages, check: SignatureCheck.check)
    let report = InspectionReport(inspection)
    try listing.json ? Output.writeJSON(report) : Output.write(report.text)
    if let diagnostic = inspection.diagnostic { throw diagnostic }
  }
}
