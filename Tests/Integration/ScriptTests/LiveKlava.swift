import Foundation
import SystemSupport
import TestSupport

/// A running `klava` to which a test writes one line at a time, as a user does.
final class LiveKlava {
  private let klava: RunningCommand

  /// Starts the command with these arguments, and with messages in English.
  init(_ arguments: [String], root: String, patience: Int = 100) throws {
    var command = Klava.command(arguments, root: root)
    command.environment?["KLAVA_PATIENCE"] = "\(patience)"
    klava = try command.startInteractively()
  }

  /// Sends a signal to the processes of all keyboards.
  func signalKeyboards(_ signal: Int32) {
    for process in ProcessStatus(klava.identifier).descendants { kill(process.identifier, signal) }
  }

  func write(_ line: String) throws { try klava.write(line) }

  /// Writes a line of a script, and returns its answer.
  func play(_ line: String) throws -> [String: Any] {
    try write(line)
    guard let answer = try klava.readLine() else { throw CocoaError(.fileReadUnknown) }
    return try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any] ?? [:]
  }

  /// Presses a key, and returns the text of the label `result`.
  func press(_ key: String) throws -> String {
    let display = try play("{\"press\": \"\(key)\"}")["display"] as? [String: Any]
    return display?["result"] as? String ?? ""
  }

  /// Presses a key until the label `result` shows a text, at most for 60 seconds. Returns the last text.
  func press(_ key: String, until wanted: String) throws -> String {
    let deadline = ContinuousClock.now + .seconds(60)
    var shown = ""
    while shown != wanted, ContinuousClock.now < deadline { shown = try press(key) }
    return shown
  }

  /// Ends the input, and returns the unread output.
  func finish() throws -> String { try klava.wait().output }
}
