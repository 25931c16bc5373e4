internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import KeyboardLayouts
internal import KeyboardStore

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the enabled keyboards in their order.",
    discussion: """
      Example: klava list --all
      Example: klava list --layouts | grep German
      """)

  @Flag(help: "List all installed keyboards.")
  var all = false
  @Flag(help: "List the keyboard layouts that the system keyboard can use.")
  var layouts = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if all && layouts { throw ValidationError("Use either --all or --layouts") }
  }

  func run() throws {
    if layouts { return try listing.write(LayoutListReport(LayoutCatalog().entries)) }
    try common.checkRoot()
    let registry = try common.registry()
    var keyboards = try all ? registry.keyboards() : registry.modes()
    for index in keyboards.indices where all { registry.checkFiles(of: &keyboards[index]) }
    LayoutCatalog.check(&keyboards)
    try listing.write(KeyboardListReport(keyboards, showsSigners: all))
  }
}
