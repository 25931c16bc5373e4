package import Diagnostics

/// Standard output of a command that reads its input line by line or key by key.
///
/// A failed write does not stop the command while it serves the user. Before the command ends, it calls ``check()`` to
/// report the failure.
package final class InteractiveOutput {
  private var failure: Diagnostic?
  private let end: Int32?

  /// Creates an output without a recorded failure.
  ///
  /// - Parameter end: A descriptor that ends the wait for a slow reader of the output when it becomes readable; nil if
  ///   there is none.
  package init(until end: Int32? = nil) { self.end = end }

  /// Writes a text without buffering and without a line break. After a failed write, later calls do nothing.
  package func write(_ text: String) {
    guard failure == nil else { return }
    do throws(Diagnostic) { try Output.write(text, terminator: "", until: end) } catch { failure = error }
  }

  /// - Throws: `outputUnwritable` if a text could not be written, for example on a full disk.
  package func check() throws(Diagnostic) {
    if let failure { throw failure }
  }
}
