/// A keyboard's retention: how long its process may live and remember what the user typed (Behavior.md#retention).
///
/// When the time is over, a fresh process replaces the old process.
package enum Retention: String, CaseIterable, Sendable {
  /// While one field has the focus.
  case field
  /// While fields of one application have the focus. This is the default.
  case application
  /// For the complete session.
  case session
}
