import ApplicationDocument
import CXkbcommon
import Glibc
import Testing

@testable import Desktop

@Suite("Klava finds the key for a key press in the user's keymap")
struct SeatKeymapTests {
  /// The keymap of keyboard layouts of xkeyboard-config, as KWin sends it.
  static func text(_ layouts: String, options: String = "") throws -> [UInt8] {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES))
    defer { xkb_context_unref(context) }
    return try layouts.withCString { layouts in
      try options.withCString { options in
        var names = xkb_rule_names()
        names.layout = layouts
        names.options = options
        let map = try #require(xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS))
        defer { xkb_keymap_unref(map) }
        let text = try #require(xkb_keymap_get_as_string(map, XKB_KEYMAP_FORMAT_TEXT_V1))
        defer { free(text) }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text) + 1))
      }
    }
  }

  static func keymap(_ layouts: String, options: String = "") throws -> SeatKeymap {
    try #require(SeatKeymap(text(layouts, options: options)))
  }

  /// Control and a character.
  static func control(_ character: Unicode.Scalar) -> SymbolPress {
    SymbolPress(symbol: KeyboardMap.symbol(of: character), control: true)
  }

  @Test(
    "Control and a character use the key that has the character in the user's layout",
    arguments: [
      ("us", "a", 30, 4), ("fr", "a", 16, 4), ("fr", "q", 30, 4), ("de", "z", 21, 4),
      // On a French keyboard, `1` needs Shift, and `[` needs the third level (AltGr).
      ("fr", "1", 2, 5), ("fr", "[", 6, 0x84),
    ] as [(String, Unicode.Scalar, UInt32, UInt32)])
  func character(layout: String, character: Unicode.Scalar, code: UInt32, modifiers: UInt32) throws {
    let position = try Self.keymap(layout).position(of: Self.control(character), active: 0)
    #expect(position == SeatKeymap.Position(code: code, modifiers: modifiers, group: 0))
  }

  @Test("The search prefers the active layout, then the first layout that has the symbol")
  func groups() throws {
    let two = try Self.keymap("us,fr")
    #expect(two.position(of: Self.control("a"), active: 0)?.code == 30)
    #expect(two.position(of: Self.control("a"), active: 1) == .init(code: 16, modifiers: 4, group: 1))
    let russian = try Self.keymap("us,ru")
    #expect(russian.position(of: Self.control("c"), active: 1) == .init(code: 46, modifiers: 4, group: 0))
    #expect(russian.position(of: Self.control("с"), active: 0) == .init(code: 46, modifiers: 4, group: 1))
  }

  @Test("A symbol that no layout of the keymap has gets no key")
  func missing() throws {
    #expect(try Self.keymap("us,fr").position(of: Self.control("ж"), active: 0) == nil)
    #expect(try Self.keymap("ru").position(of: Self.control("c"), active: 0) == nil)
  }

  @Test("A light that shows the layout means no lock")
  func layoutLight() throws {
    let keymap = try Self.keymap("us,ru", options: "grp_led:scroll")
    #expect(keymap.lockedModifiers([.scrollLock], in: 1) == 0)
    #expect(keymap.lockedModifiers([.scrollLock, .capsLock], in: 1) == 2)
  }

  @Test("A damaged keymap is no keymap")
  func damaged() throws {
    let text = try Self.text("us,ru")
    #expect(SeatKeymap([]) == nil)
    #expect(SeatKeymap(Array(text.prefix(text.count / 2))) == nil)
    #expect(SeatKeymap(Array(repeating: 0xFF, count: 4_096)) == nil)
    #expect(SeatKeymap(Array("xkb_keymap { xkb_symbols { include \"pc+us\" }; };".utf8)) == nil)
  }
}
