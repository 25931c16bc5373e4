/// The record of a keyboard in quarantine (Behavior.md#quarantine).
///
/// The host does not load the keyboard until its files change or the user enables or retries it.
package struct Quarantine: Hashable, Sendable {
  /// The reason for the quarantine, as a text for the user. Sanitize the text before you show it.
  package let reason: String
  /// The digest of the bundle's files when the quarantine began.
  package let digest: String
}
