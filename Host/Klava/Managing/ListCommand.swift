internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardLayouts
internal import KeyboardStore

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the enabled keyboards in the order of your list.",
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
    if layouts { return try listLayouts() }
    let registry = try common.registry()
    var keyboards = try all ? registry.keyboards() : registry.modes()
    for index in keyboards.indices where all { registry.checkFiles(of: &keyboards[index]) }
    LayoutCatalog.check(&keyboards)
    guard !listing.json else { return try Output.writeJSON(keyboards.map(Row.init)) }
    var table = Table("#", "name", "identifier", "language", "access", "state")
    for keyboard in keyboards {
      let row = Row(keyboard)
      var state = row.reason.map { "\(row.state): \($0)" } ?? row.state
      if all, let signer = row.signer { state += ", signed with the key \(signer)" }
      table.add(
        row.position.map(String.init) ?? "", row.name.sanitized(limit: 64), row.identifier, row.language ?? "",
        row.access, state)
    }
    try Output.write(table.text)
  }

  private func listLayouts() throws {
    let entries = LayoutCatalog().entries
    guard !entries.isEmpty else {
      throw Diagnostic(
        .layoutUnusable, "--layouts", "There are no keyboard layouts in /usr/share/X11/xkb.",
        remedy: "Install Debian's package xkb-data.")
    }
    guard !listing.json else { return try Output.writeJSON(entries.map(LayoutRow.init)) }
    var table = Table("identifier", "language", "name")
    for entry in entries { table.add(entry.name.identifier, entry.language ?? "", entry.title.sanitized(limit: 64)) }
    try Output.write(table.text)
  }
}

/// One row in the list of all keyboard layouts.
private struct LayoutRow: Encodable {
  let identifier: String
  let name: String
  let language: String?

  init(_ entry: LayoutCatalog.Entry) {
    identifier = entry.name.identifier
    name = entry.title
    language = entry.language
  }
}

/// One keyboard in the list.
private struct Row: Encodable {
  let position: Int?
  let name: String
  let identifier: String
  let language: String?
  let access: String
  let localNetwork: Bool
  let state: String
  let reason: String?
  let memory: String
  let origin: String
  let path: String?
  let container: String?
  let signer: String?

  init(_ keyboard: RegisteredKeyboard) {
    position = keyboard.position
    name = keyboard.displayName
    identifier = keyboard.identifier
    language = keyboard.primaryLanguage
    access = keyboard.access.rawValue
    localNetwork = keyboard.reachesLocalNetwork
    memory = keyboard.retention.rawValue
    origin = keyboard.origin.rawValue
    path = keyboard.path
    container = keyboard.container
    // Show no signer if the bundle has a fault, because the signature does not cover files that changed after the
    // installation.
    signer = keyboard.diagnostic == nil ? keyboard.signer : nil
    if let diagnostic = keyboard.diagnostic {
      (state, reason) = ("broken", diagnostic.code.description)
    } else if let quarantine = keyboard.quarantine {
      (state, reason) = ("quarantined", quarantine.reason)
    } else {
      (state, reason) = (keyboard.isEnabled ? "enabled" : "installed", nil)
    }
  }
}
