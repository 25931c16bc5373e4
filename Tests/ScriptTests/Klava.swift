import Foundation
import Testing

/// The built command, run as a person runs it.
enum Klava {
  /// What a run printed, and how it ended.
  struct Run {
    var output: String
    var errors: String
    var status: Int32

    /// The answers of `klava play`, one a line.
    var answers: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  /// The folder of the built programs: that of the test's own.
  static let products: URL = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent()
  }()

  /// The package's own folder.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where the packages of authors are built, one after the other, so that KlavaKit is built for all of them once.
  static let scratch = package.appending(path: ".build/authors").path

  /// What the command is run with. A busy machine is no hang: nothing in these tests is about how long a keyboard may take.
  static let environment = [
    "LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "KLAVA_PATIENCE": "100", "CANBERRA_DRIVER": "null",
  ]

  /// A folder of Klava's files that lasts for one test.
  static func withRoot<Result>(_ body: (String) throws -> Result) throws -> Result {
    let root = FileManager.default.temporaryDirectory.appending(path: "klava-scripts-\(UUID().uuidString)").path
    defer { remove(root) }
    return try body(root)
  }

  /// Removes a folder with all in it, also with installed bundles, whose folders are read-only.
  static func remove(_ path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    #expect(throws: Never.self, "left behind: \(path)") { try FileManager.default.removeItem(atPath: path) }
  }

  /// Runs the command in English with these arguments, and with this text as its standard input.
  static func run(_ arguments: [String], root: String, input: String = "") throws -> Run {
    let process = Process()
    process.executableURL = products.appending(path: "klava")
    process.arguments = arguments + ["--root", root]
    process.environment = Self.environment
    // Files and not pipes: a pipe that nobody reads yet stops who writes much into it.
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove(folder.path) }
    let (inputFile, outputFile, errorFile) = (
      folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
    )
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return Run(
      output: try String(contentsOf: outputFile, encoding: .utf8),
      errors: try String(contentsOf: errorFile, encoding: .utf8), status: process.terminationStatus)
  }
}
