package import TextModel

/// A request from a keyboard's process to the text services. Equal requests always get equal replies.
package enum TextRequest: Hashable, Sendable {
  /// Finds the boundaries of words. The reply is ``HostReply/offsets(_:)``.
  case words(String)
  /// Finds the boundaries of sentences by the rules of a language. The reply is ``HostReply/offsets(_:)``.
  case sentences(String, language: String)
  /// Finds out whether the keyboard should type the next letter as a capital. The reply is the number 0 or 1.
  case capitalizes(TextAutocapitalizationType, after: InsertionContext, language: String)

  /// The maximum size in bytes of a text in which the host finds boundaries: the ABI's `KLV_TEXT_SERVICES_LIMIT`.
  package static let maximumTextBytes = 8_192
  /// The maximum number of requests that the host answers in one turn.
  package static let maximumPerTurn = 64

  /// The language in the request; empty if the request has no language.
  package var language: String {
    switch self {
    case .words: ""
    case .sentences(_, let language), .capitalizes(_, _, let language): language
    }
  }
}
