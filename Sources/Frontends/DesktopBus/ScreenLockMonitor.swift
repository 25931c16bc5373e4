/// Learns from logind whether the screen of the user's session is locked. Use a monitor on one thread.
///
/// The monitor trusts only replies from logind. Programs of other users can send signals over the system bus, so a
/// signal only causes a call to logind. If logind does not reply or the connection ends, the monitor keeps the last
/// known state, so that a failure never unlocks anything. After a failure, the monitor tries again to connect and to
/// call logind.
package final class ScreenLockMonitor {
  /// The state of the screen lock, as far as the monitor knows it.
  package enum State: Hashable, Sendable {
    /// logind has not replied yet.
    case asked
    /// There is no system bus, logind does not exist, or logind knows no session of this user.
    case unknown
    /// The screen is not locked.
    case unlocked
    /// The screen is locked.
    case locked

    /// Whether to treat the screen as locked. Until logind replies, the screen may be locked: klava-desktop can have
    /// started while the screen was locked.
    package var mayBeLocked: Bool { self == .asked || self == .locked }
  }

  /// The state of the screen.
  package private(set) var state = State.asked

  private let link: BusLink
  private var hint: WatchedValue<Bool>?
  private var hasLogind = false
  private var isAsking = false
  /// The earliest time of the next attempt to ask logind for the session.
  private var nextQuestion = ContinuousClock.now

  private static let logind = "org.freedesktop.login1"

  /// Begins to connect and to read the state.
  ///
  /// - Parameter address: The system bus.
  package init(_ address: BusAddress) {
    link = BusLink(address)
    updateConnection()
  }

  /// Returns the state of the screen of the user's session. Waits for the replies of logind.
  ///
  /// - Parameters:
  ///   - address: The system bus.
  ///   - limit: The maximum time to wait.
  package static func state(at address: BusAddress, within limit: Duration = DesktopCommand.patience) -> State {
    let monitor = ScreenLockMonitor(address)
    let deadline = ContinuousClock.now + limit
    while monitor.state == .asked, case let left = deadline - .now, left > .zero {
      monitor.link.connection?.waitForWork(within: left)
      _ = monitor.process()
    }
    return monitor.state
  }

  /// The descriptor and events to wait for; nil without a connection.
  package var wait: BusWait? { link.wait }

  /// Handles the messages that have arrived, without waiting. Call this function after each event of klava-desktop.
  ///
  /// - Returns: The new state if it changed.
  package func process() -> State? {
    let old = state
    updateConnection()
    if hasLogind, hint == nil, !isAsking, ContinuousClock.now >= nextQuestion { findSession() }
    return state == old ? nil : state
  }

  private func updateConnection() {
    while let change = link.process() {
      switch change {
      case .began(let connection): connection.watch(Self.logind) { [weak self] in self?.logindChanged(exists: $0) }
      case .failed:
        (hint, hasLogind, isAsking) = (nil, false, false)
        endQuestion()
      }
    }
  }

  /// Sets the state to unknown if logind has never reported the state. A failure after the first report does not change
  /// the state, so the failure never unlocks anything.
  private func endQuestion() { if state == .asked { state = .unknown } }

  private func logindChanged(exists: Bool) {
    hasLogind = exists
    if !exists { return endQuestion() }
    // After a restart of logind, the session has the same path, so read its state again.
    if let hint { hint.read() } else { findSession() }
  }

  private func findSession() {
    guard let connection = link.connection, !isAsking else { return }
    isAsking = true
    nextQuestion = .now + BusLink.pause
    let method = BusMethod(
      destination: Self.logind, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
      member: "GetSession")
    // "auto" means the session of this process or, for a systemd user service, the user's session with a screen.
    connection.call(method, [.text("auto")]) { [weak self] reply in
      guard let self else { return }
      isAsking = false
      if reply.failure == nil, let path = reply.readPath() { watch(session: path) } else { endQuestion() }
    }
  }

  private func watch(session path: String) {
    guard let connection = link.connection else { return }
    let properties = "org.freedesktop.DBus.Properties"
    let method = BusMethod(destination: Self.logind, path: path, interface: properties, member: "Get")
    let hint = WatchedValue(
      connection, method, [.text("org.freedesktop.login1.Session"), .text("LockedHint")],
      parse: { $0.readBoolean() }, changed: { [weak self] in self?.state = $0 ? .locked : .unlocked },
      failed: { [weak self] in self?.endQuestion() })
    self.hint = hint
    let rule = "type='signal',sender='\(Self.logind)',path='\(path)',interface='\(properties)'"
    connection.match("\(rule),member='PropertiesChanged'") { [weak hint] _ in hint?.read() }
    hint.read()
  }
}
