/// The person's pasteboard, as far as it holds text; a frontend gives it to its session.
package protocol Pasteboard: AnyObject {
  /// The text; nil where there is none.
  var string: String? { get set }
  /// Another number whenever the content is another.
  var changeCount: UInt64 { get }
}

/// A pasteboard of Klava's own, kept as long as its session: for frontends whose desktop's own one would take longer to
/// reach than a turn lasts.
package final class SessionPasteboard: Pasteboard {
  package private(set) var changeCount: UInt64 = 0
  package var string: String? {
    didSet { changeCount += 1 }
  }

  /// An empty pasteboard.
  package init() {}
}
