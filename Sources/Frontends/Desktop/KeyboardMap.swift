internal import CXkbcommon
internal import Glibc

/// The keymap for key events that Klava sends: the keys of a US keyboard, and 12 keys for other characters.
///
/// A virtual keyboard can send only keys of its map. So the map assigns a missing character to a function key that real
/// keyboards do not have (F13 to F24). It takes the least recently used of these keys. After each such change, the
/// caller must send the new map to the compositor.
struct KeyboardMap {
  /// A key with the modifiers that its symbol needs.
  struct Position: Hashable {
    /// The key's number, as in `linux/input-event-codes.h`.
    var code: UInt32
    /// Whether the symbol needs Shift.
    var isShifted: Bool
  }

  /// The map as text, for the compositor.
  private(set) var text: String
  /// The masks of the modifiers in the map.
  private(set) var masks: (shift: UInt32, control: UInt32, alt: UInt32)

  private var positions: [UInt32: Position] = [:]
  /// The symbols that F13 to F24 have now; nil for a free key.
  private var extras: [UInt32?] = Array(repeating: nil, count: Self.places.count)
  /// The indices in ``places``, least recently used first.
  private var order = Array(Self.places.indices)

  /// The names of the keys F13 to F24 in the map.
  private static let places = (13...24).map { "<FK\($0)>" }
  /// The difference between a key's number in X and in `linux/input-event-codes.h`.
  private static let offset: UInt32 = 8

  /// Creates the map; nil if libxkbcommon has no data for a US keyboard.
  init?() {
    text = ""
    masks = (0, 0, 0)
    guard compile() else { return nil }
  }

  /// Returns the key of a symbol, and assigns one if the map does not have the symbol.
  ///
  /// - Returns: The key, and whether the map has changed; nil if the map cannot contain the symbol.
  mutating func position(of symbol: UInt32) -> (position: Position, isChanged: Bool)? {
    let isChanged = add([symbol])
    return positions[symbol].map { ($0, isChanged) }
  }

  /// Assigns keys to symbols that the map does not have. Each change takes milliseconds, so pass many symbols at once.
  ///
  /// - Parameter symbols: At most ``mostExtras`` different symbols. Further symbols get no key.
  /// - Returns: Whether the map has changed.
  mutating func add(_ symbols: [UInt32]) -> Bool {
    for symbol in symbols { if let place = extras.firstIndex(of: symbol) { markUsed(place) } }
    var new: [(place: Int, symbol: UInt32)] = []
    for symbol in symbols.prefix(Self.mostExtras) where positions[symbol] == nil && !extras.contains(symbol) {
      guard let place = order.first else { break }
      extras[place] = symbol
      markUsed(place)
      new.append((place, symbol))
    }
    guard !new.isEmpty else { return false }
    let isValid = compile()
    let bad = new.filter { !isValid || positions[$0.symbol] == nil }
    for (place, _) in bad { extras[place] = nil }
    if !bad.isEmpty { _ = compile() }
    return true
  }

  /// The number of symbols that the map can have in addition to those of a US keyboard.
  static let mostExtras = places.count

  /// Whether a symbol has one of the keys F13 to F24, or needs one.
  func isExtra(_ symbol: UInt32) -> Bool { positions[symbol] == nil || extras.contains(symbol) }

  /// The symbol that types a character.
  static func symbol(of character: Unicode.Scalar) -> UInt32 {
    switch character {
    case "\n": UInt32(XKB_KEY_Return)
    case "\t": UInt32(XKB_KEY_Tab)
    default: xkb_utf32_to_keysym(character.value)
    }
  }

  private mutating func markUsed(_ place: Int) {
    order.removeAll { $0 == place }
    order.append(place)
  }

  private mutating func compile() -> Bool {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return false }
    defer { xkb_context_unref(context) }
    guard let map = xkb_keymap_new_from_string(context, source, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return false }
    defer { xkb_keymap_unref(map) }
    guard let flat = xkb_keymap_get_as_string(map, XKB_KEYMAP_FORMAT_TEXT_V1) else { return false }
    text = String(cString: flat)
    free(flat)
    func mask(_ name: String) -> UInt32 {
      let index = xkb_keymap_mod_get_index(map, name)
      return index < 32 ? 1 << index : 0
    }
    masks = (mask(XKB_MOD_NAME_SHIFT), mask(XKB_MOD_NAME_CTRL), mask(XKB_MOD_NAME_ALT))
    positions = [:]
    for level in UInt32(0)...1 {
      for key in xkb_keymap_min_keycode(map)...min(xkb_keymap_max_keycode(map), 255) where key >= Self.offset {
        var symbols: UnsafePointer<xkb_keysym_t>?
        guard xkb_keymap_key_get_syms_by_level(map, key, 0, level, &symbols) == 1, let symbol = symbols?.pointee,
          positions[symbol] == nil
        else { continue }
        positions[symbol] = Position(code: key - Self.offset, isShifted: level == 1)
      }
    }
    return true
  }

  /// The map as source text for libxkbcommon. It includes libxkbcommon's own files by name.
  private var source: String {
    let keys = zip(Self.places, extras).compactMap { place, symbol in
      symbol.map { "replace key \(place) { [ 0x\(String($0, radix: 16)) ] };" }
    }
    return """
      xkb_keymap {
        xkb_keycodes { include "evdev+aliases(qwerty)" };
        xkb_types { include "complete" };
        xkb_compat { include "complete" };
        xkb_symbols { include "pc+us" \(keys.joined(separator: " ")) };
      };
      """
  }
}
