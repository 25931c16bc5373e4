internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardStore

struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Move enabled keyboards to the start of the list, in the given order.",
    discussion: """
      The other keyboards follow in their current order.

      Example: klava order calc system
      """)

  @Argument(
    help: "The identifiers or names of the keyboards, or unique parts of them.", completion: .keyboards)
  var ids: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let registry = try common.registry()
    var identifiers: [String] = []
    for id in ids { identifiers.append(try registry.resolve(id).identifier) }
    try registry.order(identifiers)
    let names = try registry.modes().map { $0.displayName.sanitized(limit: 64) }
    try Output.write("The order is now: \(names.joined(separator: ", ")).")
  }
}
