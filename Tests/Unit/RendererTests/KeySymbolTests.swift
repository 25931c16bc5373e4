import Foundation
import InputViewModel
import Layout
import RenderProtocol
import Testing

@testable import Renderer

@Suite struct KeySymbolTests {
  @Test(
    "If a key's title is the symbol of its role, the renderer draws the symbol as a shape",
    arguments: [
      (KeyRole.shift, "⇧", KeySymbol.shift), (.shift, "⇪", .capsLock), (.delete, "⌫", .delete), (.return, "⏎", .return),
      (.nextKeyboard, "🌐", .globe), (.dismiss, "⌨︎", .dismiss), (.dismiss, "⌨️", .dismiss), (.space, "␣", .space),
    ])
  func symbolTitle(_ role: KeyRole, _ title: String, _ symbol: KeySymbol) {
    #expect(KeySymbol(Key(title, role: role)) == symbol)
  }

  @Test(
    "If a key's title is not the symbol of its role, the renderer draws the title as text",
    arguments: [
      (KeyRole.return, "return"), (.return, "Go"), (.delete, "Delete"), (.space, "space"), (.space, ""),
      (.character, "⌫"),
      (.action, "🌐"), (.shift, "⇧⇧"),
    ])
  func textTitle(_ role: KeyRole, _ title: String) {
    #expect(KeySymbol(Key(title, role: role)) == nil)
  }

  @Test("Each symbol is visible and stays on its key", arguments: KeyRole.allCases)
  func clippedSymbols(_ role: KeyRole) throws {
    for title in ["⇧", "⇪", "⌫", "⏎", "🌐", "⌨︎", "␣"] where KeySymbol(Key(title, role: role)) != nil {
      for (width, height) in [(30.0, 60.0), (90, 20), (200, 200)] {
        func painted(_ title: String) -> Painted {
          let size = FixedSize(width: width, height: height)
          return Painted([Key(title, identifier: "k", role: role, size: size), Key("b")])
        }
        let inner = try painted(title).frame("k").inset(x: 3, y: 3)
        let symbol = try painted(title).pixels()
        let bare = try painted(" ").pixels()
        #expect(symbol.differences(from: bare) > 20, "\(title)")
        #expect(symbol.differences(from: bare, outside: [inner]) == 0, "\(title)")
      }
    }
  }

  @Test(
    "A right-to-left layout mirrors the symbol of the delete key, except in a row that forces left to right")
  func mirroredDeleteKey() throws {
    var painted = Painted([Key("⌫", role: .delete)])
    let usual = try painted.pixels()
    painted.environment.isRightToLeft = true
    let mirrored = try painted.pixels()
    #expect(mirrored.differences(from: usual) > 20)
    let key = InputViewTree.Element.key(Key("⌫", role: .delete))
    painted.inputView = InputViewTree(root: .stack(ElementStack(.row, [key], forcesLeftToRight: true)))
    #expect(try painted.pixels().differences(from: usual) == 0)
  }
}
