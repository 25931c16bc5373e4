import ApplicationDocument
import DesktopSupport
import Foundation
import InputViewModel
import KeyboardHost
import Layout
import TestSupport
import Testing

extension Desktop {
  @Suite("Gestures")
  struct GestureTests {
    /// One toolkit for each compositor is enough, because gestures do not depend on the application.
    static let places = [
      DesktopEnvironment(compositor: .sway, toolkit: .gtk4), DesktopEnvironment(compositor: .kwin, toolkit: .qt6),
    ]

    @Test("A long press offers alternatives", arguments: places)
    func alternatives(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      let key = try harness.key("e")
      try harness.hold(key)
      let chosen = key.alternatives[1]
      try harness.fingers.move(chosen.x, chosen.y)
      try harness.fingers.up()
      harness.model.perform("e", .alternative(1))
      try harness.type("x")
      try harness.expectAgreement()
      #expect(try harness.text == "éx")
    }

    @Test("A tap stays a tap if klava-desktop handles its end late", arguments: places)
    func lateEnd(_ place: DesktopEnvironment) throws {
      for _ in 0..<10 {
        let harness = try DesktopHarness(place.compositor, place.toolkit)
        let shift = try harness.key("shift")
        let duration = try ContinuousClock().measure {
          try harness.fingers.down(shift.center.x, shift.center.y)
          harness.desktop.waitUntilIdle()
          harness.desktop.stop(true)
          try harness.fingers.up()
        }
        // On a busy machine, the finger can lift so late that the touch really is a long press.
        guard duration < .milliseconds(400) else {
          harness.desktop.stop(false)
          continue
        }
        // The time in which the program is stopped is the subject of the test.
        Thread.sleep(forTimeInterval: 0.8)
        harness.desktop.stop(false)
        harness.model.perform(shift.identifier)
        // A long press would have turned caps lock on.
        try harness.type("Ab")
        try harness.expectText("Ab")
        return
      }
      Issue.record("the finger never lifted within 400 ms")
    }

    @Test("A drag on the space bar moves the insertion point", arguments: places)
    func drag(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("abcdef")
      try harness.expectAgreement()
      let space = try harness.key("space")
      try harness.hold(space)
      for step in 1...32 { try harness.fingers.move(space.center.x - Double(step), space.center.y) }
      try harness.fingers.up()
      try harness.model.moveInsertionPoint(byCharacters: -3)
      try harness.expectAgreement()
      try harness.type("x")
      try harness.expectAgreement()
      #expect(try harness.text == "abcxdef")
    }

    @Test("A held delete key repeats until the finger leaves it", arguments: places)
    func repeats(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      let text = String(repeating: "ab", count: 10)
      try harness.type(text)
      try harness.expectAgreement()
      try harness.hold(harness.key("delete"))
      try harness.waitForText("loses five letters") { $0.count <= 15 }
      try harness.fingers.up()
      try harness.fingers.synchronize()
      let place = try harness.key("x").center
      try harness.fingers.tap(place.x, place.y)
      try harness.waitForText("ends with the new letter") { $0.hasSuffix("x") }
      #expect(try text.hasPrefix(harness.text.dropLast()))
    }

    @Test("After one step cleared the text, a key above the keyboard brings the text back")
    func undo() throws {
      let harness = try DesktopHarness(.sway, .gtk4, keyboards: ["habr-tags", "system"])
      try harness.tap("Жирный")
      try harness.expectAgreement()
      let text = try harness.text
      let height = try #require(try harness.application.window?.height)
      try harness.hold(harness.key("⌫"))
      try harness.waitForText("is empty") { $0.isEmpty }
      try harness.fingers.up()
      try harness.waitUntilWindow("leaves room for the key") { $0.height < height }
      let keyboard = try #require(harness.model.layout).size.height
      try harness.fingers.tap(
        Double(Compositor.screen.width) / 2, Double(Compositor.screen.height) - keyboard - 20)
      try harness.expectText(text)
      try harness.waitUntilWindow("has its height again") { $0.height == height }
    }

