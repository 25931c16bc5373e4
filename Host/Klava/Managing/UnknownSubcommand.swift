internal import ArgumentParser

/// The arguments of a default subcommand that accepts no arguments. If the user types an unknown subcommand, the parser
/// passes its name to the default subcommand.
struct UnknownSubcommand<Parent: ParsableCommand>: ParsableArguments {
  @Argument(help: .hidden)
  var names: [String] = []

  func validate() throws {
    guard let name = names.first else { return }
    let known = Parent.configuration.subcommands.compactMap { $0.configuration.commandName }
    let list = "\(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
    // The unknown word can also be the value of an option of another command, so say where options belong.
    throw ValidationError("There is no command '\(name)'; the commands are \(list), and options follow the command")
  }
}
