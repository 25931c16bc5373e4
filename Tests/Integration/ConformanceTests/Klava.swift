import Conformance
import Diagnostics
import Foundation
import Invocation
import TestSupport

/// The built command `klava`.
enum Klava {
  /// Calls `body` with the path of a temporary directory.
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    return try body(folder.path)
  }

  /// Runs the checks of a profile on a bundle, in processes of the built `klava`.
  static func validate(
    _ path: String, _ profile: CheckProfile = .standard, only: [String] = [], patience: Duration = .seconds(120)
  ) throws -> [CheckResult] {
    try validate(path, Selection(profile, only: only).checks, patience: patience)
  }

  /// Runs the given checks on a bundle.
  static func validate(
    _ path: String, _ checks: [Check], patience: Duration = .seconds(120)
  ) throws -> [CheckResult] {
    try withFolder { root in
      var settings = Validation.Settings(
        program: Repository.product("klava"), arguments: ["validate-check"],
        runnerPath: Repository.product("klava-runner"), rendererPath: Repository.product("klava-renderer"))
      settings.patience = patience
      // The tests run in parallel, so a second process for each of them saves no time.
      settings.jobs = 1
      return Validation(path, root: root, settings: settings).run(checks)
    }
  }

  static func command(_ arguments: [String], in folder: String) -> Command {
    let environment = ["LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "TMPDIR": folder]
    return Command(Repository.product("klava"), arguments, environment: environment, in: folder)
  }

  static func run(_ arguments: [String], in folder: String) throws -> Command.Outcome {
    try command(arguments, in: folder).run()
  }
}
