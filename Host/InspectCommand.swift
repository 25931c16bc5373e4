internal import ArgumentParser
internal import Bundles

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Shows what a bundle holds, without running any code of it.",
    discussion: "A broken bundle is shown as far as it can be read; what is wrong with it comes last.")

  @Argument(help: "The bundle.", completion: .directory)
  var path: String
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let inspection = try BundleInspection(path, languages: CommonOptions.languages, check: SignatureCheck.check)
    let report = InspectionReport(inspection)
    try listing.json ? Output.writeJSON(report) : Output.write(report.text)
    if let problem = inspection.problem { throw problem }
  }
}
