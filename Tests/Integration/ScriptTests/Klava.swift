import Foundation
import TestSupport

/// Runs the built command `klava` in the same way as a user.
enum Klava {
  /// Calls `body` with the path of a temporary folder for `--root`.
  static func withRoot<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    return try body("\(folder.path)/root")
  }

  /// Returns the command with these arguments, and with messages in English.
  static func command(_ arguments: [String], root: String, input: String = "") -> Command {
    Command(
      Repository.product("klava"), arguments + ["--root", root], input: input.utf8,
      environment: Command.klavaEnvironment)
  }

  /// Runs the command with messages in English.
  static func run(_ arguments: [String], root: String, input: String = "") throws -> Command.Outcome {
    try command(arguments, root: root, input: input).run()
  }
}

extension Command.Outcome {
  /// The answers of `klava play`, one for each line of output.
  var answers: [[String: Any]] {
    output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }
}
