internal import ApplicationDocument
internal import CXkbcommon

/// The keymap of a seat, with which applications interpret key codes.
final class SeatKeymap {
  /// A key of the keymap, with the state of the keyboard that the key needs.
  struct Position: Hashable {
    /// The key's number, as in `linux/input-event-codes.h`.
    var code: UInt32
    /// The mask of all modifiers to hold, which are the modifiers of the key press and the modifiers that the symbol
    /// needs.
    var modifiers: UInt32
    /// The index of the keyboard layout (group) that has the symbol.
    var group: UInt32
  }

  /// A light of a hardware keyboard, as `org_kde_kwin_keystate` numbers it.
  enum Light: UInt32, CaseIterable {
    case capsLock, numLock, scrollLock

    /// The name of the light in a keymap.
    fileprivate var name: String {
      switch self {
      case .capsLock: XKB_LED_NAME_CAPS
      case .numLock: XKB_LED_NAME_NUM
      case .scrollLock: XKB_LED_NAME_SCROLL
      }
    }
  }

  /// The number of keyboard layouts, at least 1.
  let groupCount: UInt32

  private let keymap: OpaquePointer
  private let state: OpaquePointer
  private let masks: KeyboardMap.Masks
  /// The modifiers that Klava never holds for a symbol: locks, and modifiers that make a key press a shortcut.
  private let unusable: UInt32

  /// The highest number of a key in X. `KEY_MAX` of `linux/input-event-codes.h` is 0x2FF.
  private static let lastKey = 0x2FF + KeyboardMap.offset
  /// The maximum number of levels of a key, and of modifier masks of a level, that a search visits.
  private static let maximumLevels = 16
  /// The number of real modifiers of X.
  private static let modifierCount = 8

  /// Parses a keymap in the text format of libxkbcommon; nil if the text is no keymap. The text of the keymap may be
  /// untrusted.
  init?(_ text: [UInt8]) {
    // A keymap that a compositor sends is complete, so forbid the inclusion of files.
    let flags = XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue | XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue
    guard let context = xkb_context_new(xkb_context_flags(rawValue: flags)) else { return nil }
    defer { xkb_context_unref(context) }
    xkb_context_set_log_fn(context) { _, _, _, _ in }
    // KWin's text ends with a zero byte, which libxkbcommon does not accept in a buffer.
    let count = text.firstIndex(of: 0) ?? text.count
    let keymap = text.withUnsafeBytes { bytes in
      xkb_keymap_new_from_buffer(
        context, bytes.bindMemory(to: CChar.self).baseAddress, count, XKB_KEYMAP_FORMAT_TEXT_V1,
        XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap else { return nil }
    let groupCount = xkb_keymap_num_layouts(keymap)
    guard groupCount > 0, let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(keymap)
      return nil
    }
    (self.keymap, self.state, self.groupCount) = (keymap, state, groupCount)
    masks = KeyboardMap.Masks(keymap)
    unusable =
      masks.control | masks.alt | masks.logo | KeyboardMap.mask(XKB_MOD_NAME_CAPS, keymap)
      | KeyboardMap.mask(XKB_MOD_NAME_NUM, keymap)
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
  }

  /// Returns the key that types the symbol of a key press; nil if no keyboard layout of the keymap has the symbol.
  ///
  /// - Parameters:
  ///   - press: The key press.
  ///   - active: The index of the active keyboard layout, less than ``groupCount``. The search prefers this layout.
  func position(of press: SymbolPress, active: UInt32) -> Position? {
    let others = (0..<groupCount).lazy.filter { $0 != active }
    return position(of: press, in: active) ?? others.compactMap { self.position(of: press, in: $0) }.first
  }

  /// Returns the key that types the symbol of `press` in the keyboard layout with the index `group`; nil if the layout
  /// lacks the symbol. The search prefers keys that need no additional modifiers.
  func position(of press: SymbolPress, in group: UInt32) -> Position? {
    let first = max(xkb_keymap_min_keycode(keymap), KeyboardMap.offset)
    let last = min(xkb_keymap_max_keycode(keymap), Self.lastKey)
    guard first <= last else { return nil }
    for level in UInt32(0)..<UInt32(Self.maximumLevels) {
      for key in first...last where KeyboardMap.symbol(of: key, group, level, in: keymap) == press.symbol {
        guard let needed = modifiers(for: key, group, level) else { continue }
        return Position(code: key - KeyboardMap.offset, modifiers: needed | masks.modifiers(of: press), group: group)
      }
    }
    return nil
  }

  /// Returns the mask of the modifiers that are locked while the given lights are on.
  func lockedModifiers(_ lights: Set<Light>, in group: UInt32) -> UInt32 {
    lights.reduce(0) { mask, light in
      // Ignore a light that shows the active keyboard layout instead of a lock.
      guard !isOn(light, locked: 0, group) else { return mask }
      let locks = (0..<Self.modifierCount).lazy.map { UInt32(1) << UInt32($0) }
      return mask | (locks.first { isOn(light, locked: $0, group) } ?? 0)
    }
  }

  private func isOn(_ light: Light, locked: UInt32, _ group: UInt32) -> Bool {
    xkb_state_update_mask(state, 0, 0, locked, 0, 0, group)
    return xkb_state_led_name_is_active(state, light.name) > 0
  }

  /// Returns the smallest mask of modifiers that select a level of a key; nil if Klava may not hold these modifiers.
  private func modifiers(for key: UInt32, _ group: UInt32, _ level: UInt32) -> UInt32? {
    var found = [xkb_mod_mask_t](repeating: 0, count: Self.maximumLevels)
    let count = xkb_keymap_key_get_mods_for_level(keymap, key, group, level, &found, found.count)
    return found.prefix(count).filter { $0 & unusable == 0 }.min { $0.nonzeroBitCount < $1.nonzeroBitCount }
  }
}
