import DesktopSupport
import Layout
import Foundation
import TestSupport
import Testing

extension Desktop {
  @Suite("Fields")
  struct FieldTests {
    @Test(
      "The dismiss key leaves a handle, and a tap on the handle shows the keyboard",
      arguments: DesktopEnvironment.all)
    func dismiss(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("a")
      try harness.dismiss()
      let handle = try harness.handle()
      try harness.fingers.tap(handle.x, handle.y)
      try harness.waitUntilShown()
      try harness.type("b")
      try harness.expectAgreement()
      #expect(try harness.text == "ab")
    }

    @Test("The last row of the list of keyboards has an item that hides the keyboard", arguments: GestureTests.places)
    func hideFromList(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["calculator", "system"])
      let height = try #require(harness.model.layout?.size.height)
      try harness.hold(harness.globeKey())
      try harness.waitUntilWindow("makes room for the list") {
        $0.height < 700 && $0.height != Compositor.screen.height - Int(height.rounded())
      }
      try harness.fingers.up()
      // Tap the left half of the last row.
      try harness.fingers.tap(200, Double(Compositor.screen.height - 30))
      let handle = try harness.handle()
      try harness.fingers.tap(handle.x, handle.y)
      try harness.waitUntilShown()
      try harness.tap("7")
      try harness.expectAgreement()
    }

    @Test("A new user gets the system keyboard first, and the globe key leads to the other keyboards")
    func newUser() throws {
      let harness = try DesktopHarness(.sway, .gtk4, keyboards: nil)
      try harness.type("Hello")
      try harness.expectAgreement()
      try harness.tapGlobe()
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(try harness.text == "Hello<b></b>")
    }

    @Test(
      "When no field has the focus, the keyboard leaves the screen until the next focus",
      arguments: DesktopEnvironment.all)
    func blur(_ place: DesktopEnvironment) throws {
      // Two touches on a field within 400 ms are a double tap, even with a touch on another field between them. A
      // double tap selects a word, and the next key would replace the word. So the test types only into fields that it
      // has touched no more than once.
      let harness = try DesktopHarness(place.compositor, place.toolkit, fields: [.entry, .url, .email])
      for field in [DesktopHarness.FieldKind.url, .email, .entry] {
        try harness.type("a")
        try harness.expectAgreement()
        try harness.blur()
        try harness.focus(field)
      }
    }

