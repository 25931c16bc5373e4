/// How long a keyboard's process may remember what was typed (Behavior.md#retention); at the border a fresh one takes
/// its place.
package enum Retention: String, CaseIterable, Sendable {
  /// As long as one field has the focus.
  case field
  /// As long as one application has it: the default.
  case application
  /// As long as the person is logged in.
  case session
}
