import InputViewModel
import DesktopSupport
import Layout
import Testing

extension Desktop {
  @Suite("Gestures")
  struct GestureTests {
    /// One toolkit for each compositor: gestures do not depend on the application.
    static let places = [Place(compositor: .sway, toolkit: .gtk4), Place(compositor: .kwin, toolkit: .qt6)]

    @Test("A long press offers alternatives", arguments: places)
    func alternatives(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      let key = try stage.key("e")
      try stage.hold(key)
      let chosen = key.alternatives[1]
      try stage.fingers.move(chosen.x, chosen.y)
      try stage.fingers.up()
      stage.model.perform("e", .alternative(1))
      try stage.type("x")
      try stage.expectAgreement()
      #expect(try stage.text == "éx")
    }

    @Test("A drag on the space bar moves the insertion point", arguments: places)
    func drag(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      try stage.type("abcdef")
      try stage.expectAgreement()
      let space = try stage.key("space")
      try stage.hold(space)
      for step in 1...32 { try stage.fingers.move(space.center.x - Double(step), space.center.y) }
      try stage.fingers.up()
      try stage.model.moveCaret(byCharacters: -3)
      try stage.expectAgreement()
      try stage.type("x")
      try stage.expectAgreement()
      #expect(try stage.text == "abcxdef")
    }

    @Test("A held delete key repeats until the finger leaves it", arguments: places)
    func repeats(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      let text = String(repeating: "ab", count: 10)
      try stage.type(text)
      try stage.expectAgreement()
      try stage.hold(stage.key("delete"))
      try stage.waitForText("loses five letters") { $0.count <= 15 }
      try stage.fingers.up()
      try stage.fingers.synchronize()
      let place = try stage.key("x").center
      try stage.fingers.tap(place.x, place.y)
      try stage.waitForText("ends with the new letter") { $0.hasSuffix("x") }
      #expect(try text.hasPrefix(stage.text.dropLast()))
    }

    @Test("Two fingers at once type both letters in the order of their touches")
    func rollover() throws {
      let stage = try Stage(.kwin, .gtk4)
      let word = "rollover"
      for (index, letter) in word.enumerated() {
        let place = try stage.key(String(letter)).center
        try stage.fingers.down(place.x, place.y, finger: index % 2)
        if index > 0 { try stage.fingers.up(finger: (index + 1) % 2) }
        stage.model.perform(String(letter))
      }
      try stage.fingers.up(finger: (word.count + 1) % 2)
      try stage.expectAgreement()
      #expect(try stage.text == word)
    }

    @Test("A key of a hardware keyboard types, and hides the on-screen keyboard", arguments: places)
    func hardware(_ place: Place) throws {
      let stage = try Stage(place.compositor, place.toolkit)
      // KEY_B
      try stage.fingers.pressKey(48)
      try stage.expectText("b")
      _ = try stage.handle()
    }
  }
}
