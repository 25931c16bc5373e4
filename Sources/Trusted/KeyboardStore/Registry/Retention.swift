/// A keyboard's retention: the time for which its process may live and remember typed text (Behavior.md#retention).
///
/// At the end of the retention, the host replaces the process by a new process.
package enum Retention: String, CaseIterable, Sendable {
  /// The process may live while one field has the focus.
  case field
  /// The process may live while fields of one application have the focus (the default).
  case application
  /// The process may live for the complete session.
  case session
}
