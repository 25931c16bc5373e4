import CXkbcommon
import Testing

@testable import Desktop

@Suite("The keyboard map of a virtual keyboard has a key for each character")
struct KeyboardMapTests {
  @Test(
    "Characters of a US keyboard have the same keys as on a US keyboard",
    arguments: [("a", 30, false), ("A", 30, true), ("1", 2, false), ("!", 2, true), (" ", 57, false)]
      as [(Unicode.Scalar, UInt32, Bool)])
  func usual(character: Unicode.Scalar, code: UInt32, isShifted: Bool) throws {
    var map = try #require(KeyboardMap())
    let found = try find(KeyboardMap.symbol(of: character), in: &map)
    #expect(found.position == KeyboardMap.Position(code: code, isShifted: isShifted))
    #expect(!found.isChanged)
  }

  @Test(
    "Editing keys such as Return have their standard key codes",
    arguments: [
      (XKB_KEY_Return, 28), (XKB_KEY_BackSpace, 14), (XKB_KEY_Tab, 15), (XKB_KEY_Left, 105), (XKB_KEY_Right, 106),
      (XKB_KEY_Up, 103), (XKB_KEY_Down, 108), (XKB_KEY_Escape, 1),
    ] as [(Int32, UInt32)])
  func editing(symbol: Int32, code: UInt32) throws {
    var map = try #require(KeyboardMap())
    let found = try find(UInt32(symbol), in: &map)
    #expect(found.position == KeyboardMap.Position(code: code, isShifted: false))
  }

  @Test("A character that a US keyboard lacks gets a key and keeps it, and libxkbcommon accepts the keyboard map")
  func extra() throws {
    var map = try #require(KeyboardMap())
    for character in ["é", "ж", "ع", "क", "€", "😀"] as [Unicode.Scalar] {
      let symbol = KeyboardMap.symbol(of: character)
      let first = try find(symbol, in: &map)
      #expect(first.isChanged)
      #expect((183...194).contains(first.position.code))
      let second = try find(symbol, in: &map)
      #expect(second.position == first.position)
      #expect(!second.isChanged)
      try expectValid(map)
    }
  }

  @Test("A new character takes the key of the least recently used character")
  func leastRecent() throws {
    var map = try #require(KeyboardMap())
    let letters = (0..<12).compactMap { Unicode.Scalar(0x430 + $0) }.map(KeyboardMap.symbol(of:))
    let positions = try letters.map { try find($0, in: &map).position }
    #expect(Set(positions).count == 12)
    _ = map.position(of: letters[0])
    let new = try find(KeyboardMap.symbol(of: "я"), in: &map)
    #expect(new.position == positions[1])
    #expect(try find(letters[0], in: &map).position == positions[0])
  }

  @Test("A new map contains as many characters of a text as fit. It keeps the old characters that the text contains")
  func many() throws {
    var map = try #require(KeyboardMap())
    let letters = (0..<13).compactMap { Unicode.Scalar(0x430 + $0) }.map(KeyboardMap.symbol(of:))
    let kept = try find(letters[11], in: &map).position
    let isChanged = map.add(letters)
    #expect(isChanged)
    for letter in letters[..<12] { #expect(try !find(letter, in: &map).isChanged) }
    #expect(try find(letters[11], in: &map).position == kept)
    let isChangedAgain = map.add(Array(letters[..<12]))
    #expect(!isChangedAgain)
    try expectValid(map)
    #expect(try find(letters[12], in: &map).isChanged)
  }

  @Test("A symbol that no keyboard map can contain uses no key of the map")
  func impossible() throws {
    var map = try #require(KeyboardMap())
    let letter = KeyboardMap.symbol(of: "ж")
    _ = map.add([0, letter])
    let position = map.position(of: 0)
    #expect(position == nil)
    #expect(try !find(letter, in: &map).isChanged)
    try expectValid(map)
  }

  @Test(
    "The map stays valid whatever a keyboard types",
    arguments: [0x1, 0x7F, 0x85, 0xAD, 0x200D, 0xFDD0, 0xFFFE, 0x10_FFFF] as [UInt32])
  func strange(number: UInt32) throws {
    let character = try #require(Unicode.Scalar(number))
    var map = try #require(KeyboardMap())
    _ = map.add([KeyboardMap.symbol(of: "ж"), KeyboardMap.symbol(of: character)])
    try expectValid(map)
  }

  @Test("For each character of a long text, libxkbcommon finds the right symbol in the map")
  func longText() throws {
    var map = try #require(KeyboardMap())
    let symbols = (0x430..<0x450).compactMap { Unicode.Scalar($0) }.map(KeyboardMap.symbol(of:))
    for group in stride(from: 0, to: symbols.count, by: 8).map({ symbols[$0..<($0 + 8)] }) {
      let isChanged = map.add(Array(group))
      #expect(isChanged)
      let context = try #require(xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES))
      defer { xkb_context_unref(context) }
      let parsed = try #require(
        xkb_keymap_new_from_string(context, map.text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS))
      defer { xkb_keymap_unref(parsed) }
      for symbol in group {
        let code = try find(symbol, in: &map).position.code
        var found: UnsafePointer<xkb_keysym_t>?
        #expect(xkb_keymap_key_get_syms_by_level(parsed, code + 8, 0, 0, &found) == 1)
        #expect(found?.pointee == symbol)
      }
    }
  }

  @Test("Shift, Control, Alt and Super have the standard modifier masks in the keyboard map")
  func masks() throws {
    let map = try #require(KeyboardMap())
    #expect(map.masks == KeyboardMap.Masks(shift: 1, control: 4, alt: 8, logo: 64))
  }

  private func find(
    _ symbol: UInt32, in map: inout KeyboardMap
  ) throws -> (position: KeyboardMap.Position, isChanged: Bool) {
    let found = map.position(of: symbol)
    return try #require(found)
  }

  private func expectValid(_ map: KeyboardMap) throws {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES))
    defer { xkb_context_unref(context) }
    let parsed = xkb_keymap_new_from_string(
      context, map.text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    #expect(parsed != nil)
    xkb_keymap_unref(parsed)
  }
}
