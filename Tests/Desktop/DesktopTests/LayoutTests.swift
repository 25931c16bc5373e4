import DesktopSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("Layouts of hardware keyboards under KWin")
  struct LayoutTests {
    static let toolkits = [Toolkit.gtk3, .gtk4]

    /// Waits until the given part of the text is selected.
    private func wait(_ harness: DesktopHarness, forSelection ends: Set<Int>) throws {
      try harness.application.wait("selects \(ends)\n\(harness.desktop.errors)") {
        $0.fields["terminal"].map { [$0.cursor, $0.anchor] }.map(Set.init) == ends
      }
    }

    /// Selects a layout of the hardware keyboard, and waits until klava-desktop knows the layout.
    private func select(layout: Int, _ harness: DesktopHarness) throws {
      try harness.compositor.selectLayout(layout)
      // klava-desktop handles the messages of the bus in their order. When it answers the first command, it has asked KWin
      // for the layout. KWin answers klava-desktop before it answers this test. When klava-desktop answers the second
      // command, it has read KWin's answer.
      for _ in 0..<2 {
        #expect(try harness.desktop.command(["show"]).status == 0)
        #expect(try harness.compositor.selectedLayout() == layout)
      }
    }

    @Test("With a French hardware keyboard, Control and A select the whole text", arguments: toolkits)
    func french(_ toolkit: Toolkit) throws {
      let harness = try DesktopHarness(.kwin, toolkit, fields: [.entry, .terminal], layouts: "fr")
      try harness.focus(.terminal)
      for key in ["b", "left", "a"] { try harness.tap(key) }
      try harness.expectText("ab")
      try harness.tap("control")
      // With the key of a US keyboard, the application would get Control and Q.
      try harness.tap("a")
      try wait(harness, forSelection: [0, 2])
      try harness.tap("right")
      try harness.tap("tab")
      try harness.application.wait("moves the focus\n\(harness.desktop.errors)") {
        $0.fields["terminal"]?.focused == false
      }
    }

    @Test("A shortcut keeps the layout and Caps Lock of the hardware keyboard", arguments: toolkits)
    func russian(_ toolkit: Toolkit) throws {
      let harness = try DesktopHarness(
        .kwin, toolkit, fields: [.entry, .terminal], arguments: "", layouts: "us,ru"
      ) { files, _ in try files.klava("settings", "system", "hidesForHardwareKeyboard", "false") }
      try harness.focus(.terminal)
      // 58 is the number of the key Caps Lock, and 46 of the key with C and С.
      try harness.fingers.pressKey(58)
      try select(layout: 1, harness)
      try harness.fingers.pressKey(46)
      try harness.expectText("С")
      // The layout `ru` has no key for the Latin letter A.
      try harness.tap("control")
      try harness.tap("a")
      try wait(harness, forSelection: [0, 1])
      try harness.tap("right")
      try wait(harness, forSelection: [1])
      try harness.fingers.pressKey(46)
      try harness.expectText("СС")
      #expect(try harness.compositor.selectedLayout() == 1)
    }
  }
}
