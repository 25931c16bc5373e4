internal import CXkbcommon
internal import Glibc
internal import LinuxShims
internal import WaylandClient

/// The fingers of a user: a Wayland client that touches the screen of a headless compositor.
///
/// On KWin, the client sends fake touches. On sway and phoc, which have no virtual touch screen, one finger is a virtual
/// pointer. While this client is connected, the seat has a keyboard and a pointer. Without a keyboard and a pointer,
/// applications get no focus.
package final class Fingers {
  /// The reason why the client cannot simulate fingers.
  package struct Missing: Error, CustomStringConvertible {
    package var description: String
  }

  private let connection: WaylandConnection
  private let device: Device
  private let begin = ContinuousClock.now
  private let output: Compositor.Output

  private enum Device {
    case pointer(WaylandObject, keyboard: WaylandObject)
    case fake(WaylandObject)
  }

  /// `BTN_LEFT` of `linux/input-event-codes.h`.
  private static let mainButton: UInt32 = 0x110
  /// `KEY_LEFTCTRL` of `linux/input-event-codes.h`.
  private static let leftControl: UInt32 = 29

  /// Connects to a compositor.
  package init(_ compositor: Compositor) throws {
    connection = try WaylandConnection.open(compositor.socket)
    output = compositor.output
    switch compositor.kind {
    case .kwin:
      guard let fake = connection.bind("org_kde_kwin_fake_input", version: 4) else {
        throw Missing(description: "KWin has no fake input, or its table is missing: run `make deps DESKTOP=1`")
      }
      fake.request("authenticate", .string("fingers"), .string("tests"))
      device = .fake(fake)
    case .sway, .phoc:
      let missing = Missing(description: "\(compositor.kind) has no virtual devices")
      guard let pointers = connection.bind("zwlr_virtual_pointer_manager_v1", version: 1) else { throw missing }
      // Phoc has no seat before the first device, so do not name a seat for the pointer.
      let pointer = pointers.create("create_virtual_pointer", nil)
      try connection.roundtrip()
      guard let seat = connection.bind("wl_seat", version: 5),
        let keyboards = connection.bind("zwp_virtual_keyboard_manager_v1", version: 1)
      else { throw missing }
      let keyboard = keyboards.create("create_virtual_keyboard", .object(seat))
      try Self.sendMap(to: keyboard)
      device = .pointer(pointer, keyboard: keyboard)
    }
    try connection.roundtrip()
  }

  private static func sendMap(to keyboard: WaylandObject) throws {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS),
      let map = xkb_keymap_new_from_names(context, nil, XKB_KEYMAP_COMPILE_NO_FLAGS),
      let text = xkb_keymap_get_as_string(map, XKB_KEYMAP_FORMAT_TEXT_V1)
    else { throw Missing(description: "libxkbcommon has no keyboard maps") }
    defer {
      free(text)
      xkb_keymap_unref(map)
      xkb_context_unref(context)
    }
    let count = strlen(text) + 1
    let file = klv_memfd_create("fingers-keymap")
    defer { close(file) }
    guard file >= 0, write(file, text, count) == count else { throw Missing(description: "no memory for a map") }
    keyboard.request("keymap", 1, .descriptor(file), .uint(UInt32(count)))
  }

  /// Puts a finger on the screen. The point is on the output with the application's window.
  package func down(_ x: Double, _ y: Double, finger: Int = 0) throws {
    requestDown(x, y, finger: finger)
    try connection.roundtrip()
  }

  private func requestDown(_ x: Double, _ y: Double, finger: Int = 0) {
    switch device {
    case .fake(let fake):
      fake.request("touch_down", .uint(UInt32(finger)), .fixed(left + x), .fixed(y))
      fake.request("touch_frame")
    case .pointer(let pointer, _):
      point(pointer, x, y)
      pointer.request("button", .uint(now), .uint(Self.mainButton), 1)
      pointer.request("frame")
    }
  }

  /// Moves a finger.
  package func move(_ x: Double, _ y: Double, finger: Int = 0) throws {
    switch device {
    case .fake(let fake):
      fake.request("touch_motion", .uint(UInt32(finger)), .fixed(left + x), .fixed(y))
      fake.request("touch_frame")
    case .pointer(let pointer, _): point(pointer, x, y)
    }
    try connection.roundtrip()
  }

  /// Lifts a finger.
  package func up(finger: Int = 0) throws {
    requestUp(finger: finger)
    try connection.roundtrip()
  }

  private func requestUp(finger: Int = 0) {
    switch device {
    case .fake(let fake):
      fake.request("touch_up", .uint(UInt32(finger)))
      fake.request("touch_frame")
    case .pointer(let pointer, _):
      pointer.request("button", .uint(now), .uint(Self.mainButton), 0)
      pointer.request("frame")
    }
  }

  /// Touches a point and lifts the finger.
  ///
  /// The compositor gets both requests together. Otherwise a busy machine could make the touch as long as a long press.
  package func tap(_ x: Double, _ y: Double) throws {
    requestDown(x, y)
    requestUp()
    try connection.roundtrip()
  }

  /// Clicks a point with a mouse. On sway, a tap is a click.
  package func click(_ x: Double, _ y: Double) throws {
    guard case .fake(let fake) = device else { return try tap(x, y) }
    fake.request("pointer_motion_absolute", .fixed(left + x), .fixed(y))
    for state: UInt32 in [1, 0] { fake.request("button", .uint(Self.mainButton), .uint(state)) }
    try connection.roundtrip()
  }

  /// Waits until the compositor has handled all requests that clients sent before this call.
  package func synchronize() throws {
    // In one wake-up, the compositor may read the sockets in any order. But the compositor reads all sockets before its
    // next wake-up, so two round trips are enough.
    for _ in 0..<2 { try connection.roundtrip() }
  }

  /// Presses and releases a key of a hardware keyboard, by its number in `linux/input-event-codes.h`.
  package func pressKey(_ code: UInt32, withControl: Bool = false) throws {
    let codes = withControl ? [Self.leftControl, code] : [code]
    for (state, codes) in [(1 as UInt32, codes), (0, codes.reversed())] {
      for code in codes {
        switch device {
        case .fake(let fake): fake.request("keyboard_key", .uint(code), .uint(state))
        case .pointer(_, let keyboard):
          keyboard.request("key", .uint(now), .uint(code), .uint(state))
          if code == Self.leftControl { keyboard.request("modifiers", .uint(state * 4), 0, 0, 0) }
        }
      }
    }
    try connection.roundtrip()
  }

  private func point(_ pointer: WaylandObject, _ x: Double, _ y: Double) {
    // The unit of the coordinates is a tenth of a point, because the protocol has whole numbers only.
    pointer.request(
      "motion_absolute", .uint(now), .uint(UInt32((left + x) * 10)), .uint(UInt32(y * 10)),
      .uint(UInt32((output.left + output.screen.width) * 10)), .uint(UInt32(output.screen.height * 10)))
    pointer.request("frame")
  }

  /// The horizontal position of the output, in points.
  private var left: Double { Double(output.left) }

  private var now: UInt32 { UInt32(truncatingIfNeeded: Int((ContinuousClock.now - begin) / .milliseconds(1))) }
}
