import Foundation

/// A `klava` that runs and waits for lines, as one that a person types into.
final class LiveKlava {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  /// Starts the command in English with these arguments.
  init(_ arguments: [String], root: String) throws {
    process.executableURL = Klava.products.appending(path: "klava")
    process.arguments = arguments + ["--root", root]
    process.environment = Klava.environment
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Writes a line.
  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Writes a line of a script, and reads its answer.
  func play(_ line: String) throws -> [String: Any] {
    try write(line)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = try JSONSerialization.jsonObject(with: buffer[..<end]) as? [String: Any]
        buffer.removeSubrange(...end)
        return answer ?? [:]
      }
      guard let more = try output.fileHandleForReading.read(upToCount: 1), !more.isEmpty else {
        throw CocoaError(.fileReadUnknown)
      }
      buffer += more
    }
  }

  /// Presses a key, and answers with what the label `result` then shows.
  func press(_ key: String) throws -> String {
    let display = try play("{\"press\": \"\(key)\"}")["display"] as? [String: Any]
    return display?["result"] as? String ?? ""
  }

  /// Presses a key until the label shows this; answers with what it shows last.
  func press(_ key: String, until wanted: String) throws -> String {
    let deadline = ContinuousClock.now + .seconds(60)
    var shown = ""
    while shown != wanted, ContinuousClock.now < deadline { shown = try press(key) }
    return shown
  }

  /// Ends the lines, and answers with all that was written and not read yet.
  func finish() throws -> String {
    try input.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: buffer + rest, as: UTF8.self)
  }
}
