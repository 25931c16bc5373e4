internal import ApplicationDocument
internal import CXkbcommon
internal import Glibc
internal import KeyboardLayouts

/// The keymap for key events that Klava sends: the keys of a US keyboard, and 12 keys for other characters.
///
/// A virtual keyboard can send only keys of its map. So the map assigns a character that a US keyboard lacks to a
/// function key that real keyboards do not have (F13 to F24). For each new character, the map takes the least recently
/// used key of F13 to F24. After each change of the map, the caller must send the new map to the compositor.
struct KeyboardMap {
  /// A key with the modifiers that its symbol needs.
  struct Position: Hashable {
    /// The key's number, as in `linux/input-event-codes.h`.
    var code: UInt32
    /// Whether the symbol needs Shift.
    var isShifted: Bool
  }

  /// The bit masks of the modifiers in a keymap.
  struct Masks: Hashable {
    var shift: UInt32
    var control: UInt32
    var alt: UInt32
    var logo: UInt32

    /// Creates the masks of a keymap of libxkbcommon.
    init(_ keymap: OpaquePointer) {
      shift = KeyboardMap.mask(XKB_MOD_NAME_SHIFT, keymap)
      control = KeyboardMap.mask(XKB_MOD_NAME_CTRL, keymap)
      alt = KeyboardMap.mask(XKB_MOD_NAME_ALT, keymap)
      logo = KeyboardMap.mask(XKB_MOD_NAME_LOGO, keymap)
    }

    init(shift: UInt32, control: UInt32, alt: UInt32, logo: UInt32) {
      (self.shift, self.control, self.alt, self.logo) = (shift, control, alt, logo)
    }

    /// The mask of all modifiers of a key press.
    func modifiers(of press: SymbolPress, isShifted: Bool = false) -> UInt32 {
      (press.shift || isShifted ? shift : 0) | (press.control ? control : 0) | (press.alt ? alt : 0)
        | (press.logo ? logo : 0)
    }
  }

  /// The masks of the modifiers in the map.
  let masks: Masks

  /// The keys of a US keyboard.
  private let positions: [UInt32: Position]
  /// The text of the map before, between and after the symbols of F13 to F24. Compiling a map takes milliseconds, so
  /// this type compiles the map only once.
  private let parts: [String]
  /// The symbols that F13 to F24 type now. An unused key has the symbol of ``placeholder(_:)``.
  private var extras: [UInt32]
  /// The indices in ``extras``, least recently used first.
  private var order: [Int]

  /// The number of symbols that the map can have in addition to the symbols of a US keyboard.
  static let maximumExtras = names.count

  /// The names of the keys F13 to F24 in the map.
  private static let names = (13...24).map { "<FK\($0)>" }
  /// The number of F13, as in `linux/input-event-codes.h`. The keys F14 to F24 have the next numbers.
  private static let firstCode: UInt32 = 183
  /// The difference between a key's number in X and in `linux/input-event-codes.h`.
  static let offset: UInt32 = 8
  /// The symbols that stand for Unicode scalars, and the number to subtract from a symbol to get its scalar.
  private static let unicodeSymbols: ClosedRange<UInt32> = 0x100_0100...0x110_FFFF
  private static let unicodeOffset: UInt32 = 0x100_0000

  /// A symbol that no text needs: a character of the last private plane.
  private static func placeholder(_ index: Int) -> UInt32 { 0x0110_FF00 + UInt32(index) }

  /// Creates the map; nil if libxkbcommon has no data for a US keyboard.
  init?() {
    extras = Self.names.indices.map(Self.placeholder)
    order = Array(Self.names.indices)
    // Ignore the user's folders: a keyboard layout `us` in these folders can have other keys.
    guard let context = XKBContext.withoutUserFolders else { return nil }
    guard
      let map = xkb_keymap_new_from_string(
        context.pointer, Self.source(extras), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return nil }
    defer { xkb_keymap_unref(map) }
    guard let flat = xkb_keymap_get_as_string(map, XKB_KEYMAP_FORMAT_TEXT_V1) else { return nil }
    defer { free(flat) }
    // Use strstr(3), because `firstRange(of:)` would take 5 % of the program's startup time.
    var rest = UnsafePointer(flat)
    var parts: [String] = []
    for extra in extras {
      guard let name = Self.name(of: extra), let place = strstr(rest, name).map({ UnsafePointer($0) }) else {
        return nil
      }
      parts.append(String(decoding: UnsafeRawBufferPointer(start: rest, count: place - rest), as: UTF8.self))
      rest = place + name.utf8.count
    }
    self.parts = parts + [String(cString: rest)]
    masks = Masks(map)
    positions = Self.positions(in: map)
  }

