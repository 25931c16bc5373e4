internal import CCairo

/// The reason why the renderer could not render a picture.
package struct RendererError: Error, Hashable, Sendable {
  /// The reason as a sentence.
  package let reason: String

  /// Creates an error with this sentence.
  init(_ reason: String) { self.reason = reason }

  /// Creates an error from Cairo's status.
  init(_ status: cairo_status_t) {
    self.init("Cairo reports: \(cairo_status_to_string(status).map { String(cString: $0) } ?? "an error").")
  }
}