    @Test("A drag moves a floating keyboard by its handle, and a tap on the handle hides the keyboard")
    func handle() throws {
      let harness = try DesktopHarness(.sway) { files, _ in
        try files.klava("settings", "system", "placement", "floating")
      }
      try harness.desktop.start()
      try harness.startApplication(.gtk4)
      try harness.focusWithoutKeyboard(.entry)
      harness.model.focus(FieldContent(), text: ("", ""))
      var environment = KeyboardEnvironment(
        screen: Size(width: Double(Compositor.screen.width), height: Double(Compositor.screen.height)))
      environment.width = 480
      let layout = InputViewLayout(try #require(harness.model.session.inputView), in: environment)
      let height = layout.size.height + 20
      /// Waits until the top left corner of the keyboard's handle is at a point. The handle is a strip of 20 points
      /// above the keyboard.
      func waitForKeyboard(_ x: Double, _ y: Double) throws {
        let color = [layout.background.red, layout.background.green, layout.background.blue].map {
          Int(($0 * 255).rounded())
        }
        let corners = [(x: Int(x), y: Int(y)), (x: Int(x) + 479, y: Int(y + height) - 1)]
        let outside = [(x: Int(x) - 1, y: Int(y)), (x: Int(x), y: Int(y) - 1)]
        let isShown = try waitUntil(within: .seconds(15)) {
          try harness.compositor.pixels(corners).allSatisfy { $0 == color }
            && harness.compositor.pixels(outside).allSatisfy { $0 != color }
        }
        #expect(isShown, "\(harness.desktop.errors)")
      }
      let (left, top) = (272.0, Double(Compositor.screen.height) - height)
      try waitForKeyboard(left, top)
      try harness.fingers.down(left + 200, top + 10)
      try harness.fingers.move(left + 100, top - 50)
      try harness.fingers.move(left + 100, top - 190)
      try harness.fingers.up()
      try waitForKeyboard(left - 100, top - 200)
      // After a restart, the keyboard appears at the same position.
      try harness.desktop.end()
      try harness.desktop.start()
      try waitForKeyboard(left - 100, top - 200)
      let key = try #require(layout.elements.first { $0.key?.identifier == "a" }).frame.center
      try harness.fingers.tap(left - 100 + key.x, top - 200 + 20 + key.y)
      try harness.expectText("a")
      // The finger drags the keyboard toward a point beyond the corner of the screen, but the keyboard must not leave
      // the screen.
      try harness.fingers.down(left - 50, top - 190)
      try harness.fingers.move(1_000, 760)
      try harness.fingers.up()
      try waitForKeyboard(Double(Compositor.screen.width) - 480, top)
      try harness.fingers.tap(Double(Compositor.screen.width) - 240, top + 10)
      let isHidden = try waitUntil(within: .seconds(15)) {
        try harness.compositor.pixels([(x: Compositor.screen.width - 480, y: Int(top) + 50)]) != [
          [layout.background.red, layout.background.green, layout.background.blue].map { Int(($0 * 255).rounded()) }
        ]
      }
      #expect(isHidden)
      // A tap on the handle shows the hidden keyboard again.
      try harness.fingers.tap(Double(Compositor.screen.width) - 240, Double(Compositor.screen.height) - 16)
      try waitForKeyboard(Double(Compositor.screen.width) - 480, top)
    }

    @Test("Two fingers that overlap in time type both letters in the order of their touches")
    func rollover() throws {
      let harness = try DesktopHarness(.kwin, .gtk4)
      let word = "rollover"
      for (index, letter) in word.enumerated() {
        let place = try harness.key(String(letter)).center
        try harness.fingers.down(place.x, place.y, finger: index % 2)
        if index > 0 { try harness.fingers.up(finger: (index + 1) % 2) }
        harness.model.perform(String(letter))
      }
      try harness.fingers.up(finger: (word.count + 1) % 2)
      try harness.expectAgreement()
      #expect(try harness.text == word)
    }

    @Test("A key of a hardware keyboard types, and hides the on-screen keyboard", arguments: places)
    func hardware(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      // KEY_B
      try harness.fingers.pressKey(48)
      try harness.expectText("b")
      _ = try harness.handle()
    }
  }
}
