internal import WaylandClient

/// The application whose window is active, and the outputs that show this window. Some rules of the host depend on the
/// application.
///
/// The protocols of input methods name neither the application nor the output. The compositor's list of windows names
/// the application. On wlroots compositors, the list also names the outputs. On compositors without a list, the host
/// treats each activation of another field as a change of the application. As a result, a keyboard's process never lives
/// longer than the retention that the user chose.
final class ActiveApplication {
  private let manager: WaylandObject?
  private var windows: [Window] = []
  /// The number of windows that the compositor has announced.
  private var announced = 0
  /// The window that was last active.
  private weak var lastActive: Window?
  /// Whether KWin has described two windows in the answer to one request. Then this object knows no active window.
  private var isUnreliable = false
  /// Called when another window becomes active. On compositors without a list of windows, this object never calls it.
  var windowChanged: () -> Void = {}
  /// Whether the window that was last active may have moved to another output since the caller last set this property to
  /// false.
  var hasMoved = false

  /// A window in the compositor's list of windows.
  private final class Window {
    let handle: WaylandObject
    /// The number of this window in the order of the announcements. No two windows have the same number.
    let number: Int
    var application = ""
    var isActive = false
    var outputs: [WaylandObject] = []
    /// Whether KWin has reported the whole initial state of the window.
    var isComplete = false

    init(_ handle: WaylandObject, number: Int) {
      self.handle = handle
      self.number = number
    }
  }

  /// The maximum number of windows of which this object keeps track. A compositor that reports more windows is faulty.
  private static let maximumWindows = 1_000
  /// The maximum length, in bytes, of an application's identifier. Klava shortens a longer identifier to this length.
  private static let maximumIdentifierLength = 256
  /// The number that `zwlr_foreign_toplevel_handle_v1` uses for the window state `activated`.
  private static let activated: UInt32 = 2
  /// The bit that `org_kde_plasma_window` uses for the window state `active`.
  private static let active: UInt32 = 1

  /// Starts to listen to the list of windows.
  init(_ connection: WaylandConnection) {
    manager = connection.bind("zwlr_foreign_toplevel_manager_v1", version: 3) ?? Self.bindPlasma(connection)
    manager?.handler = { [unowned self] event in
      guard windows.count < Self.maximumWindows, let handle = handle(of: event) else { return }
      announced += 1
      let window = Window(handle, number: announced)
      windows.append(window)
      handle.handler = { [unowned self, unowned window] in update(window, $0) }
    }
  }

  /// Binds KWin's list of windows.
  ///
  /// In the versions 11 to 16, KWin also reports the order of all windows, and ends the connection if there are many
  /// windows (Desktop.md#plasma-windows). So this method binds none of these versions.
  private static func bindPlasma(_ connection: WaylandConnection) -> WaylandObject? {
    connection.globals.first { $0.interface == "org_kde_plasma_window_management" }
      .flatMap { connection.bind($0, version: $0.version < 17 ? 10 : 17) }
  }

  /// Returns the object of the window that an event of ``manager`` announces; nil for other events.
  private func handle(of event: WaylandEvent) -> WaylandObject? {
    switch event.name {
    case "toplevel": return event.created(0)
    case "window": return manager?.create("get_window", .uint(event.uint(0)))
    case "window_with_uuid":
      let identifier = event.bytes(1)
      // A longer text could be too long for a request.
      guard identifier.count <= Self.maximumIdentifierLength else { return nil }
      return manager?.create("get_window_by_uuid", .string(String(decoding: identifier, as: UTF8.self)))
    default: return nil
    }
  }

  private func update(_ window: Window, _ event: WaylandEvent) {
    switch event.name {
    case "app_id", "app_id_changed":
      window.application = String(decoding: event.bytes(0).prefix(Self.maximumIdentifierLength), as: UTF8.self)
    case "state": update(window, isActive: event.numbers(0).contains(Self.activated))
    case "state_changed": update(window, isActive: event.uint(0) & Self.active != 0)
    case "initial_state":
      // KWin 6.0 answers `get_window` with the state of two windows, then says that the window is gone, and continues
      // to send events to the object. If Klava destroyed the object, another object could get its number and its
      // events. So keep all objects.
      if window.isComplete { isUnreliable = true }
      window.isComplete = true
    case "output_enter":
      guard let output = event.object(0), !window.outputs.contains(where: { $0 === output }) else { return }
      window.outputs.append(output)
      if window === lastActive { hasMoved = true }
    case "output_leave":
      guard let output = event.object(0) else { return }
      window.outputs.removeAll { $0 === output }
      if window === lastActive { hasMoved = true }
    case "closed", "unmapped": if !isUnreliable { windows.removeAll { $0 === window } }
    default: break
    }
  }

  private func update(_ window: Window, isActive: Bool) {
    window.isActive = isActive
    guard isActive, window !== lastActive else { return }
    lastActive = window
    windowChanged()
  }

  /// The active window; nil if the compositor names none.
  ///
  /// If KWin closes the active window, KWin says that the next window is active before it says that the first window is
  /// gone. So only the window that became active last can be active.
  private var activeWindow: Window? { isUnreliable || lastActive?.isActive != true ? nil : lastActive }

  /// The outputs that show the active window; empty if the compositor does not name them.
  var outputs: [WaylandObject] { activeWindow?.outputs ?? [] }

  /// The active window; nil if the compositor does not name the window's application.
  var window: FieldWindow? {
    activeWindow.flatMap {
      $0.application.isEmpty ? nil : FieldWindow(number: $0.number, application: $0.application)
    }
  }
}

/// The window of a field.
struct FieldWindow: Hashable {
  /// A number that no other window has.
  var number: Int
  /// The identifier of the application.
  var application: String
}
