import DesktopSupport
import Glibc
import Testing
import SystemSupport
import TestSupport

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
