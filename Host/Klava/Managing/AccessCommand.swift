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
      access cannot see data that it saved without full access. A change takes effect immediately: Klava restarts the \
      keyboard's process. If `klava install` replaces the keyboard's files with different files, `klava install` revokes \
      full access and prints a notice. But the keyboard keeps full access if the same key signed both versions.

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
    name: [.long, .customLong("memory")],
    help: ArgumentHelp(
      "Set how long the keyboard's process may remember typed text.", valueName: "field|application|session"))
  var retention: Retention?
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    var known = try registry.resolve(keyboard.id)
    let identifier = known.identifier
    registry.checkFiles(of: &known)
    // Refuse each command for a keyboard that has a fault, except the command that revokes full access.
    if full != .no, let diagnostic = known.diagnostic { throw diagnostic }
    if let full { try registry.setFullAccess(identifier, full == .yes) }
    if let localNetwork { try registry.setLocalNetwork(identifier, localNetwork == .yes) }
    if let retention { try registry.setRetention(identifier, retention) }
    let found = try registry.resolve(identifier)
    guard found.origin != .system else { throw Diagnostic(.systemKeyboardFixed, identifier) }
    if let diagnostic = found.diagnostic { throw diagnostic }
    try listing.write(AccessReport(found))
  }
}

/// The value of a yes-or-no option.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument {
  case yes
  case no
}

extension Retention: ExpressibleByArgument {}
