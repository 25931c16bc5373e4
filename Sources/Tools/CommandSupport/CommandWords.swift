package import ArgumentParser
package import Diagnostics

/// The name of the command in a command line.
package struct CommandWords {
  /// The name of the command; after `help`, the name of the command whose help the user wants. Nil if the command line
  /// names no command.
  package let name: String?

  /// Reads the words of a command line. The argument parser ignores wrong words after `help`, so this initializer
  /// reports an unknown command or too many words.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the name of the program. Options may precede the command.
  ///   - program: The root command of the program.
  /// - Throws: `usageWrong` for a word after `help COMMAND` that names no subcommand.
  package init(_ arguments: some Sequence<String>, of program: any ParsableCommand.Type) throws(Diagnostic) {
    var words = Array(arguments)[...]
    // Each of these options takes the next word as its value.
    let valued: Set<String> = ["--root", "--unsafe-without", "--generate-completion-script"]
    while let option = words.first, option.hasPrefix("-") { words = words.dropFirst(valued.contains(option) ? 2 : 1) }
    guard words.first == "help" else {
      name = words.first
      return
    }
    let names = words.dropFirst().filter { !$0.hasPrefix("-") }
    var command: (any ParsableCommand.Type)? = program
    for (index, name) in names.enumerated() {
      command = command?.configuration.subcommands.first { $0.configuration.commandName == name }
      // Accept an unknown command name here, because the caller reports it.
      guard index == 0 || command != nil else {
        // For an unknown command name, refer to the help with the list of all commands.
        let isKnown = program.configuration.subcommands.contains { $0.configuration.commandName == names[0] }
        let parent = ([program._commandName, "help"] + names.prefix(isKnown ? index : 0)).joined(separator: " ")
        let purpose = isKnown ? "" : " to list the commands"
        throw Diagnostic(
          .usageWrong, "help", "Unexpected argument '\(name)'.", remedy: "Run `\(parent)`\(purpose).")
      }
    }
    name = names.first
  }

  /// The arguments, with `--` before the last argument if this argument is a negative number such as `-5`. Without
  /// `--`, the argument parser would read the number as an option.
  ///
  /// - Parameter arguments: The arguments of a command whose last argument is a value, such as `klava settings`.
  package static func withNegativeNumberLast(_ arguments: some Sequence<String>) -> [String] {
    var words = Array(arguments)
    guard !words.contains("--"),
      let index = words.indices.last(where: { index in
        words[index].wholeMatch(of: /-[0-9]+([.,][0-9]+)?/) != nil && index > 0 && !words[index - 1].hasPrefix("--")
      })
    else { return words }
    let number = words.remove(at: index)
    return words + ["--", number]
  }

  /// The arguments of this program, without the name of the program.
  ///
  /// `CommandLine.arguments` replaces invalid bytes by U+FFFD, so this function checks the original bytes. Otherwise a
  /// command could store another text than the user wrote.
  /// - Throws: `usageWrong` for an argument that is not valid UTF-8.
  package static func arguments() throws(Diagnostic) -> ArraySlice<String> {
    for (index, text) in CommandLine.arguments.enumerated().dropFirst() {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      throw Diagnostic(
        .usageWrong, text, "Argument \(index) is not valid UTF-8.",
        remedy: "Write the argument in UTF-8. If it names a file, rename the file.")
    }
    return CommandLine.arguments.dropFirst()
  }
}
