internal import CCairo

/// A picture that could not be made.
package struct DrawingError: Error, Hashable, Sendable {
  /// Why, as a sentence.
  package let reason: String

  /// An error with this sentence.
  init(_ reason: String) { self.reason = reason }

  /// The error that Cairo reports.
  init(_ status: cairo_status_t) {
    self.init("Cairo reports: \(cairo_status_to_string(status).map { String(cString: $0) } ?? "an error").")
  }
}
