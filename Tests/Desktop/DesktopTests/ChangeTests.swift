import DesktopSupport
import KeyboardHost
import Layout
import LocalServer
import TestSupport
import Testing

extension Desktop {
  @Suite("Changes by commands while klava-desktop runs (Desktop.md#changes-at-once)")
  struct ChangeTests {
    @Test("`klava settings` changes the shown keyboard at once")
    func settings() throws {
      let harness = try DesktopHarness(.sway, .gtk4)
      let height = try #require(try harness.application.window?.height)
      try harness.files.klava("settings", "system", "numberRow", "true")
      try harness.model.applyChanges()
      try harness.waitUntilShown()
      #expect(try #require(try harness.application.window?.height) < height)
      try harness.tap("7")
      try harness.expectText("7")
    }

    @Test("`klava disable` replaces the shown keyboard at once, and the next mode is the keyboard of `klava enable`")
    func list() throws {
      let harness = try DesktopHarness(.sway, .gtk4, keyboards: ["habr-tags", "system"])
      try harness.files.klava("disable", "org.klava.habr-tags")
      try harness.model.applyChanges()
      #expect(harness.model.session.keyboard == "org.klava.system")
      try harness.waitUntilShown()
      try harness.type("a")
      try harness.expectAgreement()

      try harness.files.klava("enable", "org.klava.habr-tags")
      try harness.model.applyChanges()
      // The height of the keyboard does not change, so the screen does not show when the keyboard has its globe key.
      harness.desktop.waitUntilIdle()
      try harness.tapGlobe()
      #expect(harness.model.session.keyboard == "org.klava.habr-tags")
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(try harness.text == "a<b></b>")
    }

    @Test("`klava access` grants and revokes the access of the shown keyboard at once")
    func access() throws {
      let server = try LocalServer()
      let probe = "org.example.service-probe"
      let harness = try DesktopHarness(.sway, .gtk4, fields: [.url, .entry], keyboards: [probe, "system"]) { files, _ in
        try files.installFixture("ServiceProbe")
      }
      // The keyboard connects to the server that the text names.
      let address = "127.0.0.1:\(server.port)"
      try harness.application.send("set entry \(address)")
      try harness.application.send("cursor entry \(address.count)")
      try harness.focus(.entry)
      let connect = try harness.key("connect").center
      try harness.fingers.tap(connect.x, connect.y)
      harness.desktop.waitUntilIdle(includesChildren: true)
      #expect(server.sofar.accepted == 0)

      try harness.files.klava("access", probe, "--full", "yes", "--local-network", "yes")
      harness.desktop.waitUntilIdle(includesChildren: true)
      try harness.fingers.tap(connect.x, connect.y)
      #expect(server.await { $0.accepted == 1 }, "\(harness.desktop.errors)")
      #expect(server.sofar.ended == 0)

      try harness.files.klava("access", probe, "--full", "no")
      #expect(server.await { $0.ended == 1 }, "\(harness.desktop.errors)")
    }
  }
}
