/// What a keyboard's process may reach beyond its own bundle and container (Behavior.md#rights): what the person
/// granted when it was started, for another grant means another process.
package struct ProcessAccess: Hashable, Sendable {
  /// Whether it has full access: pasteboard and network.
  package var isFull: Bool
  /// Whether its connections may lead to this machine and the local network; of no use without full access.
  package var reachesLocalNetwork: Bool

  /// Access of these two.
  package init(isFull: Bool, reachesLocalNetwork: Bool) {
    self.isFull = isFull
    self.reachesLocalNetwork = reachesLocalNetwork
  }

  /// Nothing.
  package static let confined = ProcessAccess(isFull: false, reachesLocalNetwork: false)
}

/// What the services of one turn have used up.
struct ServiceUse {
  /// Requests of the pasteboard.
  var pasteboardRequests = 0
  /// Whether the log says that one of them was refused for a control character.
  var hasNotedControl = false
  /// How long requests may still wait for the network.
  var patience: Duration
}
