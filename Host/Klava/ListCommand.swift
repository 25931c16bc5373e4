internal import ArgumentParser
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore
internal import Reports

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the enabled keyboards in order.",
    discussion: """
      Example: klava list --all
      """)

  @Flag(help: "List all installed keyboards.")
  var all = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let keyboards = try all ? common.registry().keyboards() : common.registry().modes()
    guard !listing.json else { return try Output.writeJSON(keyboards.map(Row.init)) }
    var table = Table("#", "name", "identifier", "language", "access", "state")
    for keyboard in keyboards {
      let row = Row(keyboard)
      table.add(
        row.position.map(String.init) ?? "", row.name.sanitized(limit: 64), row.identifier, row.language ?? "",
        row.access,
        row.reason.map { "\(row.state): \($0)" } ?? row.state)
    }
    try Output.write(table.text)
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

  init(_ keyboard: RegisteredKeyboard) {
    position = keyboard.position
    name = keyboard.displayName
    identifier = keyboard.identifier
    language = keyboard.manifest?.primaryLanguage
    access = keyboard.access.rawValue
    localNetwork = keyboard.reachesLocalNetwork
    memory = keyboard.memory.rawValue
    origin = keyboard.origin.rawValue
    path = keyboard.path
    container = keyboard.container
    if let diagnostic = keyboard.diagnostic {
      (state, reason) = ("broken", diagnostic.code.description)
    } else if let quarantine = keyboard.quarantine {
      (state, reason) = ("quarantined", quarantine.reason)
    } else {
      (state, reason) = (keyboard.isEnabled ? "enabled" : "installed", nil)
    }
  }
}
