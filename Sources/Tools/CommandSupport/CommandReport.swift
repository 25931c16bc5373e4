package import Diagnostics

/// A report that a command prints as text or as JSON.
package protocol CommandReport: Encodable {
  /// The report as sanitized text.
  var text: String { get }
}

extension ListingOptions {
  /// Prints a report: with `--json` as JSON, otherwise as text.
  ///
  /// - Throws: `outputUnwritable`.
  package func write(_ report: some CommandReport) throws(Diagnostic) {
    try json ? Output.writeJSON(report) : Output.write(report.text)
  }
}