    @Test("A dismissed keyboard appears when another field gets the focus", arguments: DesktopEnvironment.all)
    func dismissAndFocus(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, fields: [.entry, .url])
      try harness.dismiss()
      try harness.focus(.url)
      try harness.type("a")
      try harness.expectAgreement()
    }

    @Test(
      "In a secure field, the commands `next` and `pick` say why they fail, and the chosen keyboard appears in the next field"
    )
    func pick() throws {
      let harness = try DesktopHarness(.sway, keyboards: ["system", "habr-tags"], arguments: "")
      let bus = try harness.compositor.startBus()
      try harness.desktop.start()
      try harness.startApplication(.gtk4, fields: [.password, .entry])
      try harness.focus(.password)
      try harness.desktop.control("show")
      let advance = try harness.desktop.command(["next"])
      #expect(advance.status == 2)
      #expect(advance.errors.contains("KLV-0837: The system keyboard handles secure fields."), "\(advance.errors)")
      let outcome = try harness.desktop.command(["pick", "habr-tags"])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains("KLV-0837: The system keyboard handles secure fields. Klava shows "),
        "\(outcome.errors)")
      try harness.model.pick("org.klava.habr-tags")
      try harness.focus(.entry)
      try harness.tap("Жирный")
      try harness.expectText("<b></b>")
      #expect(try harness.desktop.command(["pick", "system"]).status == 0)
      try harness.desktop.end()
      bus.kill(15)
    }

    @Test("While the screen is locked, only the system keyboard is shown, and commands say so")
    func lockScreen() throws {
      let harness = try DesktopHarness(.sway, keyboards: ["habr-tags", "system"], arguments: "")
      let bus = try harness.compositor.startBus()
      let (logind, systemBus) = try harness.compositor.startLogind()
      try harness.desktop.start()
      try harness.startApplication(.gtk4, fields: [.entry])
      try harness.focus(.entry)
      try harness.tap("Жирный")
      try harness.expectText("<b></b>")
      try logind.write("1")
      var outcome: Command.Outcome?
      let isRefused = try waitUntil(within: .seconds(15)) {
        outcome = try harness.desktop.command(["pick", "habr-tags"])
        return outcome?.status == 2
      }
      let errors = outcome?.errors ?? ""
      #expect(isRefused)
      #expect(
        errors.contains("KLV-0837: Only the system keyboard is available while the screen is locked. Klava shows "),
        "\(errors)")
      #expect(try harness.desktop.command(["status"]).output.contains("org.klava.system"))
      try logind.write("0")
      try harness.desktop.control("pick", "habr-tags")
      try harness.waitUntilShown()
      try harness.tap("Курсив")
      try harness.expectText("<b><i></i></b>")
      try harness.desktop.end()
      logind.kill(15)
      for bus in [bus, systemBus] { bus.kill(15) }
    }

    @Test("After a secure field, third-party keyboards return in the next field", arguments: DesktopEnvironment.all)
    func afterSecure(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.entry, .password], keyboards: ["habr-tags", "system"])
      try harness.focus(.password)
      try harness.type("a")
      try harness.focus(.entry)
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(try harness.text == "<b></b>")
    }

    @Test(
      "No third-party keyboard gets an event of a field for passwords, PINs or telephone numbers",
      arguments: DesktopEnvironment.all.filter { $0.toolkit != .firefox })
    func secure(_ place: DesktopEnvironment) throws {
      var fields: [DesktopHarness.FieldKind] = [.password, .phone]
      // Qt has no purpose for PINs, so the test leaves out the PIN field of Qt.
      if ![.qt5, .qt6].contains(place.toolkit) { fields.append(.pin) }
      for field in fields {
        let harness = try DesktopHarness(
          place.compositor, place.toolkit, fields: [field], keyboards: ["habr-tags", "system"])
        // Chromium drops text that comes right after the first character of a password, so wait for that character.
        try harness.type("1")
        try harness.expectText("1")
        try harness.type("23")
        try harness.expectText("123")
        try harness.desktop.end()
        let audit = try harness.files.output("audit", "habr", "--json")
        for count in ["turns", "charactersShown"] { #expect(audit.contains("\"\(count)\" : 0"), "\(audit)") }
        #expect(try harness.files.output("log", "habr").contains("has an empty log"))
      }
    }

    @Test(
      "A typed password is neither in a file of the user nor on standard error", arguments: DesktopEnvironment.all)
    func password(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.entry, .password], keyboards: ["habr-tags", "system"])
      try harness.focus(.password)
      // Chromium drops text that comes right after the first character of a password, so wait for that character.
      try harness.type("q")
      try harness.expectText("q")
      try harness.type("zxwv7kj")
      try harness.expectText("qzxwv7kj")
      try harness.focus(.entry)
      try harness.tap("Жирный")
      try harness.expectAgreement()
      try harness.desktop.end()
      // The second text is in a file. Finding this text shows that the search works.
      for (text, isExpected) in [("zxwv", false), ("autocapitalization", true)] {
        let found = try harness.files.files(containing: text)
        #expect(!found.isEmpty == isExpected, "\(text) is in \(found)")
        #expect(!harness.desktop.errors.contains(text))
      }
    }

    /// Firefox does not mark the first field of a window as secure, and shows mask characters only after the second
    /// change of the text. On a busy machine, Firefox can report the second change of the first key press before the
    /// second key press. Then the system keyboard gets the second touch.
    @Test(
      "A password field that is the first field of a Firefox window is secure after at most two key presses",
      .enabled(if: DesktopRun.includesBrowsers))
    func secondKey() throws {
      let harness = try DesktopHarness(.sway, .firefox, fields: [.password], keyboards: ["habr-tags", "system"])
      try harness.tap("Жирный")
      try harness.expectText("<b></b>")
      try harness.tap("Курсив")
      try harness.waitForText("is longer") { $0.count > "<b></b>".count }
      try harness.focus(.password)
      try harness.type("123")
      try harness.waitForText("has the digits") { $0.contains("123") }
      try harness.desktop.end()
      let audit = try harness.files.output("audit", "habr", "--json")
      #expect(audit.contains("\"charactersShown\" : 0"), "\(audit)")
    }

    @Test(
      "If the user types `*` with the system keyboard, third-party keyboards may still follow",
      arguments: DesktopEnvironment.all)
    func list(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.textview], keyboards: ["system", "habr-tags"])
      for character in "a\n* " {
        try harness.type(String(character))
        try harness.expectAgreement()
        if character == "\n" { try harness.adoptText() }
      }
      try harness.tapGlobe()
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(try harness.text == "a\n* <b></b>")
    }

    @Test("A field whose text is masked is secure", arguments: DesktopEnvironment.all)
    func masked(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(
        place.compositor, place.toolkit, fields: [.entry, .hidden], keyboards: ["habr-tags", "system"])
      try harness.application.send("set hidden 12")
      try harness.focus(.hidden)
      try harness.application.send("cursor hidden 2")
      try harness.application.synchronize()
      try harness.type("3")
      try harness.expectText("123")
    }
  }
}
