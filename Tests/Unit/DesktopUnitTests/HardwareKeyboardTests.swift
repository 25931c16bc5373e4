import ApplicationDocument
import CXkbcommon
import Testing

@testable import Desktop

@Suite("Klava's key presses keep the state of the hardware keyboards")
struct HardwareKeyboardTests {
  @Test(
    "Keys without a character have the codes of the user's keymap",
    arguments: [
      ("fr", "", XKB_KEY_Escape, 1), ("fr", "", XKB_KEY_Tab, 15), ("fr", "", XKB_KEY_Left, 105),
      ("fr", "", XKB_KEY_F5, 63), ("us", "caps:swapescape", XKB_KEY_Escape, 58),
    ] as [(String, String, Int32, UInt32)])
  func editing(layout: String, options: String, symbol: Int32, code: UInt32) throws {
    let keymap = try SeatKeymapTests.keymap(layout, options: options)
    let stroke = HardwareKeyboard.stroke(
      for: SymbolPress(symbol: UInt32(symbol)), in: keymap, layout: nil, lights: [.capsLock, .numLock])
    #expect(stroke == HardwareKeyboard.Stroke(code: code))
  }

  @Test("A key press keeps the locks of the hardware keyboard, and restores the layout")
  func restore() throws {
    let keymap = try SeatKeymapTests.keymap("us,ru")
    let stroke = HardwareKeyboard.stroke(
      for: SeatKeymapTests.control("c"), in: keymap, layout: 1, lights: [.capsLock, .numLock])
    // The mask of Caps Lock is 2, and the mask of Num Lock is 16.
    let during = HardwareKeyboard.State(depressed: 4, locked: 18, group: 0)
    let after = HardwareKeyboard.State(depressed: 0, locked: 18, group: 1)
    #expect(stroke == HardwareKeyboard.Stroke(code: 46, during: during, after: after))
  }

  @Test(
    "While the layout is unknown, Klava presses only keys that are the same in all layouts",
    arguments: [nil, 2] as [UInt32?])
  func unknownLayout(layout: UInt32?) throws {
    let keymap = try SeatKeymapTests.keymap("us,fr")
    func stroke(_ press: SymbolPress) -> HardwareKeyboard.Stroke? {
      HardwareKeyboard.stroke(for: press, in: keymap, layout: layout, lights: [])
    }
    #expect(stroke(SymbolPress(symbol: UInt32(XKB_KEY_Escape))) == HardwareKeyboard.Stroke(code: 1))
    #expect(stroke(SymbolPress(symbol: KeyboardMap.symbol(of: "a"))) == nil)
    #expect(stroke(SeatKeymapTests.control("a")) == nil)
    #expect(stroke(SeatKeymapTests.control("ж")) == nil)
  }
}
