/// Why a keyboard is not loaded any more, until its files change or the person tries again
/// (Behavior.md#quarantine).
package struct Quarantine: Hashable, Sendable {
  /// What it did, for the person to read; made harmless before it is shown.
  package let reason: String
  /// The digest of the bundle that did it.
  package let digest: String
}
