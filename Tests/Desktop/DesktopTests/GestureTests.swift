import InputViewModel
import DesktopSupport
import Layout
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

    @Test("Two fingers at once type both letters in the order of their touches")
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
