package import Diagnostics

/// Standard output of a command that reads its input line by line or key by key.
///
/// The command writes while it serves the user, so a failed write does not stop it. The command calls ``check()`` at
/// each point at which the command can end.
package final class InteractiveOutput {
  private var failure: Diagnostic?

  /// Creates an output that has not failed.
  package init() {}

  /// Writes a text without buffering and without a line break. Does nothing after a failure.
  package func write(_ text: String) {
    guard failure == nil else { return }
    do throws(Diagnostic) { try Output.write(text, terminator: "") } catch { failure = error }
  }

  /// - Throws: `outputUnwritable` if a text could not be written, for example on a full disk.
  package func check() throws(Diagnostic) {
    if let failure { throw failure }
  }
}
