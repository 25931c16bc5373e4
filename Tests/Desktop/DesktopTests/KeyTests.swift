import DesktopSupport
import InputViewModel
import TestSupport
import Testing

extension Desktop {
  @Suite("Keys in place of text")
  struct KeyTests {
    @Test("The system keyboard presses the keys of a terminal")
    func terminal() throws {
      let stage = try Stage(.sway)
      try stage.desktop.start()
      let terminal = try TestTerminal(in: stage.compositor)
      try stage.showTerminalKeys()
      try stage.type("ls")
      try stage.tap("return")
      try terminal.wait(count: 3)
      #expect(terminal.bytes == Array("ls\r".utf8))
      try stage.tap("escape")
      try stage.tap("tab")
      try stage.tap("control")
      try stage.tap("c")
      try stage.tap("left")
      try terminal.wait(count: 9)
      #expect(terminal.bytes.dropFirst(3) == [0x1B, 0x09, 0x03, 0x1B, 0x5B, 0x44])
    }

    @Test("While klava-desktop runs, klava-desktop doctor reports that it has the seat")
    func doctor() throws {
      let stage = try Stage(.sway, arguments: "")
      let bus = try stage.compositor.startBus()
      try stage.desktop.start()
      try stage.desktop.control("hide")
      let program = Repository.product("klava-desktop")
      let report = try Command(program, ["doctor"], environment: stage.compositor.environment).run().output
      #expect(report.contains("klava-desktop runs and has the seat"), "\(report)")
      try stage.desktop.end()
      bus.kill(15)
    }

    @Test("Without a text protocol, klava-desktop show types with keys", arguments: [Toolkit.qt5, .qt6])
    func keysOnly(_ toolkit: Toolkit) throws {
      let stage = try Stage(.sway, arguments: "")
      let bus = try stage.compositor.startBus()
      try stage.desktop.start()
      try stage.startApplication(toolkit)
      try stage.application.wait("has the focus") { $0.fields["entry"]?.focused == true }
      try stage.desktop.control("show")
      try stage.showTerminalKeys()
      try stage.type("Hello, world! {1}")
      try stage.tap("delete")
      try stage.expectText("Hello, world! {1")
      try stage.desktop.end()
      bus.kill(15)
    }
  }
}
