internal import ApplicationDocument
internal import CXkbcommon
internal import Glibc
internal import LinuxShims
internal import SystemSupport
internal import WaylandClient

/// The virtual keyboard of a seat (`zwp_virtual_keyboard_v1`), which presses keys in the application that has the
/// focus.
///
/// Create one virtual keyboard and keep it: when a virtual keyboard disappears, the capabilities of the seat change,
/// and some applications lose the focus.
final class VirtualKeyboard {
  private let object: WaylandObject
  private var map: KeyboardMap
  private let begin = ContinuousClock.now

  /// Creates the virtual keyboard of a seat; nil if libxkbcommon finds no keyboard map, or if the machine has no free
  /// memory.
  init?(_ manager: WaylandObject, seat: WaylandObject) {
    guard let map = KeyboardMap() else { return nil }
    self.map = map
    object = manager.create("create_virtual_keyboard", .object(seat))
    guard sendMap() else { return nil }
  }

  /// Presses and releases a key.
  ///
  /// - Returns: Whether the method pressed the key. The method fails, for example, if the map cannot contain the key's
  ///   symbol.
  @discardableResult
  func press(_ press: SymbolPress, times: Int = 1) -> Bool {
    guard let found = map.position(of: press.symbol) else { return false }
    if found.isChanged, !sendMap() { return false }
    let modifiers = map.masks.modifiers(of: press, isShifted: found.position.isShifted)
    if modifiers != 0 { hold(modifiers) }
    for _ in 0..<times {
      object.request("key", .uint(now), .uint(found.position.code), 1)
      object.request("key", .uint(now), .uint(found.position.code), 0)
    }
    if modifiers != 0 { hold(0) }
    return true
  }

  /// Types a text, with as few changes of the map as possible.
  func type(_ text: String) {
    var rest = text.unicodeScalars.map(KeyboardMap.symbol(of:))[...]
    while !rest.isEmpty {
      var extras: [UInt32] = []
      let next = rest.prefix { symbol in
        if map.isExtra(symbol), !extras.contains(symbol) { extras.append(symbol) }
        return extras.count <= KeyboardMap.maximumExtras
      }
      if map.add(extras.filter(next.contains)), !sendMap() { return }
      for symbol in next { press(SymbolPress(symbol: symbol)) }
      rest = rest.dropFirst(next.count)
    }
  }

  private func hold(_ modifiers: UInt32) { object.request("modifiers", .uint(modifiers), 0, 0, 0) }

  /// The time of a key event in milliseconds. The protocol allows the time to wrap around to 0.
  private var now: UInt32 { UInt32(truncatingIfNeeded: Int((ContinuousClock.now - begin) / .milliseconds(1))) }

  private func sendMap() -> Bool {
    var bytes = Array(map.text.utf8)
    bytes.append(0)
    let number = klv_memfd_create("klava-keymap")
    guard number >= 0 else { return false }
    let file = Descriptor(owning: number)
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      return false
    }
    // Format 1 is the text format of libxkbcommon.
    object.request("keymap", 1, .descriptor(file.number), .uint(UInt32(bytes.count)))
    // Send the state of the modifiers, because the compositor refuses key presses until it knows this state.
    hold(0)
    return true
  }
}
