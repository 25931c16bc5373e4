internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore

struct AccessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "access", abstract: "Show, grant or revoke the access of a keyboard.",
    discussion: """
      Full access gives a keyboard the network, the pasteboard and a separate data container. A keyboard with full \
      access cannot see data that it saved without full access. A change takes effect at once: Klava restarts the \
      keyboard's process. If `klava install` replaces the keyboard's files with different files, it revokes full \
      access and prints a notice. But the keyboard keeps full access if the same key signed both versions.

      Example: klava access org.example.mine --full yes
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Option(help: ArgumentHelp("Grant or revoke full access.", valueName: "yes|no"))
  var full: YesOrNo?
  @Option(
    help: ArgumentHelp(
      "Allow or forbid connections to this machine and the local network. Revoking full access also forbids these "
        + "connections.",
      valueName: "yes|no"))
  var localNetwork: YesOrNo?
  @Option(
    help: ArgumentHelp(
      "Set how long the keyboard's process may remember typed text.", valueName: "field|application|session"))
  var memory: Retention?
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    var known = try registry.resolve(keyboard.id)
    let identifier = known.identifier
    registry.checkFiles(of: &known)
    // If the keyboard has a fault, refuse the command, unless it revokes full access.
    if full != .no, let diagnostic = known.diagnostic { throw diagnostic }
    if let full { try registry.setFullAccess(identifier, full == .yes) }
    if let localNetwork { try registry.setLocalNetwork(identifier, localNetwork == .yes) }
    if let memory { try registry.setRetention(identifier, memory) }
    let found = try registry.resolve(identifier)
    guard found.origin != .system else { throw Diagnostic(.systemKeyboardFixed, identifier) }
    if let diagnostic = found.diagnostic { throw diagnostic }
    try listing.json ? Output.writeJSON(Standing(found)) : Output.write(text(found))
  }

  private func text(_ keyboard: RegisteredKeyboard) -> String {
    let access =
      switch keyboard.access {
      case .none: "no full access and does not request it"
      case .requested: "no full access, but requests it"
      case .full: keyboard.reachesLocalNetwork ? "full access, including the local network" : "full access"
      }
    let end =
      switch keyboard.retention {
      case .field: "another field gets the focus"
      case .application: "another application gets the focus"
      case .session: "the program that shows the keyboard ends, such as klava-desktop"
      }
    var lines = [
      "\(keyboard.shownName) has \(access).",
      "The keyboard's process can remember typed text until \(end) (\(keyboard.retention.rawValue)).",
    ]
    if let signer = keyboard.signer {
      lines.append("The key \(signer) signed the keyboard.")
    } else if keyboard.origin == .installed {
      lines.append("The keyboard is not signed.")
    }
    for (isAllowed, words) in [(true, "The keyboard may:"), (false, "The keyboard may not:")] {
      lines.append(words)
      lines += keyboard.rights.filter { $0.isAllowed == isAllowed }.map { "  - \($0.text)" }
    }
    lines.append(
      "The kernel enforces these rules. Run `klava doctor` to see the sandbox layers, and `klava audit` to see "
        + "refused calls.")
    return lines.joined(separator: "\n")
  }
}

/// The value of a yes-or-no option.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument {
  case yes
  case no
}

extension Retention: ExpressibleByArgument {}

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
    memory = keyboard.retention.rawValue
    rights = keyboard.rights.map { Right(deed: $0.text, isAllowed: $0.isAllowed) }
  }
}
