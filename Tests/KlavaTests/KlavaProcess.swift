import Foundation

/// How a run of `klava` ended and what it said.
struct Outcome: Sendable {
  let status: Int32
  let output: String
  let error: String
  /// Both as they were written, which need not be text.
  let bytes: [UInt8]

  /// What the output says as JSON.
  func json() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
  }

  /// The output as an array of JSON objects.
  func rows() throws -> [[String: Any]] { try json() as? [[String: Any]] ?? [] }
}

/// Runs of the program that was built beside the tests.
enum KlavaProcess {
  /// The program, in the folder that holds the tests' own.
  static let path: String = {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return (own as NSString).deletingLastPathComponent + "/klava"
  }()

  /// A process that is not started yet, with nothing of this one's environment but where programs and libraries are.
  static func make(_ arguments: [String], environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    // A busy machine is no hang: nothing in these tests is about how long a keyboard may take.
    all["KLAVA_PATIENCE"] = "100"
    all.merge(environment) { $1 }
    process.environment = all
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a process to its end. Its output goes through files, which never fill up as pipes do.
  static func run(_ process: Process, in folder: String) throws -> Outcome {
    let name = "\(folder)/\(UUID().uuidString)"
    let paths = ["\(name).out", "\(name).err"]
    for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = FileHandle(forWritingAtPath: paths[0])
    process.standardError = FileHandle(forWritingAtPath: paths[1])
    try process.run()
    process.waitUntilExit()
    let bytes = try paths.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    let texts = bytes.map { String(decoding: $0, as: UTF8.self) }
    return Outcome(
      status: process.terminationStatus, output: texts[0], error: texts[1], bytes: bytes[0] + bytes[1])
  }
}
