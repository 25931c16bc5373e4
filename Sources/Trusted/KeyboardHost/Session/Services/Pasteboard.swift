/// The text of the user's pasteboard. A frontend passes a pasteboard to its session.
package protocol Pasteboard: AnyObject {
  /// The text; nil if the pasteboard has no text.
  var string: String? { get set }
  /// Whether the application that copied the text marked it as a password, for example with
  /// `x-kde-passwordManagerHint`.
  var isConcealed: Bool { get }
  /// A number that changes whenever the text changes.
  var changeCount: UInt64 { get }
}

/// A pasteboard that belongs to one session, and loses its text when the session ends.
///
/// Frontends use this type if they cannot access the desktop's pasteboard within one turn.
package final class SessionPasteboard: Pasteboard {
  package private(set) var changeCount: UInt64 = 0
  package private(set) var isConcealed = false
  package var string: String? {
    didSet {
      changeCount += 1
      isConcealed = false
    }
  }

  /// Creates an empty pasteboard.
  package init() {}

  /// Replaces the text with a password, and marks it as concealed.
  package func conceal(_ text: String) {
    string = text
    isConcealed = true
  }
}
