internal import ApplicationDocument
internal import Glibc
internal import SystemSupport
internal import WaylandClient

/// The keymap and the state of the hardware keyboards under KWin. Klava chooses its key presses from this keymap, and
/// restores the state of the hardware keyboards after each key press.
///
/// The compositor sends key presses of the hardware keyboards only to the window that has the focus. No window of Klava
/// has the focus, so this object gets the keymap but no key presses.
final class HardwareKeyboard {
  /// The modifiers and the keyboard layout of the hardware keyboards.
  struct State: Hashable {
    /// The mask of the held modifiers.
    var depressed: UInt32
    /// The mask of the locked modifiers, such as Caps Lock.
    var locked: UInt32
    /// The index of the active keyboard layout.
    var group: UInt32
  }

  /// A key to press, with the states of the keyboard during and after the key press.
  struct Stroke: Hashable {
    /// The key's number, as in `linux/input-event-codes.h`.
    var code: UInt32
    /// The state during the key press; nil if the key press needs no change of the state.
    var during: State?
    /// The state after the key press; nil if the key press does not change the state.
    var after: State?
  }

  private var keymap: SeatKeymap?
  /// The text of the keymap; nil after the first key press has parsed it. Parsing takes milliseconds.
  private var text: [UInt8]?
  private var lights: Set<SeatKeymap.Light> = []
  private let layout: () -> UInt32?
  private let seat: WaylandObject?
  private let lightStates: WaylandObject?
  private var keyboard: WaylandObject?

  /// The largest size of a keymap in bytes. KWin's keymaps have about 70,000 bytes.
  static let maximumKeymapBytes = 1 << 20

  /// Begins to listen to the keymap and to the lights of the keyboards.
  ///
  /// - Parameters:
  ///   - connection: The connection to KWin.
  ///   - layout: Returns the index of the active keyboard layout; nil if the index is unknown.
  init(_ connection: WaylandConnection, layout: @escaping () -> UInt32?) {
    self.layout = layout
    // Bind the seat a second time, because the touch input handles the events of the first object.
    seat = connection.bind("wl_seat", version: 5)
    lightStates = connection.bind("org_kde_kwin_keystate", version: 1)
    seat?.handler = { [unowned self] event in
      guard event.name == "capabilities" else { return }
      listen(hasKeyboard: event.uint(0) & 2 != 0)
    }
    lightStates?.handler = { [unowned self] event in
      guard event.name == "stateChanged", let light = SeatKeymap.Light(rawValue: event.uint(0)) else { return }
      // In `stateChanged`, the state 2 means that the light is on.
      if event.uint(1) == 2 { lights.insert(light) } else { lights.remove(light) }
    }
    lightStates?.request("fetchStates")
  }

  private func listen(hasKeyboard: Bool) {
    guard hasKeyboard else {
      keyboard = nil
      return
    }
    guard keyboard == nil else { return }
    keyboard = seat?.create("get_keyboard")
    keyboard?.handler = { [unowned self] event in
      guard event.name == "keymap" else { return }
      keymap = nil
      // Format 1 is the text format of libxkbcommon.
      text = event.uint(0) == 1 ? event.descriptor(1).flatMap { Self.read($0, event.uint(2)) } : nil
    }
  }

  /// Reads a keymap; nil if it is too large or unreadable. Read the file instead of mapping it, because the compositor
  /// could shrink a mapped file.
  private static func read(_ number: Int32, _ size: UInt32) -> [UInt8]? {
    guard size <= maximumKeymapBytes, case let copy = fcntl(number, F_DUPFD_CLOEXEC, 0), copy >= 0 else { return nil }
    let file = Descriptor(owning: copy)
    do throws(SystemError) {
      return try file.read(count: Int(size), at: 0)
    } catch {
      return nil
    }
  }

  /// Returns the key for a key press; nil if the user's keymap has no such key.
  ///
  /// The result is also nil if the key needs another keyboard layout, and Klava does not know which layout to restore.
  func stroke(for press: SymbolPress) -> Stroke? {
    if let text {
      keymap = SeatKeymap(text)
      self.text = nil
    }
    return keymap.flatMap { Self.stroke(for: press, in: $0, layout: layout(), lights: lights) }
  }

  /// Returns the key for a key press; nil if the keymap has no such key, or if the key depends on an unknown keyboard
  /// layout.
  static func stroke(
    for press: SymbolPress, in keymap: SeatKeymap, layout: UInt32?, lights: Set<SeatKeymap.Light>
  ) -> Stroke? {
    guard let active = keymap.groupCount == 1 ? 0 : layout, active < keymap.groupCount else {
      // If the active keyboard layout is unknown, press only a key that means the same in all layouts.
      let found = (0..<keymap.groupCount).map { keymap.position(of: press, in: $0) }
      guard let first = found.first ?? nil, first.modifiers == 0 else { return nil }
      return found.allSatisfy { $0?.code == first.code && $0?.modifiers == 0 } ? Stroke(code: first.code) : nil
    }
    guard let position = keymap.position(of: press, active: active) else { return nil }
    guard position.modifiers != 0 || position.group != active else { return Stroke(code: position.code) }
    let locked = keymap.lockedModifiers(lights, in: active)
    return Stroke(
      code: position.code, during: State(depressed: position.modifiers, locked: locked, group: position.group),
      after: State(depressed: 0, locked: locked, group: active))
  }
}
