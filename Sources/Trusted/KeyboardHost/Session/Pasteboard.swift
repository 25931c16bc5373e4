/// The text of the user's pasteboard. A frontend passes a pasteboard to its session.
package protocol Pasteboard: AnyObject {
  /// The text; nil if there is none.
  var string: String? { get set }
  /// Whether the source of the text marked it as a password, as with `x-kde-passwordManagerHint`.
  var isConcealed: Bool { get }
  /// A number that changes with the content.
  var changeCount: UInt64 { get }
}

/// A pasteboard that only one session uses. Its text is lost when the session ends.
///
/// It is for frontends that cannot reach the desktop's pasteboard within one turn.
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

  /// Replaces the text by a password.
  package func conceal(_ text: String) {
    string = text
    isConcealed = true
  }
}
