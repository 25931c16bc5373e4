internal import ArgumentParser
internal import Bundles
internal import Diagnostics

struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Puts these enabled keyboards first, in this order.",
    discussion: "The others keep their order behind them.")

  @Argument(help: "Keyboards, each by its identifier, its name, or any part of one that only it has.")
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
