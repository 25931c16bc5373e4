import Conformance
import Foundation
import Invocation

/// The built programs, and the package that they were built from.
enum Klava {
  /// The folder of the built programs: that of the test's own.
  static let products: URL = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent()
  }()

  /// The package's own folder.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Calls `body` with a folder that is gone afterwards.
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-conformance-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  /// What the suite finds in a bundle, each check in a process of the built command.
  static func validate(
    _ path: String, _ profile: CheckProfile = .standard, only: [String] = [], patience: Duration = .seconds(120)
  ) throws -> [CheckResult] {
    try validate(path, Selection(profile, only: only).checks, patience: patience)
  }

  /// What these checks find in a bundle.
  static func validate(
    _ path: String, _ checks: [Check], patience: Duration = .seconds(120)
  ) throws -> [CheckResult] {
    try withFolder { root in
      var settings = Validation.Settings(
        program: products.appending(path: "klava").path, arguments: ["validate-check"],
        runnerPath: products.appending(path: "klava-runner").path)
      settings.patience = patience
      return Validation(path, root: root, settings: settings).run(checks)
    }
  }

  /// Runs the command.
  static func run(_ arguments: [String], in folder: String) throws -> (status: Int32, output: String, errors: String) {
    let (output, errors) = (URL(filePath: "\(folder)/.out"), URL(filePath: "\(folder)/.err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = try start(
      arguments, in: folder, output: FileHandle(forWritingTo: output), errors: FileHandle(forWritingTo: errors))
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Starts the command.
  static func start(
    _ arguments: [String], in folder: String, output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = products.appending(path: "klava")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "TMPDIR": folder]
    process.standardOutput = output
    process.standardError = errors
    // A test's thread blocks signals, and what it starts would too.
    var none = sigset_t()
    var usual = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    try process.run()
    return process
  }
}