  /// The map as text, for the compositor.
  var text: String {
    zip(parts, extras).reduce(into: "") { text, pair in
      text += pair.0
      text += Self.name(of: pair.1) ?? "NoSymbol"
    } + parts[Self.maximumExtras]
  }

  /// Returns the key for a symbol, and assigns a key if the map does not contain the symbol.
  ///
  /// - Returns: The key, and whether the map has changed; nil if the map cannot contain the symbol.
  mutating func position(of symbol: UInt32) -> (position: Position, isChanged: Bool)? {
    if let position = positions[symbol] { return (position, false) }
    let isChanged = add([symbol])
    return extras.firstIndex(of: symbol).map {
      (Position(code: Self.firstCode + UInt32($0), isShifted: false), isChanged)
    }
  }

  /// Assigns keys to symbols that the map does not have. The application reads the map after each change, so pass all
  /// symbols in one call.
  ///
  /// - Parameter symbols: At most ``maximumExtras`` different symbols. Symbols beyond this number get no key.
  /// - Returns: Whether the map has changed.
  mutating func add(_ symbols: [UInt32]) -> Bool {
    for symbol in symbols { if let place = extras.firstIndex(of: symbol) { markUsed(place) } }
    var isChanged = false
    for symbol in symbols.prefix(Self.maximumExtras)
    where positions[symbol] == nil && !extras.contains(symbol) && Self.name(of: symbol) != nil {
      guard let place = order.first else { break }
      extras[place] = symbol
      markUsed(place)
      isChanged = true
    }
    return isChanged
  }

  /// Whether a symbol is on one of the keys F13 to F24, or needs one of these keys.
  func isExtra(_ symbol: UInt32) -> Bool { positions[symbol] == nil }

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

  /// The name of a symbol in the text of a map; nil if the symbol would make the map invalid.
  private static func name(of symbol: UInt32) -> String? {
    guard symbol != UInt32(XKB_KEY_NoSymbol) else { return nil }
    var bytes = [CChar](repeating: 0, count: 64)
    let count = Int(xkb_keysym_get_name(symbol, &bytes, bytes.count))
    guard (1..<bytes.count).contains(count), xkb_keysym_from_name(bytes, XKB_KEYSYM_NO_FLAGS) == symbol else {
      return nil
    }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The mask of a modifier in a keymap of libxkbcommon; 0 if the keymap does not have the modifier.
  static func mask(_ name: String, _ map: OpaquePointer) -> UInt32 {
    let index = xkb_keymap_mod_get_index(map, name)
    return index < 32 ? 1 << index : 0
  }

  /// Returns the symbol of a level of a key in a keyboard layout (group); nil if the level has no symbol or several
  /// symbols.
  static func symbol(of key: UInt32, _ group: UInt32, _ level: UInt32, in map: OpaquePointer) -> UInt32? {
    var symbols: UnsafePointer<xkb_keysym_t>?
    guard xkb_keymap_key_get_syms_by_level(map, key, group, level, &symbols) == 1, let symbol = symbols?.pointee
    else { return nil }
    // Some characters have an older symbol and a Unicode symbol, and keyboard layouts can contain either. Always return
    // the older symbol.
    return unicodeSymbols.contains(symbol) ? xkb_utf32_to_keysym(symbol - unicodeOffset) : symbol
  }

  private static func positions(in map: OpaquePointer) -> [UInt32: Position] {
    var positions: [UInt32: Position] = [:]
    for level in UInt32(0)...1 {
      for key in offset...255
      where !names.indices.contains(Int(key - offset) - Int(firstCode)) {
        guard let symbol = symbol(of: key, 0, level, in: map), positions[symbol] == nil else { continue }
        positions[symbol] = Position(code: key - offset, isShifted: level == 1)
      }
    }
    return positions
  }

  /// A map as source text for libxkbcommon. The source includes files of xkeyboard-config by name.
  private static func source(_ extras: [UInt32]) -> String {
    let keys = zip(names, extras).map { place, symbol in
      "replace key \(place) { [ 0x\(String(symbol, radix: 16)) ] };"
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
