internal import ArgumentParser
internal import BundleFiles
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Glibc
internal import KeyboardStore
internal import Scripting

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show the contents of a bundle without running its code.",
    discussion: """
      If the bundle is invalid, Klava shows the contents that it can read, and then the first error.

      Instead of the path of a bundle, you can write the identifier or name of a keyboard, or a unique part of it.

      Example: klava inspect Mine.keyboard
      """)

  @Argument(help: "The bundle, or the identifier or name of a keyboard.", completion: .directory)
  var path: String
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let inspection = try BundleInspection(bundle(), languages: CommonOptions.languages, check: SignatureCheck.check)
    try listing.write(InspectionReport(inspection))
    if let diagnostic = inspection.diagnostic { throw diagnostic }
  }

  /// Returns the path of the bundle. If the argument is not the path of a file or folder, the argument names a
  /// keyboard.
  private func bundle() throws(Diagnostic) -> String {
    guard !path.contains("/"), access(path, F_OK) != 0 else { return path }
    let keyboard: RegisteredKeyboard
    do throws(Diagnostic) {
      keyboard = try common.registry().resolve(path)
    } catch {
      guard error.code == .keyboardUnknown else { throw error }
      throw Diagnostic(
        .bundleMissing, error.subject, "No bundle has this path, and no keyboard has this identifier or name.",
        remedy: error.remedy)
    }
    guard let bundle = keyboard.path else { throw Diagnostic(.systemKeyboardFixed, keyboard.identifier) }
    return bundle
  }
}
