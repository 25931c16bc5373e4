/// The access that a keyboard's process has in addition to its bundle and data container (Behavior.md#rights).
///
/// The access of a running process never changes. If the user changes the access, the host starts another process.
package struct ProcessAccess: Hashable, Sendable {
  /// Whether the process has full access: pasteboard and network.
  package var isFull: Bool
  /// Whether the process may connect to servers on this machine and the local network. The value has no effect without
  /// full access.
  package var reachesLocalNetwork: Bool

  /// Creates an access.
  package init(isFull: Bool, reachesLocalNetwork: Bool) {
    self.isFull = isFull
    self.reachesLocalNetwork = reachesLocalNetwork
  }

  /// The access of a process that may use only its bundle and its data container.
  package static let confined = ProcessAccess(isFull: false, reachesLocalNetwork: false)
}

/// The amount of the host's services that a keyboard has used in one turn.
struct ServiceUse {
  var pasteboardRequests = 0
  /// The number of requests to the text services.
  var textRequests = 0
  /// Whether the host has logged, in this turn, that it refused a text with a control character for the pasteboard.
  var hasNotedControl = false
  var spellingRequests = 0
  /// The languages that the spell checker supports; nil if the keyboard has not requested the languages in this turn.
  var spellingLanguages: [String]?
  var lexiconRequests = 0
  /// The remaining time for which network requests may wait in this turn.
  var patience = Duration.zero
  /// The remaining time that requests to the spell checker may take in this turn.
  var spellingPatience = Duration.zero
}
