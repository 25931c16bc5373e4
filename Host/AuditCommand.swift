internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Shows what each keyboard saw and tried, by day; never any text.",
    discussion: """
      Counts are kept for \(KeyboardAudit.keptDays) days. Of a refused system call the path is kept only where it exists \
      on this machine.
      """)

  @Argument(help: "The keyboard: its identifier, its name, or any part of one that only it has. Without it all.")
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
    var problem: Diagnostic?
    for keyboard in found {
      do throws(Diagnostic) {
        let record = try KeyboardAudit(of: keyboard.identifier, in: registry.folders).record()
        reports.append(AuditReport(keyboard, record))
      } catch {
        // One file that is damaged hides no other's.
        problem = problem ?? error
      }
    }
    if listing.json {
      try Output.writeJSON(reports)
    } else if !reports.isEmpty {
      try Output.write(reports.map(\.text).joined(separator: "\n\n"))
    } else if problem == nil {
      try Output.write("There are no keyboards.")
    }
    if let problem { throw problem }
  }
}
