internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

/// The state of the probe, a keyboard that makes proxy calls for tests of the document.
struct ProbeState {
  struct Call {
    /// The name of the call and its arguments.
    let words: [String]
    /// Whether the call is a second attempt, because an earlier process of the probe ended before it made the call.
    let isRetry: Bool
    /// The callbacks that the session's report contained before the call.
    let callbacks: [KeyboardCallback]

    /// The event that tells the probe to make the call.
    var event: TurnEvent { .key(KeyEvent(key: words.joined(separator: "\u{1F}"), gesture: .press)) }
  }

  /// The maximum size in bytes of one argument of a call. The limit keeps a call small enough for a message to the
  /// probe. The host refuses a longer argument without calling the probe, because the argument would far exceed the
  /// limit of inserted text (Behavior.md#turn-limits).
  static let maximumTextBytes = 16 * TurnLimit.insertedBytes
  /// The call that the probe is making; nil if there is no call.
  var call: Call?
  /// The document and the traits that the probe last received; nil if the probe must receive them again.
  private var known: (document: DocumentIdentifier, traits: TextInputTraits)?

  /// Ensures that the probe receives the current document and traits before the next call.
  mutating func forgetField() { known = nil }

  /// Returns whether the probe must receive an appear event before a call, and records the field as known to the probe.
  mutating func mustAppear(in field: TextField, isFresh: Bool) -> Bool {
    if !isFresh, let known, known == (field.document.identifier, field.traits) { return false }
    known = (field.document.identifier, field.traits)
    return true
  }
}
