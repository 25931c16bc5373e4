import Foundation
import TestSupport

/// A process that keyboards attack. The process detects text that other processes type into its terminal, and changes
/// of a secret in its memory (`victim.c`).
final class VictimProcess {
  private let process: RunningCommand
  /// The address of the secret in the process's memory.
  let address: String
  /// The path of the terminal that the process reads.
  let terminal: String

  /// How the process ended.
  struct Fate {
    /// Whether the process still has the same memory, priority and processors.
    var isUnharmed: Bool
    /// Whether another process typed into the process's terminal.
    var terminalHasText: Bool
  }

  init(_ program: String) throws {
    process = try Command(program).startInteractively()
    let words = try process.readLine()?.split(separator: " ") ?? []
    guard words.count == 2 else { throw HostileLibrary.Failure(message: "the victim has no terminal") }
    (address, terminal) = (String(words[0]), String(words[1]))
  }

  var identifier: Int32 { process.identifier }

  /// Ends the process.
  func end() throws -> Fate {
    let status = try process.wait().status
    guard status >= 0 else { return Fate(isUnharmed: false, terminalHasText: false) }
    return Fate(isUnharmed: status & ~2 == 0, terminalHasText: status & 2 != 0)
  }
}
