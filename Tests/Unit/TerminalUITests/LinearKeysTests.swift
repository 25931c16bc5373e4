import Layout
import InputViewModel
import TerminalUI
import Testing

@Suite("Keys from the bytes of a terminal")
struct LinearKeysTests {
  static let table: [(bytes: String, keys: [Keystroke])] = [
    ("ab", [.character("a"), .character("b")]), ("é漢", [.character("é"), .character("漢")]),
    ("\r\n", [.return, .return]), ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]), ("\u{3}", [.control("c")]),
    ("\u{1B}[A\u{1B}OB", [.arrow(.up, isShifted: false), .arrow(.down, isShifted: false)]),
    ("\u{1B}[1;2C\u{1B}[D", [.arrow(.right, isShifted: true), .arrow(.left, isShifted: false)]),
    ("\u{1B}[Z\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.backTab, .home, .end, .delete, .pageUp, .pageDown]),
    ("\u{1B}[7~\u{1B}[8~\u{1B}[1;2H\u{1B}[1;5A", [.home, .end, .home, .arrow(.up, isShifted: false)]),
    // The reader skips the complete escape sequence of an unknown key.
    ("\u{1B}[15~x\u{1B}[200~", [.character("x")]),
    ("\u{1B}xy", [.escape, .character("x"), .character("y")]),
  ]

  @Test("The reader recognizes each key, even if its bytes arrive in parts", arguments: table)
  func keys(_ bytes: String, _ expected: [Keystroke]) {
    let all = Array(bytes.utf8)
    var whole = LinearKeys()
    #expect(whole.keys(all) == expected)
    for cut in all.indices.dropFirst() where all[cut - 1] != 0x1B {
      var keys = LinearKeys()
      #expect(keys.keys(Array(all[..<cut])) + keys.keys(Array(all[cut...])) == expected, "cut at \(cut)")
    }
  }

  @Test("An escape byte without a sequence is the Escape key")
  func escape() {
    var keys = LinearKeys()
    #expect(keys.keys([0x1B]) == [.escape])
    #expect(keys.keys([0x61]) == [.character("a")])
  }

  @Test("The reader replaces invalid text with U+FFFD, and skips an escape sequence that never ends")
  func broken() {
    var keys = LinearKeys()
    #expect(keys.keys([0xFF, 0x61]) == [.character("\u{FFFD}"), .character("a")])
    #expect(keys.keys([0xC3]) == [])
    #expect(keys.keys([0x61]) == [.character("\u{FFFD}"), .character("a")])
    let endless = [0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 100)
    #expect(keys.keys(endless) == [])
    #expect(keys.keys([0x61]) == [.character("a")])
  }
}
