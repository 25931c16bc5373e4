internal import KeyboardStore
internal import RenderProtocol
internal import WaylandClient

/// The protocol with which Klava positions the keyboard's surface.
enum SurfaceShell {
  /// `zwlr_layer_shell_v1`. The surface is at the bottom of a screen, and windows leave space for a docked keyboard.
  case layer(WaylandObject)
  /// `zwp_input_panel_v1`. The compositor decides when the surface is visible.
  case panel(WaylandObject)
}

/// Where the keyboard is on the screen.
package enum KeyboardPlacement: String, CaseIterable, Sendable {
  /// At the bottom, as wide as the screen. Windows leave space for a docked keyboard.
  case docked
  /// Above the windows, in the middle of the bottom edge. Windows keep their size.
  case floating
  /// Above the windows, in the bottom left corner.
  case left
  /// Above the windows, in the bottom right corner.
  case right
}

/// The size of a surface in points of the screen.
struct SurfaceSize: Hashable {
  var width: Int
  var height: Int
}

/// The surface that shows the keyboard: its size and position, not its contents. The surface never gets the keyboard
/// focus.
final class KeyboardSurface {
  /// A change of the surface that the owner must handle.
  enum Event: Hashable {
    /// The number of pixels per point changed.
    case scaled
    /// The surface is on another screen, or ``KeyboardSurface/dockedWidth`` changed.
    case moved
    /// The compositor removed the surface.
    case closed
  }

  /// The size and position of a surface.
  struct Geometry: Hashable {
    /// The size. For a docked layer surface, the compositor decides the width.
    var size: SurfaceSize
    var placement: KeyboardPlacement
    /// The position to which the user moved the keyboard; nil if ``placement`` decides the position.
    var corner: Corner?
  }

  /// The position of the surface's bottom left corner, in points from the screen's bottom left corner.
  struct Corner: Hashable {
    var left: Int
    var bottom: Int
  }

  private let globals: Globals
  private let shell: SurfaceShell
  private var surface: WaylandObject?
  private var role: WaylandObject?
  /// Whether the input panel has a place on a screen.
  private var isPanelPlaced = false
  private var viewport: WaylandObject?
  private var fraction: WaylandObject?
  private var callback: WaylandObject?
  private var geometry: Geometry?
  /// The size of the frame on the screen; nil without a frame.
  private var shownSize: SurfaceSize?
  /// The height of the newest frame that the compositor has handled; 0 without a frame. The compositor's latest touches
  /// refer to a surface of this height.
  private(set) var handledHeight = 0
  /// The compositor's answer that it handles a frame with another height next; nil if no answer is pending.
  private var heightAnswer: WaylandObject?
  /// Whether the compositor has shown a frame since the surface was last hidden. KWin keeps an input panel invisible
  /// until the user touches a field.
  private(set) var hasShownFrame = false
  /// Whether the surface can show a frame. A layer surface can show a frame only after the compositor has sent the
  /// first size. An input panel can always show a frame.
  private(set) var isConfigured = false
  /// The width in points that the compositor gives to a docked surface; nil if it is unknown.
  private(set) var dockedWidth: Int?
  private var events: [Event] = []
  /// The scale in 120ths, from the fractional-scale protocol; nil without this protocol.
  private var fractionalScale: Int?
  private var screens: [UInt32] = []
  /// The screen for the next surface; nil if the compositor chooses the screen.
  var nextScreen: Screen?

  /// The anchors of `zwlr_layer_surface_v1`.
  fileprivate enum Anchor {
    static let bottom: UInt32 = 2
    static let left: UInt32 = 4
    static let right: UInt32 = 8
  }

  /// The layer above fullscreen windows.
  private static let overlayLayer: UInt32 = 3
  private static let unit = 120

  /// Creates an object that has no surface yet. ``show(_:)`` creates the surface.
  init(_ globals: Globals, shell: SurfaceShell) {
    self.globals = globals
    self.shell = shell
  }

  /// Whether the surface exists. The surface is visible after its first frame.
  var exists: Bool { surface != nil }

  /// Whether Klava chooses the place of the surface. The compositor chooses the place of an input panel.
  var isMovable: Bool { if case .layer = shell { true } else { false } }

