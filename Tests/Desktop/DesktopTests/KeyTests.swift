import DesktopSupport
import InputViewModel
import TestSupport
import Testing

extension Desktop {
  @Suite("Key presses instead of text")
  struct KeyTests {
    @Test("In a terminal, the system keyboard types text and presses keys", arguments: Compositor.Kind.allCases)
    func terminal(_ compositor: Compositor.Kind) throws {
      let harness = try DesktopHarness(compositor)
      try harness.desktop.start()
      let terminal = try TestTerminal(in: harness.compositor)
      try harness.showTerminalKeys()
      try harness.type("ls")
      try harness.tap("return")
      try terminal.wait(count: 3)
      #expect(terminal.bytes == Array("ls\r".utf8))
      try harness.tap("escape")
      try harness.tap("tab")
      try harness.tap("control")
      try harness.tap("c")
      try harness.tap("left")
      try terminal.wait(count: 9)
      #expect(terminal.bytes.dropFirst(3) == [0x1B, 0x09, 0x03, 0x1B, 0x5B, 0x44])
    }

    /// The environments with GTK, on both compositors. Qt has no purpose for terminals.
    static let terminals = DesktopEnvironment.all.filter { [.gtk3, .gtk4].contains($0.toolkit) }

    @Test("In a field for a terminal, the keys of the additional row reach the application", arguments: terminals)
    func terminalField(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, fields: [.entry, .terminal])
      try harness.focus(.terminal)
      // Tap without waiting for the application, so that text and keys could overtake each other.
      for key in ["b", "left", "a", "right", "c", "left", "delete", "b"] { try harness.tap(key) }
      try harness.expectText("abc")
      func wait(forSelection ends: Set<Int>) throws {
        try harness.application.wait("selects \(ends)\n\(harness.desktop.errors)") {
          $0.fields["terminal"].map { [$0.cursor, $0.anchor] }.map(Set.init) == ends
        }
      }
      try harness.tap("left")
      try wait(forSelection: [1])
      // In GTK, Control and A select the whole text.
      try harness.tap("control")
      try harness.tap("a")
      try wait(forSelection: [0, 3])
      try harness.tap("right")
      try harness.tap("tab")
      try harness.application.wait("moves the focus\n\(harness.desktop.errors)") {
        $0.fields["terminal"]?.focused == false
      }
    }

    @Test("klava-desktop doctor reports that the running klava-desktop has the seat")
    func doctor() throws {
      let harness = try DesktopHarness(.sway, arguments: "")
      let bus = try harness.compositor.startBus()
      try harness.desktop.start()
      try harness.desktop.control("hide")
      let program = Repository.product("klava-desktop")
      func report() throws -> String {
        try Command(program, ["doctor"], environment: harness.compositor.environment).run().output
      }
      let first = try report()
      #expect(first.contains("klava-desktop runs and has the seat"), "\(first)")
      for name in ["wl_compositor", "wl_shm", "wl_seat", "zwp_text_input_manager_v3", "zwlr_data_control_manager_v1"] {
        #expect(first.contains("  \(name)"), "\(first)")
      }
      #expect(first.contains("The session bus offers no feedbackd, so the device does not vibrate."), "\(first)")
      let feedback = try harness.compositor.startOwner(of: "org.sigxcpu.Feedback")
      let (logind, systemBus) = try harness.compositor.startLogind()
      let second = try report()
      #expect(second.contains(/ok +vibration +feedbackd\n/), "\(second)")
      #expect(second.contains(/ok +screen lock +logind\n/), "\(second)")
      try harness.desktop.end()
      for program in [feedback, logind, systemBus, bus] { program.kill(15) }
    }

    @Test("If the active input method is not on the session bus, klava-desktop doctor does not say that it is Klava")
    func doctorWithoutBus() throws {
      let harness = try DesktopHarness(.sway, .gtk4)
      let outcome = try Command(
        Repository.product("klava-desktop"), ["doctor"], environment: harness.compositor.environment
      ).run()
      #expect(outcome.output.contains("no klava-desktop answers on the session bus"), "\(outcome.output)")
      #expect(outcome.status == 0)
    }

    @Test("If another input method has the seat, klava-desktop doctor says so although klava-desktop runs")
    func doctorWithOtherInputMethod() throws {
      let harness = try DesktopHarness(.sway, .gtk4)
      let bus = try harness.compositor.startBus()
      let waiting = try harness.startSecondDesktop(arguments: "")
      let isWaiting = waitUntil(within: .seconds(15)) { waiting.errors.contains("KLV-0833") }
      #expect(isWaiting, "\(waiting.errors)")
      let outcome = try waiting.command(["doctor"])
      #expect(outcome.output.contains("klava-desktop runs, but another input method has the seat."), "\(outcome)")
      #expect(outcome.status == 1)
      try waiting.end()
      bus.kill(15)
    }

    @Test("On KDE Plasma, klava-desktop doctor says whether KWin has started klava-desktop, and how to select it")
    func doctorOnPlasma() throws {
      func report(_ environment: [String: String]) throws -> Command.Outcome {
        try Command(Repository.product("klava-desktop"), ["doctor"], environment: environment).run()
      }
      let harness = try DesktopHarness(.kwin)
      harness.desktop.waitUntilReady()
      let selected = try report(harness.compositor.environment)
      #expect(selected.output.contains("KDE Plasma has started klava-desktop"), "\(selected.output)")
      #expect(selected.output.contains("  org_kde_plasma_window_management\n"), "\(selected.output)")
      #expect(selected.status == 0)

      let directory = try TemporaryDirectory("kwin")
      let compositor = try Compositor(.kwin, in: directory)
      let missing = try report(compositor.environment)
      #expect(missing.output.contains("Select Klava in System Settings, under Virtual Keyboard."), "\(missing.output)")
      #expect(missing.status == 1)
    }

    @Test("KWin shows no keyboard after a click, so `show` and `toggle` fail until the user touches the field")
    func click() throws {
      let harness = try DesktopHarness(.kwin, arguments: "")
      try harness.startApplication(.gtk4)
      try harness.application.wait("shows its field") { $0.window?.frames["entry"].map { $0[2] > 0 } ?? false }
      let frame = try #require(try harness.application.window?.frames["entry"])
      try harness.fingers.click(Double(frame[0] + frame[2] / 2), Double(frame[1] + frame[3] / 2))
      try harness.application.wait("has the focus") { $0.fields["entry"]?.focused == true }
      for word in ["show", "toggle"] {
        var outcome: Command.Outcome?
        let isRefused = try waitUntil(within: .seconds(15)) {
          outcome = try harness.desktop.command([word])
          return outcome?.errors.contains("only after a touch") == true
        }
        #expect(isRefused && outcome?.status == 2, "\(outcome?.errors ?? "")")
      }
      try harness.focus(.entry)
      try harness.desktop.control("show")
      try harness.type("a")
      try harness.expectText("a")
    }

    @Test(
      "Without a text protocol, klava-desktop types by key presses after the command `klava-desktop show`",
      arguments: [Toolkit.qt5, .qt6])
    func keysOnly(_ toolkit: Toolkit) throws {
      let harness = try DesktopHarness(.sway, arguments: "")
      let bus = try harness.compositor.startBus()
      try harness.desktop.start()
      try harness.startApplication(toolkit)
      try harness.application.wait("has the focus") { $0.fields["entry"]?.focused == true }
      try harness.desktop.control("show")
      try harness.showTerminalKeys()
      try harness.type("Hello, world! {1}")
      try harness.tap("delete")
      try harness.expectText("Hello, world! {1")
      try harness.desktop.end()
      bus.kill(15)
    }
  }
}
