internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct AccessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "access", abstract: "Shows what a keyboard may do; grants or withdraws full access.",
    discussion: """
      Full access brings the network and the pasteboard, and another container: what the keyboard stored without it, it \
      does not find with it. A change takes effect at once, also for a keyboard that is in use: its process ends and a \
      fresh one takes its place. The grant is for the keyboard's code as it is now: `klava install` of other files under \
      its identifier withdraws it, and says so.
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Option(help: ArgumentHelp("Grant full access, or withdraw it.", valueName: "yes|no"))
  var full: YesOrNo?
  @Option(
    help: ArgumentHelp(
      "Let its connections lead to this machine and the local network too; no when full access is granted.",
      valueName: "yes|no"))
  var localNetwork: YesOrNo?
  @Option(
    help: ArgumentHelp("How long its process may remember what was typed.", valueName: "field|application|session"))
  var memory: MemoryBoundary?
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    let identifier = try registry.resolve(keyboard.id).identifier
    if let full { try registry.setFullAccess(identifier, full == .yes) }
    if let localNetwork { try registry.setLocalNetwork(identifier, localNetwork == .yes) }
    if let memory { try registry.setMemory(identifier, memory) }
    let found = try registry.resolve(identifier)
    guard found.origin != .system else { throw Diagnostic(.systemKeyboardFixed, identifier) }
    if let problem = found.problem { throw problem }
    try listing.json ? Output.writeJSON(Standing(found)) : Output.write(text(found))
  }

  private func text(_ keyboard: RegisteredKeyboard) -> String {
    let access =
      switch keyboard.access {
      case .none: "no full access, and requests none"
      case .requested: "no full access, though it requests it"
      case .full: keyboard.reachesLocalNetwork ? "full access, and reaches the local network" : "full access"
      }
    let border =
      switch keyboard.memory {
      case .field: "one field has the focus"
      case .application: "one application has the focus"
      case .session: "you are logged in"
      }
    var lines = [
      "\(keyboard.shownName) has \(access).",
      "Its process remembers what was typed as long as \(border) (\(keyboard.memory.rawValue)).",
    ]
    for (isAllowed, words) in [(true, "It may:"), (false, "It may not:")] {
      lines.append(words)
      lines += keyboard.rights.filter { $0.isAllowed == isAllowed }.map { "  - \($0.deed)" }
    }
    lines.append(
      "The kernel holds its process to that; `klava doctor` says with what, and `klava audit` what it tried.")
    return lines.joined(separator: "\n")
  }
}

/// What a person answers.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument {
  case yes
  case no
}

extension MemoryBoundary: ExpressibleByArgument {}

private struct Standing: Encodable {
  struct Right: Encodable {
    let deed: String
    let isAllowed: Bool
  }

  let identifier: String
  let access: String
  let localNetwork: Bool
  let memory: String
  let rights: [Right]

  init(_ keyboard: RegisteredKeyboard) {
    identifier = keyboard.identifier
    access = keyboard.access.rawValue
    localNetwork = keyboard.reachesLocalNetwork
    memory = keyboard.memory.rawValue
    rights = keyboard.rights.map { Right(deed: $0.deed, isAllowed: $0.isAllowed) }
  }
}