  /// Whether the compositor has not yet shown the last frame. While the value is true, send no other frame.
  var isFramePending: Bool { callback != nil }

  func isSurface(_ object: WaylandObject) -> Bool { object === surface }

  /// The number of pixels per point of the screen.
  var scale: Double {
    if let fractionalScale { return Double(fractionalScale) / Double(Self.unit) }
    let shown = globals.screens.filter { screens.contains($0.name) }
    return Double((shown.isEmpty ? globals.screens : shown).map(\.scale).max() ?? 1)
  }

  /// The screen that shows the surface, or will show the next surface. Until the compositor names a screen, the value
  /// is the first screen.
  var screen: Screen? {
    let shown = globals.screens.first { screens.contains($0.name) }
    return (exists ? shown : nil) ?? globals.screens.first { $0 === nextScreen } ?? shown ?? globals.screens.first
  }

  /// Returns the events since the last call.
  func drain() -> [Event] {
    defer { events = [] }
    return events
  }

  // MARK: Existence

  /// Creates the surface with a size and a position, or moves the surface. The owner of the surface shows a frame when
  /// ``isConfigured`` is true.
  ///
  /// A surface that shows a frame keeps its size until ``present(_:in:)`` shows a frame of another size.
  func show(_ geometry: Geometry) {
    guard surface == nil || shownSize == nil || shownSize == geometry.size else { return }
    if surface == nil { makeSurface() }
    if apply(geometry) { surface?.request("commit") }
  }

  /// Sends a size and a position, which take effect with the next commit.
  ///
  /// - Returns: Whether the surface needs a commit.
  private func apply(_ geometry: Geometry) -> Bool {
    guard geometry != self.geometry else { return false }
    self.geometry = geometry
    guard case .layer = shell, let role else { return false }
    let width = geometry.placement == .docked ? 0 : geometry.size.width
    role.request("set_size", .uint(UInt32(clamping: width)), .uint(UInt32(clamping: geometry.size.height)))
    let sides = geometry.corner == nil ? geometry.placement.sides : Anchor.left
    role.request("set_anchor", .uint(Anchor.bottom | sides))
    let corner = geometry.corner ?? Corner(left: 0, bottom: 0)
    role.request("set_margin", 0, 0, .int(Int32(clamping: corner.bottom)), .int(Int32(clamping: corner.left)))
    role.request("set_exclusive_zone", .int(geometry.placement == .docked ? Int32(clamping: geometry.size.height) : 0))
    return true
  }

  private func makeSurface() {
    let surface = globals.compositor.create("create_surface")
    self.surface = surface
    screens = []
    surface.handler = { [unowned self] event in
      switch event.name {
      case "enter":
        guard let name = screenName(event), !screens.contains(name) else { return }
        screens.append(name)
        events += [.moved, .scaled]
      case "leave":
        guard let name = screenName(event) else { return }
        screens.removeAll { $0 == name }
        if !screens.isEmpty { events += [.moved, .scaled] }
      default: break
      }
    }
    viewport = globals.viewporter?.create("get_viewport", .object(surface))
    if viewport != nil, let manager = globals.fractionalScaleManager {
      fraction = manager.create("get_fractional_scale", .object(surface))
      fraction?.handler = { [unowned self] event in
        guard event.name == "preferred_scale" else { return }
        let new = min(max(Int(event.uint(0)), Self.unit), 8 * Self.unit)
        guard new != fractionalScale else { return }
        fractionalScale = new
        events.append(.scaled)
      }
    }
    switch shell {
    case .layer(let layerShell):
      let output = globals.screens.first { $0 === nextScreen }?.output
      let role = layerShell.create(
        "get_layer_surface", .object(surface), .object(output), .uint(Self.overlayLayer), .string("klava"))
      role.handler = { [unowned self, unowned role] event in
        switch event.name {
        case "configure":
          role.request("ack_configure", .uint(event.uint(0)))
          isConfigured = true
          // With a width of 0, the compositor leaves the choice of the width to the client.
          let width = event.uint(1) == 0 ? nil : min(Int(event.uint(1)), KeyboardPosition.Output.maximumLength)
          guard self.geometry?.placement == .docked, width != dockedWidth else { return }
          dockedWidth = width
          events.append(.moved)
        case "closed": events.append(.closed)
        default: break
        }
      }
      self.role = role
    case .panel(let panel):
      let role = panel.create("get_input_panel_surface", .object(surface))
      self.role = role
      placePanel()
      isConfigured = true
    }
  }

