// DesktopBus: the D-Bus connections of klava-desktop to other programs.
//
// For:    klava-desktop. The module serves the commands that show, hide and select keyboards or undo a step. The module
//         learns the color scheme and whether the screen is locked, and triggers vibrations.
// Never:  waits for another program. Only functions for command-line tools, such as `DesktopCommand`, wait for replies.
//         Never starts a program other than feedbackd. Never calls its owner: the owner polls the descriptors and gets
//         values. Never decides anything about keyboards.
// Start:  `SessionBus` below, `ScreenLockMonitor` for the system bus, `DesktopCommand` for the command line.
//
// Any program of the user's session may send commands, because desktops show and hide keyboards in this way. The
// commands can only show, hide and select keyboards, and undo the user's last step of typing. No reply contains text
// that the user types. Every message is untrusted: the module checks and bounds all values.

internal import Diagnostics
package import InputViewModel
internal import SystemSupport
package import Timing

/// The connection of klava-desktop to the user's session bus. Use a connection on one thread.
///
/// If the connection ends, or if there is no bus, the next call of ``process()`` connects again.
///
/// A connection asks its bus at most once to start feedbackd: at the first vibration while feedbackd does not run. The
/// bus starts no other program for klava-desktop. The settings portal does not work if it starts before the compositor
/// has set the session's environment. So klava-desktop never starts the portal, and reads the color scheme as soon as
/// the portal runs.
package final class SessionBus {
  private let link: BusLink
  private var events: [BusEvent] = []
  private var status = KeyboardStatus(isVisible: false, keyboard: "", hasSeat: true)
  private var services = Services()
  private var watchesKeyboardLayout = false
  private let clock: any SessionClock
  /// The common limit of all other programs for commands that change the keyboard (Desktop.md#command-limit).
  private var commandLimiter: RateLimiter
  /// Whether ``process()`` has reported that there is no bus. A reply of a bus sets the value to false.
  private var hasReportedEnd = false
  /// Whether klava-desktop still waits for the bus's replies to its requests for names. The value is false without a
  /// bus.
  package private(set) var awaitsNames = false

  /// The state of the other programs on one connection.
  private struct Services {
    var ownsKeyboardName = false
    var hasFeedback = false
    var hasStartedFeedback = false
    var hasLayouts = false
    var layout: WatchedValue<UInt32>?
    var scheme: WatchedValue<ColorScheme>?
  }

  /// Begins to connect, to request the names, and to read the color scheme. ``process()`` reports the results of these
  /// requests.
  ///
  /// - Parameters:
  ///   - address: The bus. klava-desktop works without a bus.
  ///   - clock: The clock for the limit of commands per second.
  package init(_ address: BusAddress, clock: any SessionClock = SystemClock()) {
    link = BusLink(address)
    self.clock = clock
    commandLimiter = RateLimiter(perSecond: Self.commandsPerSecond, maximum: Self.maximumCommands, at: clock.now)
    updateConnection()
  }

  private func updateConnection() {
    while let change = link.process() {
      switch change {
      case .began(let connection): begin(connection)
      case .failed(let error):
        services = Services()
        awaitsNames = false
        // Report only the first of many failed attempts to connect.
        if !hasReportedEnd { events.append(.failed(error)) }
        hasReportedEnd = true
      }
    }
  }

  private func begin(_ connection: BusConnection) {
    // Serve the interfaces before requesting the names: a program that waits for a name calls a method as soon as the
    // name exists.
    for interface in KlavaInterface.all {
      let object = BusObject(
        call: { [weak self] in self?.receive($0) },
        value: { [weak self] in self?.value(of: $0) ?? .boolean(false) })
      connection.serve(interface, object)
    }
    awaitsNames = true
    watchKeyboardName(connection)
    request(.klava, on: connection)
    connection.watch(Self.feedback) { [weak self] in self?.services.hasFeedback = $0 }
    watchColorScheme(connection)
    if watchesKeyboardLayout { watchKeyboardLayout(connection) }
  }

  // MARK: The owner's loop

  /// The descriptor and events to wait for; nil without a connection.
  package var wait: BusWait? { link.wait }

  /// Handles the messages that have arrived, without waiting, and returns their events in order. Call this function
  /// after each event of klava-desktop.
  ///
  /// - Returns: The events, up to a fixed number. If there are more events, ``wait`` has a timeout of zero, or its
  ///   descriptor is ready.
  package func process() -> [BusEvent] {
    updateConnection()
    defer { events = [] }
    return events
  }

  // MARK: State and commands

  /// Sets the properties that other programs read, and announces the changed properties.
  package func publish(_ new: KeyboardStatus) {
    let old = status
    status = new
    var changed: [String] = []
    if old.isVisible != new.isVisible {
      changed.append("Visible")
      link.connection?.announce(changed, of: KlavaInterface.onScreenKeyboard)
    }
    if old.keyboard != new.keyboard { changed.append("Keyboard") }
    if old.hasSeat != new.hasSeat { changed.append("HasSeat") }
    if !changed.isEmpty { link.connection?.announce(changed, of: KlavaInterface.klava) }
  }

  private func value(of property: String) -> BusValue {
    switch property {
    case "Visible": .boolean(status.isVisible)
    case "HasSeat": .boolean(status.hasSeat)
    default: .text(status.keyboard)
    }
  }

  /// The number of commands per second that klava-desktop accepts on average.
  private static let commandsPerSecond = 10
  /// The number of commands that klava-desktop accepts at once after a pause.
  private static let maximumCommands = 20

  private func receive(_ call: borrowing BusMessage) {
    guard let command = DesktopCommand(call) else {
      return call.refuse("org.freedesktop.DBus.Error.InvalidArgs", DesktopCommand.identifierRule)
    }
    guard !command.changesKeyboard || commandLimiter.available(at: clock.now) > 0 else {
      let reason = "klava-desktop accepts at most \(Self.commandsPerSecond) commands per second. Try again later."
      return call.refuse("org.freedesktop.DBus.Error.LimitsExceeded", reason)
    }
    if command.changesKeyboard { commandLimiter.spend(1) }
    events.append(.call(BusCall(command, BusMessage(call.pointer))))
  }

  // MARK: Names

  private func request(_ name: BusName, on connection: BusConnection) {
    // The flag 4 means that the bus does not put this program into a queue for the name. Klava waits in the queue for
    // the name `sm.puri.OSK0`. If another klava-desktop runs, this process ends, so it does not wait for its own name.
    let flags: UInt32 = name == .klava ? 4 : 0
    connection.call(.ofBus("RequestName"), [.text(name.rawValue), .number(flags)]) {
      [weak self, weak connection] reply in
      // A call also fails when the connection ends. ``updateConnection()`` reports the end of the connection.
      guard let self, let connection, connection.isConnected else { return }
      hasReportedEnd = false
      if let failure = reply.failure {
        events.append(.failed(.nameRefused(name, reason: failure.text)))
      } else if reply.readNumber() != 1 {
        return reportOwner(of: name, on: connection)
      } else if name == .klava {
        events.append(.acquired(.klava))
      }
      // If another klava-desktop runs, this process ends and needs no other name.
      if name == .klava { request(.onScreenKeyboard, on: connection) } else { awaitsNames = false }
    }
  }

  /// Waits for the bus to give klava-desktop the name `sm.puri.OSK0`, immediately or when all earlier owners have quit.
  /// The bus never takes the name away again, because klava-desktop does not allow a replacement.
  private func watchKeyboardName(_ connection: BusConnection) {
    let name = BusName.onScreenKeyboard
    connection.match("type='signal',sender='\(BusMethod.bus)',member='NameAcquired',arg0='\(name.rawValue)'") {
      [weak self] message in
      guard let self, message.sender == BusMethod.bus, message.readText() == name.rawValue else { return }
      services.ownsKeyboardName = true
      events.append(.acquired(name))
    }
  }

  private func reportOwner(of name: BusName, on connection: BusConnection) {
    connection.call(.ofBus("GetConnectionUnixProcessID"), [.text(name.rawValue)]) {
      [weak self, weak connection] reply in
      guard let self, let connection, connection.isConnected else { return }
      let failure = reply.failure
      // The owner of the name has just ended, so the name is available now.
      if name == .klava, failure?.name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
        return request(name, on: connection)
      }
      awaitsNames = false
      // The owner of the name has just ended, and klava-desktop was the next program in the queue.
      if name == .onScreenKeyboard, services.ownsKeyboardName { return }
      let process = failure == nil ? reply.readNumber().flatMap { Int32(exactly: $0) } : nil
      events.append(.failed(.nameTaken(name, owner: process.map(Self.describe) ?? "an unknown process")))
    }
  }

  private static func describe(process: Int32) -> String {
    let name = ProcessStatus(process).name.sanitized(limit: 64)
    return name.isEmpty ? "process \(process)" : "\(name), process \(process)"
  }

  // MARK: Vibrations

  /// The bus name of feedbackd.
  package static let feedback = "org.sigxcpu.Feedback"

  /// Triggers the short vibration of a key press if feedbackd runs. If feedbackd does not run, starts feedbackd, at
  /// most once for each connection.
  package func triggerKeyFeedback() { trigger("button-pressed", hints: [:]) }

  /// Triggers the vibration that a keyboard requested if feedbackd runs. If feedbackd does not run, starts feedbackd,
  /// at most once for each connection.
  package func trigger(_ haptic: HapticFeedback) {
    // In the profile `quiet`, feedbackd plays no sound. feedbackd ignores the hint if the user's own profile is
    // `silent`.
    trigger(haptic.event, hints: ["profile": "quiet"])
  }

  private func trigger(_ event: String, hints: [String: String]) {
    // Drop the vibration if the bus is congested, because a late vibration is worse than none.
    guard let connection = link.connection, !connection.isCongested else { return }
    guard services.hasFeedback else { return startFeedback(connection) }
    let method = BusMethod(
      destination: Self.feedback, path: "/org/sigxcpu/Feedback", interface: Self.feedback, member: "TriggerFeedback")
    let arguments = [.text(BusName.klava.rawValue), .text(event), .hints(hints), BusValue.integer(-1)]
    connection.send(method, arguments)
  }

  /// Makes the bus start feedbackd, if a D-Bus service file names feedbackd. Later vibrations go to feedbackd as soon
  /// as feedbackd owns its bus name.
  private func startFeedback(_ connection: BusConnection) {
    guard !services.hasStartedFeedback else { return }
    services.hasStartedFeedback = true
    connection.send(.ofBus("StartServiceByName"), [.text(Self.feedback), .number(0)])
  }

  // MARK: Keyboard layout

  /// The index of the keyboard layout that KDE Plasma has selected for the hardware keyboards. The value is nil if the
  /// index is unknown or if there is only one keyboard layout.
  package var keyboardLayout: UInt32? { services.hasLayouts ? services.layout?.value : nil }

  /// Begins to read ``keyboardLayout``, now and after each change.
  package func watchKeyboardLayout() {
    guard !watchesKeyboardLayout else { return }
    watchesKeyboardLayout = true
    if let connection = link.connection { watchKeyboardLayout(connection) }
  }

  private func watchKeyboardLayout(_ connection: BusConnection) {
    let (service, interface) = ("org.kde.keyboard", "org.kde.KeyboardLayouts")
    let method = BusMethod(destination: service, path: "/Layouts", interface: interface, member: "getLayout")
    let layout = WatchedValue(connection, method, [], parse: { $0.readNumber() }, changed: { _ in })
    services.layout = layout
    connection.match("type='signal',sender='\(service)',path='\(method.path)',interface='\(interface)'") {
      [weak layout] _ in layout?.read()
    }
    // KWin owns the name `org.kde.keyboard` only while the user has several keyboard layouts.
    connection.watch(service) { [weak self] isRunning in
      self?.services.hasLayouts = isRunning
      if isRunning { self?.services.layout?.read() }
    }
  }

  // MARK: Color scheme

  /// The user's color scheme; `noPreference` until it is known. A new connection keeps the last known scheme.
  package private(set) var colorScheme = ColorScheme.noPreference

  private func watchColorScheme(_ connection: BusConnection) {
    let portal = "org.freedesktop.portal.Desktop"
    let settings = "org.freedesktop.portal.Settings"
    let method = BusMethod(
      destination: portal, path: "/org/freedesktop/portal/desktop", interface: settings, member: "Read")
    let key = ["org.freedesktop.appearance", "color-scheme"]
    let scheme = WatchedValue(
      connection, method, key.map(BusValue.text),
      parse: { $0.readNumber().map { ColorScheme(rawValue: $0) ?? .noPreference } },
      changed: { [weak self] in
        self?.colorScheme = $0
        self?.events.append(.colorScheme($0))
      })
    services.scheme = scheme
    let rule =
      "type='signal',sender='\(portal)',path='\(method.path)',interface='\(settings)',member='SettingChanged'"
    connection.match("\(rule),arg0='\(key[0])'") { [weak scheme] message in
      if message.readText() == key[0], message.readText() == key[1] { scheme?.read() }
    }
    // Read the value now if the portal runs, otherwise when the portal starts.
    connection.watch(portal) { [weak scheme] isRunning in if isRunning { scheme?.read() } }
  }
}

