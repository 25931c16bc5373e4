/// The text of the user's pasteboard. A frontend passes a pasteboard to its session.
package protocol Pasteboard: AnyObject {
  /// The text; nil if the pasteboard has no text.
  var string: String? { get set }
  /// Whether the source of the text marked the text as a password, as with `x-kde-passwordManagerHint`.
  var isConcealed: Bool { get }
  /// A number that changes with the content.
  var changeCount: UInt64 { get }
}

/// A pasteboard that only one session uses, and whose text is lost when the session ends.
///
/// Frontends that cannot reach the desktop's pasteboard within one turn use this type.
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
