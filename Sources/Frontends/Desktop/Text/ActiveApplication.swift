internal import WaylandClient

/// The application whose window is active, and the outputs that show this window. Some rules of the host depend on the
/// application.
///
/// The protocols of input methods name neither the application nor the output. On wlroots compositors, the list of
/// windows names the application and the output. On other compositors, the host treats each activation of another field
/// as a change of the application. As a result, a keyboard's process never lives longer than the retention that the
/// user chose.
final class ActiveApplication {
  private let manager: WaylandObject?
  private var windows: [Window] = []
  /// The window that was last active.
  private weak var lastActive: Window?
  /// Called when another window becomes active. On compositors without a list of windows, this object never calls it.
  var windowChanged: () -> Void = {}
  /// Whether the window that was last active may have moved to another output since the caller last set this property to
  /// false.
  var hasMoved = false

  /// A window in the compositor's list of windows.
  private final class Window {
    let handle: WaylandObject
    var application = ""
    var isActive = false
    var outputs: [WaylandObject] = []

    init(_ handle: WaylandObject) { self.handle = handle }
  }

  /// The maximum number of windows of which this object keeps track. A compositor that reports more windows is faulty.
  private static let maximumWindows = 1_000
  /// The maximum length, in bytes, of an application's identifier. Klava shortens a longer identifier to this length.
  private static let maximumIdentifierLength = 256
  /// The number that the protocol uses for the window state `activated`.
  private static let activated: UInt32 = 2

  /// Starts to listen to the list of windows.
  init(_ connection: WaylandConnection) {
    manager = connection.bind("zwlr_foreign_toplevel_manager_v1", version: 3)
    manager?.handler = { [unowned self] event in
      guard event.name == "toplevel", let handle = event.created(0), windows.count < Self.maximumWindows else { return }
      let window = Window(handle)
      windows.append(window)
      handle.handler = { [unowned self, unowned window] in update(window, $0) }
    }
  }

  private func update(_ window: Window, _ event: WaylandEvent) {
    switch event.name {
    case "app_id":
      window.application = String(decoding: event.bytes(0).prefix(Self.maximumIdentifierLength), as: UTF8.self)
    case "state":
      window.isActive = event.numbers(0).contains(Self.activated)
      guard window.isActive, window !== lastActive else { return }
      lastActive = window
      windowChanged()
    case "output_enter":
      guard let output = event.object(0), !window.outputs.contains(where: { $0 === output }) else { return }
      window.outputs.append(output)
      if window === lastActive { hasMoved = true }
    case "output_leave":
      guard let output = event.object(0) else { return }
      window.outputs.removeAll { $0 === output }
      if window === lastActive { hasMoved = true }
    case "closed": windows.removeAll { $0 === window }
    default: break
    }
  }

  /// The outputs that show the active window; empty if the compositor does not name them.
  var outputs: [WaylandObject] { windows.first(where: \.isActive)?.outputs ?? [] }

  /// The identifier of the active application; nil if the compositor does not name the application.
  var identifier: String? {
    windows.first(where: \.isActive).flatMap { $0.application.isEmpty ? nil : $0.application }
  }
}
