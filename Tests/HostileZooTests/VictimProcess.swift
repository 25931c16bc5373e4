import Foundation

/// A process that keyboards attack: it looks after a secret in its memory, and a terminal (`victim.c`).
final class VictimProcess {
  private let process = Process()
  private let input = Pipe()
  /// Where its secret is.
  let address: String
  /// The terminal that it reads.
  let terminal: String

  /// What became of it.
  struct Fate {
    /// Whether it lives on as it was: its memory, its priority, where it may run.
    var isUnharmed: Bool
    /// Whether somebody typed into its terminal.
    var terminalHasText: Bool
  }

  init(_ program: String) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).split { $0.isWhitespace }
    guard words.count == 2 else { throw HostileLibrary.Failure(message: "the victim has no terminal") }
    (address, terminal) = (String(words[0]), String(words[1]))
  }

  deinit { if process.isRunning { process.terminate() } }

  var identifier: Int32 { process.processIdentifier }

  /// Ends it, and says what became of it.
  func end() throws -> Fate {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { return Fate(isUnharmed: false, terminalHasText: false) }
    let status = process.terminationStatus
    return Fate(isUnharmed: status & ~2 == 0, terminalHasText: status & 2 != 0)
  }
}
