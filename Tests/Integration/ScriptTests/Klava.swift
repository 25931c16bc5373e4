import Foundation
import TestSupport

/// The built command, run as a user runs it.
enum Klava {
  /// Where the packages of authors are built, one after the other, so that KlavaKit is built only once.
  static let scratch = Repository.path(".build/authors")

  /// The command's environment. The patience is long, because these tests are not about time.
  static let environment = [
    "LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "KLAVA_PATIENCE": "100", "CANBERRA_DRIVER": "null",
  ]

  /// Calls `body` with the path of a root, which is removed afterwards.
  static func withRoot<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    return try body("\(folder.path)/root")
  }

  /// The command in English with these arguments.
  static func command(_ arguments: [String], root: String, input: String = "") -> Command {
    Command(
      Repository.product("klava"), arguments + ["--root", root], input: input.utf8, environment: environment)
  }

  /// Runs the command in English.
  static func run(_ arguments: [String], root: String, input: String = "") throws -> Command.Outcome {
    try command(arguments, root: root, input: input).run()
  }
}

extension Command.Outcome {
  /// The answers of `klava play`, one a line.
  var answers: [[String: Any]] {
    output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }
}