extension HapticFeedback {
  /// The event in feedbackd's naming specification. The user's theme decides how the device vibrates.
  fileprivate var event: String {
    switch self {
    case .selection, .lightImpact, .mediumImpact, .heavyImpact: "button-pressed"
    case .success: "timeout-completed"
    case .warning, .error: "bell-terminal"
    }
  }
}

/// The state of the keyboard that other programs can read.
package struct KeyboardStatus: Hashable, Sendable {
  /// Whether the keyboard is visible.
  package var isVisible: Bool
  /// The identifier of the selected keyboard; empty if there is none.
  package var keyboard: String
  /// Whether klava-desktop is the input method of the seat. The value is false if another input method has the seat.
  package var hasSeat: Bool

  /// Creates a status of the on-screen keyboard.
  package init(isVisible: Bool, keyboard: String, hasSeat: Bool = true) {
    self.isVisible = isVisible
    self.keyboard = keyboard
    self.hasSeat = hasSeat
  }
}

/// An event on the session bus that the owner must handle.
package enum BusEvent {
  /// Another program sent a command, and waits for the reply.
  case call(BusCall)
  /// klava-desktop now owns the name.
  case acquired(BusName)
  /// A name is not available, or the connection has ended.
  case failed(BusError)
  /// The color scheme changed, or became known.
  case colorScheme(ColorScheme)
}

/// The desktop's color scheme. The raw values are the numbers of the settings portal.
package enum ColorScheme: UInt32, Hashable, Sendable {
  /// The user has no preference.
  case noPreference = 0
  /// The user prefers light text on a dark background.
  case dark = 1
  /// The user prefers dark text on a light background.
  case light = 2
}
