// DesktopBus: the D-Bus connections of klava-desktop to other programs.
//
// For:    klava-desktop. The module serves the commands that show, hide and select keyboards or undo a step. It learns
//         the color scheme and whether the screen is locked, and triggers vibrations.
// Never:  waits for another program. Only `DesktopCommand.send`, which the command line uses, waits. Never starts a
//         program other than feedbackd. Never calls its owner: the owner polls the descriptors and gets values. Never
//         decides anything about keyboards.
// Start:  `SessionBus` below, `ScreenLockMonitor` for the system bus, `DesktopCommand` for the command line.
//
// Any program of the user's session may send commands, because desktops show and hide keyboards in this way. The
// commands can only show, hide and select keyboards, and undo the user's last step of typing. No reply contains text
// that the user types. Every message is untrusted: the module checks and bounds all values.

internal import Diagnostics
package import InputViewModel
internal import SystemSupport

/// The connection of klava-desktop to the user's session bus. Use a connection on one thread.
///
/// This connection asks the bus at most once to start feedbackd: at the first vibration while feedbackd does not run.
/// The bus starts no other program for this connection. The settings portal does not work if it starts before the
/// compositor has set the session's environment. So this connection does not start the portal, and waits until the
/// portal runs.
package final class SessionBus {
  private let connection: BusConnection
  private var events: [BusEvent] = []
  private var status = KeyboardStatus(isVisible: false, keyboard: "")
  private var hasFeedback = false
  private var hasStartedFeedback = false
  private var scheme: WatchedValue<ColorScheme>?
  private var layout: WatchedValue<UInt32>?
  private var hasLayouts = false
  private var hasReportedEnd = false

  /// Begins to connect, to request the names, and to read the color scheme. ``process()`` reports the outcomes.
  ///
  /// - Parameter address: The bus.
  /// - Throws: ``BusError/noBus(_:reason:)`` if no bus listens at the address. klava-desktop works without a bus.
  package init(_ address: BusAddress) throws(BusError) {
    connection = try BusConnection(address)
    // Serve the interfaces before requesting the names: a program that waits for a name calls a method as soon as the
    // name exists.
    for interface in KlavaInterface.all {
      let object = BusObject(
        call: { [weak self] in self?.receive($0) },
        value: { [weak self] in self?.value(of: $0) ?? .boolean(false) })
      connection.serve(interface, object)
    }
    request(.klava)
    connection.watch(Self.feedback) { [weak self] in self?.hasFeedback = $0 }
    watchColorScheme()
  }

  // MARK: The owner's loop

  /// The descriptor and events to wait for; nil if the connection has ended.
  package var wait: BusWait? { connection.wait }

  /// Handles the messages that have arrived, without waiting, and returns their events in order.
  ///
  /// - Returns: The events, at most a fixed number. If there are more events, ``wait`` has a timeout of zero, or its
  ///   descriptor is ready.
  package func process() -> [BusEvent] {
    if !connection.process(), !hasReportedEnd {
      hasReportedEnd = true
      events.append(.failed(.disconnected(.session)))
    }
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
      connection.announce(changed, of: KlavaInterface.onScreenKeyboard)
    }
    if old.keyboard != new.keyboard { changed.append("Keyboard") }
    if !changed.isEmpty { connection.announce(changed, of: KlavaInterface.klava) }
  }

  private func value(of property: String) -> BusValue {
    property == "Visible" ? .boolean(status.isVisible) : .text(status.keyboard)
  }

  private func receive(_ call: borrowing BusMessage) {
    guard let command = DesktopCommand(call) else {
      return call.refuse("org.freedesktop.DBus.Error.InvalidArgs", DesktopCommand.identifierRule)
    }
    events.append(.call(BusCall(command, BusMessage(call.pointer))))
  }

  // MARK: Names

  private func request(_ name: BusName) {
    // Flag 4: do not wait in a queue for the name.
    connection.call(.ofBus("RequestName"), [.text(name.rawValue), .number(4)]) { [weak self] reply in
      guard let self else { return }
      if let failure = reply.failure {
        events.append(.failed(.nameRefused(name, reason: failure.text)))
      } else if reply.readNumber() == 1 {
        events.append(.acquired(name))
      } else {
        return reportOwner(of: name)
      }
      // If another klava-desktop runs, this process ends and needs no other name.
      if name == .klava { request(.onScreenKeyboard) }
    }
  }

  private func reportOwner(of name: BusName) {
    connection.call(.ofBus("GetConnectionUnixProcessID"), [.text(name.rawValue)]) { [weak self] reply in
      let process = reply.failure == nil ? reply.readNumber().flatMap { Int32(exactly: $0) } : nil
      self?.events.append(.failed(.nameTaken(name, owner: process.map(Self.describe) ?? "an unknown process")))
    }
  }

  private static func describe(process: Int32) -> String {
    let name = ProcessStatus(process).name.sanitized(limit: 64)
    return name.isEmpty ? "process \(process)" : "\(name), process \(process)"
  }

  // MARK: Vibrations

  private static let feedback = "org.sigxcpu.Feedback"

  /// Triggers the short vibration of a key press if feedbackd runs. Otherwise starts feedbackd, but only once.
  package func triggerKeyFeedback() { trigger("button-pressed", hints: [:]) }

  /// Triggers the vibration that a keyboard requested if feedbackd runs. Otherwise starts feedbackd, but only
  /// once.
  package func trigger(_ haptic: HapticFeedback) {
    // In the profile `quiet`, feedbackd plays no sound. feedbackd ignores the hint if the user's own profile is
    // `silent`.
    trigger(haptic.event, hints: ["profile": "quiet"])
  }

  private func trigger(_ event: String, hints: [String: String]) {
    // Drop the vibration if the bus is congested, because a late vibration is worse than none.
    guard !connection.isCongested else { return }
    guard hasFeedback else { return startFeedback() }
    let method = BusMethod(
      destination: Self.feedback, path: "/org/sigxcpu/Feedback", interface: Self.feedback, member: "TriggerFeedback")
    let arguments = [.text(BusName.klava.rawValue), .text(event), .hints(hints), BusValue.integer(-1)]
    connection.send(method, arguments)
  }

  /// Makes the bus start feedbackd, if a D-Bus service file names feedbackd. feedbackd gets vibrations as soon as it
  /// owns its bus name.
  private func startFeedback() {
    guard !hasStartedFeedback else { return }
    hasStartedFeedback = true
    connection.send(.ofBus("StartServiceByName"), [.text(Self.feedback), .number(0)])
  }

  // MARK: Keyboard layout

  /// The index of the layout that KDE Plasma has selected for the hardware keyboards; nil if it is unknown, or if there
  /// is only one layout.
  package var keyboardLayout: UInt32? { hasLayouts && wait != nil ? layout?.value : nil }

  /// Begins to read ``keyboardLayout``, now and after each change.
  package func watchKeyboardLayout() {
    let (service, interface) = ("org.kde.keyboard", "org.kde.KeyboardLayouts")
    let method = BusMethod(destination: service, path: "/Layouts", interface: interface, member: "getLayout")
    let layout = WatchedValue(connection, method, [], parse: { $0.readNumber() }, changed: { _ in })
    self.layout = layout
    connection.match("type='signal',sender='\(service)',path='\(method.path)',interface='\(interface)'") {
      [weak layout] _ in layout?.read()
    }
    // KWin owns the name only while there are several layouts.
    connection.watch(service) { [weak self] isRunning in
      self?.hasLayouts = isRunning
      if isRunning { self?.layout?.read() }
    }
  }

  // MARK: Color scheme

  /// The user's color scheme; `noPreference` until it is known.
  package var colorScheme: ColorScheme { scheme?.value ?? .noPreference }

  private func watchColorScheme() {
    let portal = "org.freedesktop.portal.Desktop"
    let settings = "org.freedesktop.portal.Settings"
    let method = BusMethod(
      destination: portal, path: "/org/freedesktop/portal/desktop", interface: settings, member: "Read")
    let key = ["org.freedesktop.appearance", "color-scheme"]
    let scheme = WatchedValue(
      connection, method, key.map(BusValue.text),
      parse: { $0.readNumber().map { ColorScheme(rawValue: $0) ?? .noPreference } },
      changed: { [weak self] in self?.events.append(.colorScheme($0)) })
    self.scheme = scheme
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

  /// Creates a status.
  package init(isVisible: Bool, keyboard: String) {
    self.isVisible = isVisible
    self.keyboard = keyboard
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

/// The desktop's color scheme. The numbers come from the settings portal.
package enum ColorScheme: UInt32, Hashable, Sendable {
  /// The user has no preference.
  case noPreference = 0
  /// The user prefers light text on a dark background.
  case dark = 1
  /// The user prefers dark text on a light background.
  case light = 2
}
