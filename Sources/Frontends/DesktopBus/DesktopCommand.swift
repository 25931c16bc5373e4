internal import KeyboardProtocol

/// A command to klava-desktop, from the command line of klava-desktop or from another program of the session.
package enum DesktopCommand: Hashable, Sendable {
  /// Show the keyboard.
  case show
  /// Hide the keyboard.
  case hide
  /// Hide the keyboard if it is visible, and show it otherwise.
  case toggle
  /// Select the keyboard that follows in the user's order.
  case nextKeyboard
  /// Undo the user's last step of typing.
  case undo
  /// Select the keyboard with this identifier. An identifier from another program has a valid length and no control
  /// characters.
  case pick(String)

  /// Whether klava-desktop must call keyboards to execute the command, which takes longer than other commands.
  var changesKeyboard: Bool {
    switch self {
    case .nextKeyboard, .undo, .pick: true
    case .show, .hide, .toggle: false
    }
  }

  /// The time for which ``send(to:within:)`` and ``status(at:within:)`` wait for replies.
  package static let patience = Duration.seconds(2)

  /// Sends the command to the klava-desktop of a session and waits for its reply. Starts no program.
  ///
  /// - Parameters:
  ///   - address: The session bus.
  ///   - limit: The maximum time to wait for the reply.
  /// - Throws: ``BusError/notRunning``, ``BusError/noReply``, ``BusError/refused(_:)``, or an error from the bus.
  package func send(to address: BusAddress, within limit: Duration = patience) throws(BusError) {
    guard hasValidIdentifier else { throw .refused(Self.identifierRule) }
    try Self.call(KlavaInterface.klava.name, member, arguments, to: address, within: limit)
  }

  /// Returns whether a klava-desktop runs in a session and replies. Starts no program.
  package static func isRunning(at address: BusAddress, within limit: Duration = patience) -> Bool {
    do throws(BusError) {
      try call("org.freedesktop.DBus.Peer", "Ping", [], to: address, within: limit)
      return true
    } catch {
      return false
    }
  }

  /// Returns the state of the keyboard of a session. Starts no program.
  ///
  /// - Parameters:
  ///   - address: The session bus.
  ///   - limit: The maximum time to wait for the replies.
  /// - Throws: ``BusError/notRunning``, ``BusError/noReply``, ``BusError/refused(_:)``, or an error from the bus.
  package static func status(
    at address: BusAddress, within limit: Duration = patience
  ) throws(BusError) -> KeyboardStatus {
    let deadline = ContinuousClock.now + limit
    func read<T>(_ property: String, _ value: @escaping (borrowing BusMessage) -> T?) throws(BusError) -> T {
      var result: T?
      let arguments = [KlavaInterface.klava.name, property].map(BusValue.text)
      let left = max(deadline - .now, .zero)
      try call("org.freedesktop.DBus.Properties", "Get", arguments, to: address, within: left) { result = value($0) }
      // The owner of Klava's name on the bus is not klava-desktop.
      guard let result else { throw .noReply }
      return result
    }
    return KeyboardStatus(
      isVisible: try read("Visible") { $0.readBoolean() }, keyboard: try read("Keyboard") { $0.readText() },
      hasSeat: try read("HasSeat") { $0.readBoolean() })
  }

  /// Calls a method of klava-desktop, waits for the reply, and passes the result to a function.
  private static func call(
    _ interface: String, _ member: String, _ arguments: [BusValue], to address: BusAddress, within limit: Duration,
    _ receive: @escaping (borrowing BusMessage) -> Void = { _ in }
  ) throws(BusError) {
    let method = BusMethod(
      destination: BusName.klava.rawValue, path: KlavaInterface.klava.path, interface: interface, member: member)
    let failure = try method.call(arguments, at: address, within: limit, receive)
    if let failure { throw BusError(failure) }
  }

  private var member: String {
    switch self {
    case .show: "Show"
    case .hide: "Hide"
    case .toggle: "Toggle"
    case .nextKeyboard: "NextKeyboard"
    case .undo: "Undo"
    case .pick: "Pick"
    }
  }

  private var arguments: [BusValue] {
    if case .pick(let identifier) = self { [.text(identifier)] } else { [] }
  }

  /// Reads the command of a call to an object of ``KlavaInterface``; nil if an argument is not valid.
  init?(_ call: borrowing BusMessage) {
    switch call.member {
    case "Show": self = .show
    case "Hide": self = .hide
    case "Toggle": self = .toggle
    case "NextKeyboard": self = .nextKeyboard
    case "Undo": self = .undo
    case "Pick":
      guard let identifier = call.readText(limit: BundleLimit.identifierBytes) else { return nil }
      self = .pick(identifier)
    case "SetVisible":
      guard let isVisible = call.readBoolean() else { return nil }
      self = isVisible ? .show : .hide
    default: return nil
    }
    guard hasValidIdentifier else { return nil }
  }

  // MARK: Identifiers

  /// Whether the command names no keyboard, or names a keyboard with a valid identifier.
  private var hasValidIdentifier: Bool {
    guard case .pick(let identifier) = self else { return true }
    return (1...BundleLimit.identifierBytes).contains(identifier.utf8.count)
      && !identifier.unicodeScalars.contains {
        $0.properties.generalCategory == .control || $0.properties.isNoncharacterCodePoint
      }
  }

  /// The reply to a command with an invalid identifier.
  static let identifierRule =
    "The identifier of a keyboard has 1 to \(BundleLimit.identifierBytes) bytes and no control characters."
}

extension BusError {
  /// Creates the error for a failed call to klava-desktop.
  fileprivate init(_ failure: BusReplyError) {
    switch failure.name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": self = .notRunning
    case "org.freedesktop.DBus.Error.NoReply": self = .noReply
    default: self = .refused(failure.text)
    }
  }
}
