import ApplicationDocument
import DesktopSupport
import Glibc
import Layout
import SystemSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("Failures")
  struct FailureTests {
    /// One toolkit for each compositor: what fails here is on the host's side.
    static let places = [Place(compositor: .sway, toolkit: .gtk4), Place(compositor: .kwin, toolkit: .qt6)]

    private static func typistStage(_ place: Place, patience: Int = 20) throws -> Stage {
      try Stage(
        place.compositor, place.toolkit, keyboards: ["org.klava.test.typist", "system"], patience: patience
      ) { files, directory in try files.installTypist(in: directory) }
    }

    @Test("A keyboard that crashes loses no key", arguments: places)
    func crash(_ place: Place) throws {
      let stage = try Self.typistStage(place)
      for key in ["a", "word", "abort", "b", "z"] { try stage.tap(key) }
      try stage.expectAgreement()
      #expect(try stage.text == "awordbz")
    }

    @Test("A keyboard that hangs loses no key", arguments: places)
    func hang(_ place: Place) throws {
      let stage = try Self.typistStage(place, patience: 1)
      for key in ["a", "hang", "b", "z"] { try stage.tap(key) }
      try stage.expectAgreement()
      #expect(try stage.text == "abz")
    }

    @Test("After the death of a keyboard's process between two keys, the next key types", arguments: places)
    func killedKeyboard(_ place: Place) throws {
      let stage = try Self.typistStage(place)
      try stage.tap("a")
      try stage.expectAgreement()
      try stage.killChildren("klava-runner")
      try stage.tap("b")
      try stage.expectAgreement()
      #expect(try stage.text == "ab")
    }

    @Test("After the death of the render process, a fresh one paints, and typing continues", arguments: places)
    func killedRenderer(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit, keyboards: ["habr-tags", "system"])
      try stage.killChildren("klava-renderer")
      try stage.tap("Жирный")
      try stage.expectAgreement()
      // The new height is on the screen only with a new frame.
      try stage.tapGlobe()
      try stage.killChildren("klava-renderer")
      try stage.type("a")
      try stage.expectAgreement()
      let isRepaired = waitUntil(within: .seconds(15)) { !stage.children("klava-renderer").isEmpty }
      #expect(isRepaired)
      #expect(try stage.text == "<b>a</b>")
    }

    /// Starts klava-desktop under sway with two keyboards, and with a render process that begins with shell commands.
    ///
    /// - Parameter commands: The commands. `$n` is the number of render processes so far.
    private static func stage(renderer commands: String) throws -> Stage {
      let stage = try Stage(.sway, keyboards: ["habr-tags", "system"])
      let path = try stage.directory.write(
        """
        #!/bin/sh
        echo >> \(stage.directory.path)/starts
        n=$(wc -l < \(stage.directory.path)/starts)
        \(commands)
        exec \(Repository.product("klava-renderer")) "$@"

        """, to: "klava-renderer")
      chmod(path, 0o755)
      try stage.desktop.start(["KLAVA_RENDERER": path])
      try stage.startApplication(.gtk4)
      return stage
    }

    @Test("A keyboard that cannot be painted makes room for the system keyboard, which has render processes of its own")
    func unpaintable() throws {
      let stage = try Self.stage(renderer: "[ $n -le 5 ] && exit 1")
      try stage.focusWithoutKeyboard(.entry)
      let isReplaced = waitUntil(within: .seconds(15)) { stage.desktop.errors.contains("KLV-0838") }
      #expect(isReplaced, "\(stage.desktop.errors)")
      stage.model.focus(FieldContent(), text: ("", ""))
      try stage.model.pick("org.klava.system")
      try stage.waitUntilShown()
      try stage.type("a")
      try stage.expectText("a")
    }

    @Test("If the next keyboard has no picture, the picture of the last one does not stay")
    func unpaintedSuccessor() throws {
      let stage = try Self.stage(renderer: "[ $n -eq 2 ] && exec sleep 60")
      try stage.focus(.entry)
      let key = try stage.key("Жирный").center
      func isCovered() throws -> Bool {
        let background = try #require(stage.model.layout?.background)
        let expected = [background.red, background.green, background.blue].map { Int(($0 * 255).rounded()) }
        return try stage.compositor.pixels([(x: Int(key.x) - 15, y: Int(key.y) - 12)]) == [expected]
      }
      #expect(try !isCovered())
      try stage.tap(stage.globeKey())
      // The host ends a render process that has not painted after ten seconds.
      #expect(try waitUntil(within: .seconds(8)) { try isCovered() })
    }

    @Test("After a restart, klava-desktop types into the application that runs", arguments: Place.all)
    func killedDesktop(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit, fields: [.entry, .url])
      try stage.type("a")
      try stage.expectAgreement()
      try stage.desktop.killAndRestart()
      try stage.waitUntilWindow("has the whole screen") { $0.height == Compositor.screen.height }
      try stage.focus(.url)
      try stage.type("b")
      try stage.expectAgreement()
      #expect(try stage.text == "b")
    }

    @Test(
      "After a restart of the compositor, the keyboard types again: sway's reconnects, KWin starts a new one",
      arguments: places)
    func restartedCompositor(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      try stage.type("a")
      try stage.expectAgreement()
      let old = stage.desktop.identifier
      try stage.restartCompositor()
      if place.compositor == .sway {
        #expect(stage.desktop.errors.contains("KLV-0832"), "\(stage.desktop.errors)")
        #expect(ProcessStatus(old).isAlive)
      } else {
        #expect(waitUntil(within: .seconds(15)) { !ProcessStatus(old).isAlive })
      }
      try stage.startApplication(place.toolkit)
      try stage.focus(.entry)
      try stage.type("b")
      try stage.expectAgreement()
      #expect(try stage.text == "b")
    }

    @Test("A second input method reports once that the seat is taken, and takes over when the first one ends")
    func secondInputMethod() throws {
      let stage = try Stage(.sway, .gtk4)
      let second = try stage.startSecondDesktop()
      let isReported = waitUntil(within: .seconds(15)) { second.errors.contains("KLV-0833") }
      #expect(isReported, "\(second.errors)")
      try stage.type("a")
      try stage.expectAgreement()
      try stage.desktop.end()
      // The second one asks again every five seconds.
      try stage.waitUntilWindow("has the whole screen") { $0.height == Compositor.screen.height }
      try stage.focus(.entry)
      try stage.type("b")
      try stage.expectAgreement()
      #expect(try stage.text == "ab")
      #expect(second.errors.split(separator: "KLV-0833").count == 2, "\(second.errors)")
      try second.end()
    }
  }
}
