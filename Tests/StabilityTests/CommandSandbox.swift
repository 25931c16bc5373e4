import Foundation
import Testing

/// A folder in which programs are run; gone with the value.
final class CommandSandbox: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "klava-stability-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Installed folders are read-only, also for their owner.
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  /// Runs a program, which must end with this status; answers what it printed.
  @discardableResult
  func run(
    _ program: String, _ arguments: [String], input: String? = nil, ending status: Int32 = 0
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: path)
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "en_US.UTF-8", "KLAVA_PATIENCE": "100", "TMPDIR": path]
    let (output, errors) = ("\(path)/\(UUID().uuidString).out", "\(path)/\(UUID().uuidString).err")
    for file in [output, errors] { try Data().write(to: URL(filePath: file)) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    if let input {
      let file = "\(path)/\(UUID().uuidString).in"
      try Data(input.utf8).write(to: URL(filePath: file))
      process.standardInput = FileHandle(forReadingAtPath: file)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    process.waitUntilExit()
    let told = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(process.terminationStatus == status, "\(program) \(arguments): \(told)")
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  /// Runs `klava` with its files in this folder.
  @discardableResult
  func klava(_ arguments: String..., input: String? = nil, ending status: Int32 = 0) throws -> String {
    try run(
      Tree.products.appending(path: "klava").path, arguments + ["--root", "\(path)/root"], input: input, ending: status)
  }
}
