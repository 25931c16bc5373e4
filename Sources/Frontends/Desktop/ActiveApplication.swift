internal import WaylandClient

/// The application whose window is active, for rules that depend on the application.
///
/// The protocols of input methods do not name the application. On wlroots compositors the list of windows does. Under
/// other compositors each activation of a field counts as another application, so that no keyboard keeps its process
/// for longer than the user allows.
final class ActiveApplication {
  private let manager: WaylandObject?
  private var windows: [Window] = []
  private var activations = 0

  /// A window of the list.
  private final class Window {
    let handle: WaylandObject
    var application = ""
    var isActive = false

    init(_ handle: WaylandObject) { self.handle = handle }
  }

  /// The number of windows that are tracked. A compositor with more windows has an error.
  private static let mostWindows = 1_000
  /// The longest identifier in bytes.
  private static let longestIdentifier = 256
  /// The number of the state `activated`.
  private static let activated: UInt32 = 2

  /// Starts to listen to the list of windows.
  init(_ connection: WaylandConnection) {
    manager = connection.bind("zwlr_foreign_toplevel_manager_v1", version: 3)
    manager?.handler = { [unowned self] event in
      guard event.name == "toplevel", let handle = event.created(0), windows.count < Self.mostWindows else { return }
      let window = Window(handle)
      windows.append(window)
      handle.handler = { [unowned self, unowned window] in update(window, $0) }
    }
  }

  private func update(_ window: Window, _ event: WaylandEvent) {
    switch event.name {
    case "app_id":
      window.application = String(decoding: event.bytes(0).prefix(Self.longestIdentifier), as: UTF8.self)
    case "state": window.isActive = event.numbers(0).contains(Self.activated)
    case "closed": windows.removeAll { $0 === window }
    default: break
    }
  }

  /// The identifier for a field that was just activated.
  func identifierForField() -> String {
    activations += 1
    let active = windows.first(where: \.isActive)?.application ?? ""
    return active.isEmpty ? "field \(activations)" : active
  }
}
