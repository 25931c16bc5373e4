internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show how much text each keyboard saw, what it tried to do and how much it stores.",
    discussion: """
      Klava keeps the counts for \(KeyboardAudit.keptDays) days. Klava keeps the path of a refused system call only if \
      the path exists on this machine.

      Example: klava audit calc
      """)

  @Argument(
    help: "The identifier or name of the keyboard, or a unique part of it. Default: all keyboards.",
    completion: .keyboards)
  var id: String?
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let found = try id.map { [try registry.resolve($0)] } ?? registry.keyboards().filter { $0.origin != .system }
    if let system = found.first(where: { $0.origin == .system }) {
      throw Diagnostic(.systemKeyboardFixed, system.identifier)
    }
    var reports: [AuditReport] = []
    var diagnostic: Diagnostic?
    for keyboard in found {
      do throws(Diagnostic) {
        let record = try KeyboardAudit(of: keyboard.identifier, in: registry.folders).record()
        let stored = try Self.stored(by: keyboard, in: registry.folders)
        reports.append(AuditReport(keyboard, record, stored: stored))
      } catch {
        // If the audit file of a keyboard is damaged, continue with the reports of the other keyboards.
        diagnostic = diagnostic ?? error
      }
    }
    if listing.json {
      try Output.writeJSON(reports)
    } else if !reports.isEmpty {
      try Output.write(reports.map(\.text).joined(separator: "\n\n"))
    } else if diagnostic == nil {
      try Output.write("No keyboards are installed.")
    }
    if let diagnostic { throw diagnostic }
  }

  /// Measures the keyboard's data containers.
  private static func stored(
    by keyboard: RegisteredKeyboard, in folders: KlavaFolders
  ) throws(Diagnostic) -> [DataContainer.Kind: DataContainer.Usage] {
    var stored: [DataContainer.Kind: DataContainer.Usage] = [:]
    for kind in DataContainer.Kind.allCases {
      let container = DataContainer(of: keyboard.identifier, kind, in: folders)
      do throws(DataContainer.FileError) {
        stored[kind] = try container.usage()
      } catch {
        throw Diagnostic(.stateUnreadable, container.path)
      }
    }
    return stored
  }
}
