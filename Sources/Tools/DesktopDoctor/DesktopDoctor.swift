// DesktopDoctor: the checks of `klava-desktop doctor`.
//
// For:    a command that reports whether this session supports the on-screen keyboard.
// Never:  runs in `klava`, which must not load libwayland. Therefore the module `Doctor` does not contain these checks.
// Start:  `DesktopDoctor.checks()`.

internal import Desktop
internal import DesktopBus
internal import Diagnostics
package import Doctor
internal import Glibc
internal import SystemSupport
internal import WaylandClient

/// The checks for the on-screen keyboard. Each check reports one protocol or service of the compositor or the buses. If
/// a protocol or a service is missing, the check names the feature that does not work.
package struct DesktopDoctor {
  private let environment: [String: String]

  /// Creates the checks of the desktop session that the environment variables name.
  package init(environment: [String: String]) { self.environment = environment }

  /// Performs all checks, and returns their results in the order of the output.
  package func checks() -> [MachineCheck] {
    do throws(WaylandError) {
      let connection = try WaylandConnection.open()
      return [.ok("Wayland compositor", "answers")] + (try globals(of: connection)) + services
    } catch {
      let diagnostic = Diagnostic(.compositorMissing, "", Diagnostic.sentence("\(error)"))
      return [.missing("Wayland compositor", diagnostic)] + services
    }
  }

  private func globals(of connection: WaylandConnection) throws(WaylandError) -> [MachineCheck] {
    // Klava cannot use older versions of `wl_compositor`.
    let usable = connection.globals.filter { $0.interface != "wl_compositor" || $0.version >= 4 }
    let names = Set(usable.map(\.interface))
    let isPlasma = !names.contains("zwp_input_method_manager_v2") && names.contains("org_kde_plasma_shell")
    var checks = [
      check(names, "wl_compositor", "surfaces", "Klava needs version 4 to show the keyboard.", isNeeded: true),
      check(names, "wl_shm", "frames", "Klava cannot show the keyboard.", isNeeded: true),
      check(names, "wl_seat", "touches", "Klava gets no touches and cannot type.", isNeeded: true),
    ]
    if isPlasma {
      checks.append(virtualKeyboard(of: connection))
      checks.append(.ok("visibility", "KDE Plasma shows the keyboard after a touch of a field, not after a click"))
      checks.append(
        checkPrivate(
          names, "org_kde_kwin_keystate", "Caps Lock and Num Lock",
          "A shortcut of the on-screen keyboard turns off Caps Lock and Num Lock of the hardware keyboards."))
    } else {
      checks.append(try inputMethod(of: connection))
      checks += [
        check(names, "zwp_virtual_keyboard_manager_v1", "keys", "Klava cannot type.", isNeeded: true),
        check(names, "zwlr_layer_shell_v1", "position on screen", "Klava cannot show the keyboard.", isNeeded: true),
      ]
    }
    return checks + [
      check(
        names, "zwp_text_input_manager_v3", "applications",
        "GTK applications and browsers do not show the keyboard by themselves, and get key presses only.",
        note: """
          Klava moves the insertion point with arrow keys. Keyboards get no context in terminals, and in applications \
          without a text protocol.
          """),
      check(
        names, "wp_fractional_scale_manager_v1", "fractional scale",
        "On screens with a fractional scale, the compositor scales the keyboard's pixels, so the keyboard is less sharp."
      ),
      check(
        names, "wp_viewporter", "size of the keyboard", "The setting `size` has no effect."),
      check(
        names, names.contains("ext_data_control_manager_v1") ? "ext_data_control_manager_v1" : Self.clipboard,
        "copied and selected texts",
        """
        The setting `clipboardHistory` has no effect. In GTK applications and in Firefox, text that you type replaces \
        the selected text, even if the keyboard should enclose it in a tag.
        """),
      check(
        names, "wl_output", "screens", "Klava cannot see the screen's size, so the keyboard is as wide as a phone."),
      check(names, "zxdg_output_manager_v1", "size of the screen", "Klava computes the size from the screen's mode."),
      isPlasma
        ? checkPrivate(
          names, "org_kde_plasma_window_management", "names of applications",
          "Klava treats each field that gets the focus as a field of another application.")
        : check(
          names, "zwlr_foreign_toplevel_manager_v1", "names of applications",
          "Klava treats each field that gets the focus as a field of another application."),
    ]
  }

  /// Checks an interface that KWin usually offers only to the virtual keyboard that it starts. Then this program cannot
  /// find out whether KWin has the interface.
  private func checkPrivate(_ names: Set<String>, _ interface: String, _ what: String, _ cost: String) -> MachineCheck {
    guard !names.contains(interface) else { return .ok(what, interface) }
    return .ok(
      what,
      "This test cannot check \(interface), because KDE Plasma offers it only to its virtual keyboard. Without it: \(cost)"
    )
  }

  /// The clipboard protocol that most compositors offer.
  private static let clipboard = "zwlr_data_control_manager_v1"

  private func check(
    _ names: Set<String>, _ interface: String, _ what: String, _ cost: String, isNeeded: Bool = false,
    note: String? = nil
  ) -> MachineCheck {
    if names.contains(interface) {
      return .ok(what, note.map { "\(interface). \($0)" } ?? interface, isNeeded: isNeeded)
    }
    return .missing(
      what,
      Diagnostic(
        .compositorLacksProtocol, interface, "The compositor does not offer \(interface). \(cost)",
        remedy: isNeeded ? nil : "All other features work without this protocol."),
      isNeeded: isNeeded)
  }

  /// Checks whether KWin has started klava-desktop. KWin starts the virtual keyboard that the user selected in the
  /// System Settings.
  private func virtualKeyboard(of connection: WaylandConnection) -> MachineCheck {
    // The members of the C type `ucred`, which Swift does not import: the process, the user and the group.
    var peer: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.size * peer.count)
    getsockopt(connection.descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size)
    if hasBusName || ProcessStatus(peer[0]).descendants.contains(where: isDesktop) {
      return .ok("text", "KDE Plasma has started klava-desktop as the virtual keyboard")
    }
    return .missing(
      "text",
      Diagnostic(
        .desktopNotRunning, "", "KDE Plasma has not started klava-desktop as the virtual keyboard.",
        remedy: "Select Klava in System Settings, under Virtual Keyboard."))
  }

  /// Checks whether another input method is active on the seat. For this check, the program briefly becomes the input
  /// method.
  private func inputMethod(of connection: WaylandConnection) throws(WaylandError) -> MachineCheck {
    guard let seat = connection.bind("wl_seat", version: 1) else {
      return check([], "wl_seat", "text", "Klava cannot type.", isNeeded: true)
    }
    guard let manager = connection.bind("zwp_input_method_manager_v2", version: 1) else {
      return .missing(
        "text",
        Diagnostic(
          .compositorLacksProtocol, "zwp_input_method_manager_v2",
          "The compositor offers neither zwp_input_method_manager_v2 nor zwp_input_method_v1."))
    }
    var isTaken = false
    let method = manager.create("get_input_method", .object(seat))
    method.handler = { if $0.name == "unavailable" { isTaken = true } }
    try connection.roundtrip()
    method.destroy()
    try connection.roundtrip()
    guard isTaken else { return .ok("text", "zwp_input_method_manager_v2") }
    switch (try? BusAddress.session(in: environment)).flatMap({ try? DesktopCommand.status(at: $0).hasSeat }) {
    case true?: return .ok("text", "klava-desktop runs and has the seat")
    case false?:
      return .missing(
        "text",
        Diagnostic(
          .inputMethodTaken, "", "klava-desktop runs, but another input method has the seat.",
          remedy: "Quit the other input method, such as fcitx5, IBus or another on-screen keyboard."))
    case nil:
      return .missing(
        "text",
        Diagnostic(
          .inputMethodTaken, "", "An input method is already active, and no klava-desktop answers on the session bus.",
          remedy: "If the active input method is a klava-desktop without the session bus, do nothing. Otherwise, quit "
            + "the other input method, such as fcitx5, IBus or another on-screen keyboard."),
        isNeeded: false)
    }
  }

  /// Whether klava-desktop owns its name on the session bus.
  private var hasBusName: Bool {
    (try? BusAddress.session(in: environment)).map { DesktopCommand.isRunning(at: $0) } ?? false
  }

  /// Whether a process is a running klava-desktop other than this process.
  private func isDesktop(_ process: ProcessStatus) -> Bool {
    process.identifier != getpid() && process.name == "klava-desktop" && process.isAlive
  }

  private var services: [MachineCheck] { [bus, vibration, screenLock] }

  private var bus: MachineCheck {
    MachineCheck.check("session bus", isNeeded: false) { () throws(Diagnostic) in
      do throws(BusError) {
        try BusAddress.session(in: environment).check()
      } catch {
        throw Diagnostic(
          .busFailed, "", Diagnostic.sentence("\(error)"),
          remedy: "Typing needs no bus. Commands such as `klava-desktop toggle`, and vibrations, need the bus.")
      }
      return "answers"
    }
  }
  private var vibration: MachineCheck {
    if let bus = try? BusAddress.session(in: environment), bus.offers(SessionBus.feedback) {
      return .ok("vibration", "feedbackd", isNeeded: false)
    }
    return .missing(
      "vibration",
      Diagnostic(
        .busFailed, "", "The session bus offers no feedbackd, so the device does not vibrate.",
        remedy: "All other features work without feedbackd."),
      isNeeded: false)
  }

  private var screenLock: MachineCheck {
    let cost: String
    switch ScreenLockMonitor.state(at: .system(in: environment)) {
    case .locked, .unlocked: return .ok("screen lock", "logind", isNeeded: false)
    case .unknown:
      cost =
        "logind does not say whether the screen is locked, so third-party keyboards remain available on a locked screen."
    case .asked: cost = "logind does not answer, so only the system keyboard is available until it answers."
    }
    return .missing(
      "screen lock",
      Diagnostic(.busFailed, "", cost, remedy: "All other features work without logind."), isNeeded: false)
  }
}
