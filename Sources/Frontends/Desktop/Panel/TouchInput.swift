internal import Gestures
internal import Glibc
internal import Layout
internal import WaylandClient

/// The input of a seat's fingers, mouse and pen on one surface, converted to touches.
///
/// A pen needs no special code: this client does not bind the tablet protocol, so a compositor sends pen events as
/// pointer events.
final class TouchInput {
  /// An input event on the surface. The position is in points from the surface's bottom left corner, so the `y` of a
  /// position on the surface is negative: if the keyboard's height changes, only its upper edge moves.
  enum Event: Hashable {
    /// A finger, or the main button of a pointer. The compositor's time stamp is in milliseconds; nil if the compositor
    /// sent none.
    case touch(Int, TouchSample.Phase, Point, stamp: UInt32?)
    /// The mouse wheel scrolls by this distance in points.
    case scroll(Point, by: Point)
    /// All touches are canceled.
    case cancelled
  }

  private var events: [Event] = []
  /// The number of events that came before the last change of the focus.
  private var eventsBeforeFocus = 0
  private var pointer: WaylandObject?
  private var fingers: WaylandObject?
  private let surface: KeyboardSurface
  private let globals: Globals
  /// The picture of the pointer, loaded at its first use, because a user without a mouse never needs it.
  private lazy var image = loadImage()
  /// The serial of the last `enter` event on the surface; nil after ``showPointer()`` has given the pointer its
  /// picture.
  private var entrySerial: UInt32?
  private var place = Point(x: 0, y: 0)
  /// The surface that the pointer has entered. If this client destroys the surface, the compositor sends no `leave`.
  private weak var entered: WaylandObject?
  private var isPointerInside: Bool { entered.map(surface.isSurface) ?? false }
  private var isButtonDown = false
  /// The fingers that went down on the surface, with their last positions.
  private var positions: [Int32: Point] = [:]

  /// The number of the touch that represents the pointer. Fingers have numbers from 0 upward.
  private static let pointerTouch = -1
  /// The code of the left mouse button: `BTN_LEFT` of `linux/input-event-codes.h`.
  private static let mainButton: UInt32 = 0x110

  /// Begins to listen to the touchscreen and the pointer of a seat.
  ///
  /// - Parameters:
  ///   - globals: The globals with the seat.
  ///   - surface: The keyboard's surface.
  init(_ globals: Globals, on surface: KeyboardSurface) {
    self.globals = globals
    self.surface = surface
    let seat = globals.seat
    seat.handler = { [unowned self, unowned seat] event in
      guard event.name == "capabilities" else { return }
      let capabilities = event.uint(0)
      update(&pointer, capabilities & 1 != 0, seat, "get_pointer") { [unowned self] in handlePointer($0) }
      update(&fingers, capabilities & 4 != 0, seat, "get_touch") { [unowned self] in handleTouch($0) }
    }
  }

  private func update(
    _ device: inout WaylandObject?, _ exists: Bool, _ seat: WaylandObject, _ request: StaticString,
    _ handler: @escaping (WaylandEvent) -> Void
  ) {
    guard exists != (device != nil) else { return }
    device = exists ? seat.create(request) : nil
    device?.handler = handler
    if !exists { cancel() }
  }

  /// Whether ``next()`` has an event.
  var hasEvents: Bool { !events.isEmpty }

  /// Removes and returns the oldest event; nil if there is none.
  func next() -> Event? {
    eventsBeforeFocus = 0
    return events.isEmpty ? nil : events.removeFirst()
  }

  /// Records that all events so far came before a change of the focus.
  func markFocusChange() { eventsBeforeFocus = events.count }

  /// Drops the events from before the last change of the focus, because they were for the previous field's keyboard.
  func dropEventsBeforeFocusChange() {
    events.removeFirst(eventsBeforeFocus)
    eventsBeforeFocus = 0
  }

  /// Cancels all touches, because the surface disappears.
  func cancel() {
    guard !positions.isEmpty || isButtonDown else { return }
    (positions, isButtonDown) = ([:], false)
    events.append(.cancelled)
  }

  private func handlePointer(_ event: WaylandEvent) {
    switch event.name {
    case "enter":
      entered = event.object(1)
      entrySerial = isPointerInside ? event.uint(0) : nil
      place = point(event, at: 2)
    case "leave":
      entered = nil
      if isButtonDown {
        isButtonDown = false
        events.append(.touch(Self.pointerTouch, .cancelled, place, stamp: nil))
      }
    case "motion":
      place = point(event, at: 1)
      if isButtonDown { events.append(.touch(Self.pointerTouch, .move, place, stamp: event.uint(0))) }
    case "button":
      guard event.uint(2) == Self.mainButton else { return }
      let isDown = event.uint(3) == 1
      guard isDown ? isPointerInside && !isButtonDown : isButtonDown else { return }
      isButtonDown = isDown
      events.append(.touch(Self.pointerTouch, isDown ? .down : .up, place, stamp: event.uint(1)))
    case "axis":
      guard isPointerInside else { return }
      let distance = -event.fixed(2)
      events.append(
        .scroll(place, by: event.uint(1) == 0 ? Point(x: 0, y: distance) : Point(x: distance, y: 0)))
    default: break
    }
  }

  /// Gives the pointer a picture if the pointer has entered the surface. Without its own picture, the pointer is
  /// invisible, or keeps the picture of the window that it left.
  ///
  /// The first picture takes time, because libwayland-cursor loads the theme. So handle all touches before you call
  /// this method.
  func showPointer() {
    guard let serial = entrySerial, let pointer else { return }
    entrySerial = nil
    image?.show(on: pointer, serial: serial)
  }

  /// Loads the picture from the cursor theme that the desktop names in the environment.
  private func loadImage() -> PointerImage? {
    let size = getenv("XCURSOR_SIZE").flatMap { Int32(String(cString: $0)) } ?? 24
    return PointerImage(
      compositor: globals.compositor, sharedMemory: globals.sharedMemory,
      theme: getenv("XCURSOR_THEME").map { String(cString: $0) }, size: min(max(size, 8), 256),
      scale: globals.screens.map(\.scale).max() ?? 1)
  }

  private func handleTouch(_ event: WaylandEvent) {
    switch event.name {
    case "down":
      guard event.object(2).map(surface.isSurface) == true else { return }
      report(event.int(3), .down, point(event, at: 4), stamp: event.uint(1))
    case "motion":
      guard positions[event.int(1)] != nil else { return }
      report(event.int(1), .move, point(event, at: 2), stamp: event.uint(0))
    case "up":
      let finger = event.int(2)
      guard let last = positions[finger] else { return }
      report(finger, .up, last, stamp: event.uint(1))
      positions[finger] = nil
    case "cancel": cancel()
    default: break
    }
  }

  /// The position in the arguments `index` and `index + 1` of an event. Call this function when the event arrives,
  /// because a later frame can change the height of the surface.
  private func point(_ event: WaylandEvent, at index: Int) -> Point {
    Point(x: event.fixed(index), y: event.fixed(index + 1) - Double(surface.handledHeight))
  }

  private func report(_ finger: Int32, _ phase: TouchSample.Phase, _ point: Point, stamp: UInt32) {
    positions[finger] = point
    events.append(.touch(Int(finger), phase, point, stamp: stamp))
  }
}