  /// Places an input panel on the first screen. An input panel without a place stays invisible. If no screen exists
  /// yet, a later call of this method places the panel.
  private func placePanel() {
    guard case .panel = shell, let role, !isPanelPlaced, let screen = globals.screens.first else { return }
    // Position 0 is the middle of the bottom edge.
    role.request("set_toplevel", .object(screen.output), 0)
    isPanelPlaced = true
  }

  /// Call this function when a screen appears, changes or disappears.
  func screensChanged() { placePanel() }

  private func screenName(_ event: WaylandEvent) -> UInt32? {
    event.object(0).flatMap { output in globals.screens.first { $0.output === output }?.name }
  }

  /// Removes the surface from the screen.
  ///
  /// An input panel keeps its surface, because KWin would not show a new surface before the next touch of a field.
  func hide() {
    forgetFrame()
    guard case .layer = shell else {
      surface?.request("attach", nil, 0, 0)
      surface?.request("commit")
      return
    }
    destroy()
  }

  func destroy() {
    isPanelPlaced = false
    // The protocols require this order: destroy the objects that extend the surface, then the surface.
    forgetFrame()
    (viewport, fraction, role) = (nil, nil, nil)
    surface = nil
    geometry = nil
    isConfigured = false
    events = []
  }

  private func forgetFrame() {
    (callback, heightAnswer) = (nil, nil)
    (shownSize, handledHeight) = (nil, 0)
    hasShownFrame = false
  }

  // MARK: Frames

  /// Shows a frame. A new size takes effect together with its first frame.
  ///
  /// If the size changed before the new frame arrived, the compositor would move the old frame. During the move, a
  /// touch next to the old frame would hit a window or the background, and the field could lose the focus.
  func present(_ frame: SurfaceRenderer.Frame, in geometry: Geometry) {
    guard let surface else { return }
    _ = apply(geometry)
    let oldHeight = shownSize?.height
    shownSize = frame.size
    surface.request("attach", .object(frame.buffer), 0, 0)
    if let viewport {
      viewport.request(
        "set_destination", .int(Int32(clamping: frame.size.width)), .int(Int32(clamping: frame.size.height)))
    } else {
      surface.request("set_buffer_scale", .int(Int32(frame.scale)))
    }
    for rectangle in frame.damage {
      surface.request(
        "damage_buffer", .int(Int32(clamping: rectangle.x)), .int(Int32(clamping: rectangle.y)),
        .int(Int32(clamping: rectangle.width)), .int(Int32(clamping: rectangle.height)))
    }
    let callback = surface.create("frame")
    callback.handler = { [unowned self] _ in
      self.callback = nil
      hasShownFrame = true
    }
    self.callback = callback
    prepareHeight(frame.size.height, after: oldHeight)
    surface.request("commit")
  }

  /// Changes ``handledHeight`` when the compositor handles the next commit, which contains a frame of this height.
  ///
  /// Call this function immediately before the commit. While the compositor handles the commit, it can report the new
  /// place of a resting pointer on the surface. A request after the commit would get its answer after this report.
  private func prepareHeight(_ height: Int, after old: Int?) {
    if old == nil { handledHeight = height }
    guard let old, height != old else { return }
    heightAnswer = globals.connection.synchronize()
    heightAnswer?.handler = { [unowned self] _ in
      heightAnswer = nil
      handledHeight = height
    }
  }
}

extension KeyboardPlacement {
  /// The anchors of the surface at the left and right edges of the screen, as bits.
  fileprivate var sides: UInt32 {
    switch self {
    case .docked: KeyboardSurface.Anchor.left | KeyboardSurface.Anchor.right
    case .floating: 0
    case .left: KeyboardSurface.Anchor.left
    case .right: KeyboardSurface.Anchor.right
    }
  }
}
